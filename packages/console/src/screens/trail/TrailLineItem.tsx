import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mayReadLog, recordLink } from '../../resource/record-address.ts'
import { useRole } from '../../session/session-store.ts'
import { dayOf, formatDay, formatSeconds } from '../../ui/format-time.ts'
import { translated } from '../../ui/translated.ts'
import EventSentence from '../event-logs/EventSentence.tsx'
import { isUnproven } from '../inbox/item/item-view.ts'
import classes from './trail.module.css'
import type { TrailLine } from './trail.ts'

/** Shows one event: when, what kind, and a sentence. A new day is shown before its first line. */
export function TrailLineItem({ line, before }: { line: TrailLine; before: TrailLine | undefined }) {
  const { t } = useTranslation()
  const isNewDay = dayOf(line.at) !== (before && dayOf(before.at))
  return (
    <li data-tone={toneOf(line)} data-kind={line.kind}>
      {isNewDay && <h2 className={classes.day}>{formatDay(line.at)}</h2>}
      <time dateTime={line.at}>{formatSeconds(line.at)}</time>
      <span className={classes.kind}>{t(`trail.kind.${line.kind}`)}</span>
      <div className={classes.sentence}>
        <Sentence line={line} />
      </div>
    </li>
  )
}

function Sentence({ line: { kind, row } }: { line: TrailLine }) {
  if (kind === 'received') return <Received item={row} />
  if (kind === 'history') return <Step step={row} />
  if (kind === 'event') return <Event event={row} />
  return kind === 'delivery' ? <Delivery delivery={row} /> : <Copy copy={row} />
}

function Received({ item }: { item: AnyRow }) {
  const { t } = useTranslation()
  return (
    <>
      {t('trail.received', { subject: item.subject ?? t('trail.noSubject') })}{' '}
      <small>
        <Link to={`${inboxItem.route}/id/${String(item.id)}`}>{t('trail.openItem')}</Link>
      </small>
    </>
  )
}

function Step({ step }: { step: AnyRow }) {
  const { t } = useTranslation()
  const isNamed = typeof step.userName === 'string' && String(step.sentence).startsWith(step.userName)
  const by = step.userId && !isNamed ? t('trail.by', { name: step.userName ?? t('trail.colleague') }) : undefined
  return (
    <>
      {translated(String(step.sentence))} {by && <small>{by}</small>}
    </>
  )
}

function Delivery({ delivery }: { delivery: AnyRow }) {
  const { t } = useTranslation()
  const { status, email, reason, sentence } = delivery
  const details = [reason, status === 'sent' ? undefined : sentence]
    .filter(Boolean)
    .map((each) => translated(String(each)))
    .join(' · ')
  return (
    <>
      {t(`trail.delivery.${String(status ?? 'waiting')}`, { email: email ?? t('trail.somebody') })}
      {details && <small>{details}</small>}
    </>
  )
}

function Copy({ copy }: { copy: AnyRow }) {
  const { t } = useTranslation()
  const { status, path, sentence } = copy
  return (
    <>
      {t(`trail.copy.${String(status ?? 'new')}`, { path: path ?? t('trail.aCopy') })}
      {Boolean(sentence) && status !== 'succeeded' && <small>{translated(String(sentence))}</small>}
    </>
  )
}

function Event({ event }: { event: AnyRow }) {
  const role = useRole()
  const sentence = <EventSentence row={event} />
  return mayReadLog(role) ? <Link to={recordLink(systemEvent, String(event.id))}>{sentence}</Link> : sentence
}

const bad = new Set(['failed', 'fail', 'ERROR', 'CRITICAL'])
const waiting = new Set(['review', 'retry', 'delayed', 'WARNING'])
const good = new Set(['done', 'sent', 'succeeded'])

function toneOf({ kind, row }: TrailLine): 'ok' | 'warn' | 'bad' | 'neutral' {
  const word = String(kind === 'history' ? row.outcome : kind === 'event' ? row.level : row.status)
  if (kind === 'received') return 'neutral'
  if (kind === 'history' && isUnproven(String(row.sentence))) return 'warn'
  if (bad.has(word)) return 'bad'
  if (waiting.has(word)) return 'warn'
  return good.has(word) ? 'ok' : 'neutral'
}
