import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RecordTitle } from '../../fields/RecordTitle.tsx'
import { controlOf } from '../../fields/registry.ts'
import { choiceLabel, fieldLabel, resourceLabel } from '../../i18n/labels.ts'
import { RecordFacts } from '../../resource/RecordFacts.tsx'
import { eventsAbout, eventsBy, mayFollow, trailPath } from '../../resource/record-address.ts'
import { useRole } from '../../session/session-store.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import table from '../../ui/plain-table.module.css'
import EventLevel from './EventLevel.tsx'
import { changesOf, deletedOf, type FieldChange, type ShownEvent } from './event.ts'
import classes from './event-logs.module.css'
import './text.ts'

/** Shows one event below its sentence: its user and record, the difference, and links to related events. */
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

/** Shows each field's old and new value. */
function ChangeTable({ resource, changes }: { resource: Resource; changes: readonly FieldChange[] }) {
  const { t } = useTranslation()
  return (
    <table className={`${table.table} ${table.even} ${classes.changes}`}>
      <caption className={classes.heading}>{t('events.changes')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('events.was')}</th>
          <th scope="col">{t('events.is')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ key, from, to, isSecret }) => (
          <tr key={key}>
            <th scope="row">{fieldLabel(resource, key)}</th>
            {isSecret ? (
              <td colSpan={2} className={classes.quiet}>
                {t('events.secret')}
              </td>
            ) : (
              [from, to].map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: before and after, always in this order
                <td key={index}>
                  <Value resource={resource} fieldKey={key} value={value} />
                </td>
              ))
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ resource, fieldKey, value }: { resource: Resource; fieldKey: string; value: unknown }) {
  const { t } = useTranslation()
  const field = findField(resource, fieldKey)
  if (isEmptyValue(value)) return <span className={classes.quiet}>{t('events.empty')}</span>
  if (!field) return <>{String(value)}</>
  const { Cell } = controlOf(field)
  return <Cell value={value} field={field} isFull />
}

/** Shows links from one event to others: of the same record, by the same user, of the same notice. */
function EventPivots({ event: { entity, entityId, userId } }: { event: ShownEvent }) {
  const { t } = useTranslation()
  const role = useRole()
  const resource = findResource(entity ?? '')
  const path = entity && entityId ? trailPath(entity, entityId) : undefined
  return (
    <nav className={classes.pivots} aria-label={t('events.pivots')}>
      {resource && entityId && <Link {...eventsAbout(resource.name, entityId)}>{t('events.aboutRecord')}</Link>}
      {userId && <Link {...eventsBy(userId)}>{t('events.byPerson')}</Link>}
      {path && mayFollow(role) && <Link to={path}>{t('events.trail')}</Link>}
    </nav>
  )
}
