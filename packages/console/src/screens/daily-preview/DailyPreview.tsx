import { subjectAccess } from '@courtcrier/contract/access.ts'
import type { DailyPreview as Preview } from '@courtcrier/contract/calls/previews.ts'
import { previewDaily } from '@courtcrier/contract/calls/previews.ts'
import { type AnyRow, findField } from '@courtcrier/contract/resource.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { Button, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { choiceLabel } from '../../i18n/labels.ts'
import panel from '../../resource/FormPanel.module.css'
import { FormPanel } from '../../resource/FormPanel.tsx'
import { ask } from '../../session/ask.ts'
import { useRole } from '../../session/session-store.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { type Look, LookControl, MailFrame } from '../templates/MailFrame.tsx'
import { MailSubject } from '../templates/MailSubject.tsx'
import classes from './daily-preview.module.css'
import './text.ts'
import { translated } from '../../ui/translated.ts'

/** Shows the next daily message of one of a preference group's people, on the group's form. */
export function DailyPreview({ row, isNew }: { row: AnyRow; isNew: boolean }) {
  const { t } = useTranslation()
  const role = useRole()
  const [isShown, setShown] = useState(false)
  const isAllowed = [timekeeper, envelope, delivery].every(({ subject }) => subjectAccess(subject, role) !== 'DENY')
  if (isNew || !isAllowed) return null
  if (isShown) return <Shown id={String(row.id)} />
  return (
    <section className={panel.panel}>
      <h3>{t('dailyPreview.title')}</h3>
      <p className={classes.hint}>{t('dailyPreview.lead')}</p>
      <Button variant="default" onClick={() => setShown(true)}>
        {t('dailyPreview.show')}
      </Button>
    </section>
  )
}

function Shown({ id }: { id: string }) {
  const { t } = useTranslation()
  const [person, setPerson] = useState('')
  const [look, setLook] = useState<Look>('light')
  const preview = useQuery({
    // Named after the resource it is derived from, so that a change to that reloads it.
    queryKey: ['timekeeper_group', 'daily-preview', id, person],
    queryFn: ({ signal }) => ask(previewDaily, { id, query: { timekeeperId: person } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <FormPanel title={t('dailyPreview.title')} query={preview} lines={6}>
      {(shown) => (
        <>
          <Select
            label={t('dailyPreview.person')}
            allowDeselect={false}
            searchable
            data={shown.people.map(({ id: value, name: label }) => ({ value, label }))}
            value={shown.person.id}
            onChange={(chosen) => chosen && setPerson(chosen)}
          />
          <p role="status" className={classes.hint}>
            {sentencesOf(shown, t).join(' ')}
          </p>
          {shown.problem && <p className={panel.problem}>{translated(shown.problem)}</p>}
          <div className={classes.head}>
            <MailSubject subject={shown.subject} />
            <LookControl look={look} onChange={setLook} />
          </div>
          <MailFrame html={shown.html} look={look} />
        </>
      )}
    </FormPanel>
  )
}

function sentencesOf({ person: { name }, source, withheld, ...shown }: Preview, t: TFunction): string[] {
  const cadence = findField(timekeeperGroup, 'notificationCadence')
  const isDaily = shown.cadence.startsWith('DAILY')
  return [
    t(`dailyPreview.source.${source}`, { name }),
    ...(withheld > 0 ? [t('dailyPreview.withheld', { count: withheld, name })] : []),
    isDaily || !cadence
      ? t('dailyPreview.at', { at: formatDateTime(shown.at) })
      : t('dailyPreview.never', { name, cadence: choiceLabel(cadence, shown.cadence) }),
    shown.template ? t('dailyPreview.template', { name: shown.template }) : t('dailyPreview.own'),
  ]
}
