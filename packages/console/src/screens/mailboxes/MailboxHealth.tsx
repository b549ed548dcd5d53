import { lagOf, mailboxBehindSince } from '@courtcrier/contract/mailbox-lag.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { type Mailbox, mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { choiceLabel } from '../../i18n/labels.ts'
import { listLink } from '../../resource/list-link.ts'
import { searchRows } from '../../session/api.ts'
import { useRole } from '../../session/session-store.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { translated } from '../../ui/translated.ts'
import { useNow } from '../../ui/use-now.ts'
import classes from './mailboxes.module.css'
import './text.ts'

const words = 'mailboxes.health'

/** Shows how a saved mailbox does: its last message, how far reading is behind, and its last errors. */
export function MailboxHealth({ row }: { row: Mailbox }) {
  const { t } = useTranslation()
  const id = useId()
  const field = findField(mailbox, 'health')
  // A role that may not see it gets no value.
  if (!field || typeof row.health !== 'string') return null
  return (
    <section className={classes.health} aria-labelledby={id}>
      <h3 id={id}>{t(`${words}.label`)}</h3>
      <dl>
        <Fact name={t(`${words}.status`)}>
          <StatusDot tone={field.tones?.[row.health] ?? 'neutral'}>{choiceLabel(field, row.health)}</StatusDot>
          {row.sentence && <p>{translated(row.sentence)}</p>}
        </Fact>
        <Fact name={t(`${words}.lastMessage`)}>
          {row.lastMessageAt ? formatDateTime(row.lastMessageAt) : t(`${words}.noMessage`)}
        </Fact>
        <Fact name={t(`${words}.lag`)}>
          <Lag row={row} />
        </Fact>
        <Fact name={t(`${words}.errors`)}>
          <LastErrors id={row.id} />
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Lag({ row }: { row: Mailbox }) {
  const { t } = useTranslation()
  const now = new Date(useNow(30_000))
  if (!row.isActive) return t(`${words}.notRead`)
  const behind = mailboxBehindSince(row, now)
  if (!behind)
    return row.checkedAt ? t(`${words}.noLag`, { time: formatDateTime(row.checkedAt) }) : t(`${words}.notYet`)
  const { count, unit } = lagOf(behind.since, now)
  const lag = formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' })
  const key = behind.isUnread && row.health !== 'failing' ? 'unread' : 'behind'
  return t(`${words}.${key}`, { lag, time: formatDateTime(behind.since) })
}

const mostErrors = 3

function LastErrors({ id }: { id: string }) {
  const { t } = useTranslation()
  const filters = [
    { field: 'entity', in: [mailbox.name] },
    { field: 'entityId', in: [id] },
    { field: 'level', in: ['WARNING', 'ERROR', 'CRITICAL'] },
  ]
  const link = listLink(systemEvent, filters, useRole())
  const { data } = useQuery({
    queryKey: [systemEvent.name, 'of-mailbox', id],
    queryFn: ({ signal }) =>
      searchRows(systemEvent, { max: mostErrors, filters, sort: [{ field: 'createdAt', isDescending: true }] }, signal),
    enabled: link !== undefined,
  })
  if (!link) return t(`${words}.noAccess`)
  if (data?.rows.length === 0) return t(`${words}.noErrors`)
  return (
    <>
      {data?.rows.map((event) => (
        <p key={event.id}>
          <time dateTime={event.createdAt}>{formatDateTime(event.createdAt)}</time> {translated(event.sentence)}
        </p>
      ))}
      {data && data.total > mostErrors && (
        <Link to={link.to} search={link.search}>
          {t(`${words}.allErrors`)}
        </Link>
      )}
    </>
  )
}
