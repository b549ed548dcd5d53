import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { useTranslation } from 'react-i18next'
import { RecordTitle } from '../../fields/RecordTitle.tsx'
import { choiceLabel, fieldLabel, resourceLabel } from '../../resource/labels.ts'
import { RecordFacts } from '../../resource/RecordFacts.tsx'
import { useRole } from '../../session/session-store.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { ChangeTable } from './ChangeTable.tsx'
import EventLevel from './EventLevel.tsx'
import { EventPivots } from './EventPivots.tsx'
import { changesOf, deletedOf, type ShownEvent } from './event.ts'
import classes from './event-logs.module.css'
import './text.ts'

/** One event, under its sentence: who and what it is about, the difference it made, and where to look further. */
export default function EventRecord({ row }: { row: AnyRow }) {
  const { t } = useTranslation()
  const role = useRole()
  const event = row as ShownEvent
  const resource = findResource(event.entity ?? '')
  const changes = changesOf(event)
  const deleted = deletedOf(event)
  const { type, level } = systemEvent.fields
  return (
    <div className={classes.event}>
      <dl className={classes.facts}>
        <dt>{t('events.when')}</dt>
        <dd className="num">{event.createdAt && formatDateTime(event.createdAt)}</dd>
        <dt>{t('events.type_label')}</dt>
        <dd>{type && event.type && choiceLabel(type, event.type)}</dd>
        <dt>{level && fieldLabel(systemEvent, 'level')}</dt>
        <dd>
          <EventLevel row={row} />
        </dd>
        <dt>{t('events.person')}</dt>
        <dd>{event.userId ? <RecordTitle entity="user" id={event.userId} /> : t('events.who.program')}</dd>
        {resource && (
          <>
            <dt>{resourceLabel(resource, 'one')}</dt>
            <dd>{event.recordTitle || <RecordTitle entity={resource.name} id={event.entityId ?? null} />}</dd>
          </>
        )}
      </dl>
      {resource && changes.length > 0 && <ChangeTable resource={resource} changes={changes} />}
      {resource && deleted && (
        <section>
          <h3 className={classes.heading}>{t('events.values')}</h3>
          <RecordFacts resource={resource} row={deleted} role={role} keys={Object.keys(resource.fields)} />
        </section>
      )}
      <EventPivots event={event} />
      {event.sentence && (
        <p className={classes.written}>
          {t('events.written')}: {event.sentence}
        </p>
      )}
    </div>
  )
}
