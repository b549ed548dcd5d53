import { cadenceTraits } from '@courtcrier/contract/delivery-settings.ts'
import { sql } from 'kysely'
import { announceLater } from '../../../base/db/changes.ts'
import type { Trx } from '../../../base/db/database.ts'
import { newId } from '../../../base/db/ids.ts'
import { statement } from '../../../base/db/statement.ts'
import { insertDeliveries } from '../../../records/outgoing/insert-deliveries.ts'
import { orStartOver, unsent } from '../../../records/outgoing/set-delivery-status.ts'
import { sendOnceMore } from '../../send-once-more.ts'
import { startStampWait } from '../../stamps/start-wait.ts'
import { withdrawRecipients } from '../../withdraw-former.ts'
import type { Recorded, Recording } from '../recording.ts'
import type { Recipient, StampWaitPlan } from '../stage.ts'

/**
 * Adds one delivery per address not yet notified of this filing, whichever notice led to it. The unique index on
 * envelope and address prevents notifying anyone twice. A delivery that failed is retried. What waits for former
 * recipients is withdrawn.
 */
export async function recordDeliveries(trx: Trx, { work, result, jobs }: Recording<'deliver'>): Promise<Recorded> {
  const { planned, stampWait } = result
  const isWaiting = stampWait ? await startStampWait(trx, { work, jobs, plan: stampWait }) : false
  const note = await withdrawRecipients(trx, { ...work, recipients: planned })
  if (work.results.retrieve?.isLate) await sendLate(trx, { work, planned, jobs })
  if (planned.length === 0) return { note }
  const isHeld = isWaiting || work.firm.waitForDmsAttemptToNotify
  const rows = await addDeliveries(trx, { ...work, planned, isHeld })
  const sentence = [sentenceOf(planned.length, { rows, isWaiting }), stampWait ? waitingFor(stampWait) : '']
    .filter(Boolean)
    .join(' ')
  if (rows.length === 0) return { sentence, note }
  await announceLater(trx, { firmId: work.firmId, entity: 'delivery', ids: rows.map(({ id }) => id) })
  await jobs.enqueue(
    trx,
    'delivery',
    rows.filter(({ status }) => status === 'waiting').map(({ id }) => ({ firmId: work.firmId, id })),
  )
  return { sentence, note }
}

/** Sends the filing again to those who were notified before without a document that has been retrieved now. */
async function sendLate(
  trx: Trx,
  { work, planned, jobs }: Pick<Recording<'deliver'>, 'work' | 'jobs'> & { planned: readonly Recipient[] },
): Promise<void> {
  const { firmId, envelopeId } = work
  if (!envelopeId) return
  const addresses = planned.map(({ email }) => email)
  // An email that still waits has the document.
  const { rows } = await sql<{ email: string }>`
    select email from deliveries
    where firm_id = ${firmId} and envelope_id = ${envelopeId}::uuid and email = any(${addresses}::text[])
    group by email having bool_or(status in ('sending', 'sent')) and not bool_or(status in ('waiting', 'held', 'scheduled'))
      and max(created_at) filter (where status not in ${unsent}) < (
        select max(fetched_at) from documents where firm_id = ${firmId} and envelope_id = ${envelopeId}::uuid)
    order by email`.execute(trx)
  await sendOnceMore(trx, jobs, {
    ...{ firmId, envelopeId, emails: rows.map(({ email }) => email), isHeld: work.firm.waitForDmsAttemptToNotify },
    because: 'The document that was missing has been retrieved.',
  })
}

interface Plan {
  firmId: number
  itemId: string
  envelopeId: string | undefined
  planned: readonly Recipient[]
  /** True if deliveries wait until saving the documents to the DMS was attempted (`releaseHeld`). */
  isHeld: boolean
}

interface Added {
  id: string
  status: string
}

/** Returns the deliveries that a plan added. */
const addDeliveries = statement<Plan, Added, readonly Added[]>({
  columns: 'item_id uuid, envelope_id uuid, deliveries jsonb',
  row: planRow,
  write: ({ firmId, rows }) => sql`
    with r as (
      select r.n, r.item_id, r.envelope_id, d.*
      from ${rows} cross join jsonb_to_recordset(r.deliveries) as d (id uuid, timekeeper_id uuid, email text, method text,
        reason text, status text, cadence text, level text, rule_id uuid, template_id text)
    ), added as (
    ${insertDeliveries({
      firmId,
      columns: [
        ...(['id', 'envelope_id', 'inbox_item_id', 'timekeeper_id', 'email', 'method', 'reason', 'status'] as const),
        ...(['cadence', 'level', 'notification_rule_id', 'email_template'] as const),
      ],
      from: sql`
        select distinct on (r.envelope_id, r.email) r.id, r.envelope_id, r.item_id, r.timekeeper_id, r.email, r.method,
          r.reason, r.status, r.cadence, r.level, r.rule_id, r.template_id
        from r
        where (
          -- Meeting the row in the index would wait for the transaction that is sending it. As a value it is looked up for
          -- each recipient; "not exists" is joined, which reads every delivery of the firm.
          select true from deliveries d where d.firm_id = ${firmId} and d.envelope_id = r.envelope_id
            and d.email = r.email and d.status not in ${unsent} limit 1
        ) is null
        order by r.envelope_id, r.email, r.n`,
    })}
    ${orStartOver}
    returning id, envelope_id, email, inbox_item_id, status
    ), freed as (
      -- One that was canceled while its daily message waited isn't in it, and belongs in the next.
      delete from digest_items i where i.firm_id = ${firmId} and i.delivery_id = any(array(select id from added))
        and not exists (select from digests g where g.firm_id = i.firm_id and g.id = i.digest_id
          and g.status in ('waiting', 'sending'))
    )
    select r.n, added.id, added.status from added
      join r on r.envelope_id = added.envelope_id and r.email = added.email and r.item_id = added.inbox_item_id`,
  answer: (rows) => rows,
})

function planRow({ itemId, envelopeId, planned, isHeld }: Plan) {
  const deliveries = planned.map((recipient) => ({
    id: newId(),
    timekeeper_id: recipient.timekeeperId ?? null,
    email: recipient.email,
    method: recipient.method,
    reason: recipient.reason,
    status: firstStatus(recipient, isHeld),
    cadence: recipient.cadence ?? 'REALTIME',
    level: recipient.level ?? null,
    rule_id: recipient.ruleId ?? null,
    template_id: recipient.templateId ?? null,
  }))
  return { item_id: itemId, envelope_id: envelopeId, deliveries }
}

function firstStatus({ cadence = 'REALTIME' }: Recipient, isHeld: boolean): string {
  if (!cadenceTraits[cadence].isRealtime) return 'scheduled'
  return isHeld ? 'held' : 'waiting'
}

function sentenceOf(
  planned: number,
  { rows: added, isWaiting }: { rows: readonly Added[]; isWaiting: boolean },
): string {
  const known = planned - added.length
  const before = `${known} ${known === 1 ? 'was' : 'were'} already notified of this filing.`
  if (added.length === 0)
    return `No one new is notified: ${known === 1 ? 'the only recipient was' : `all ${known} recipients were`} already notified of this filing.`
  const count = (status: string) => added.filter((row) => row.status === status).length
  const [waiting, held, scheduled] = [count('waiting'), count('held'), count('scheduled')]
  const parts: readonly [number, string][] = [
    [waiting, `${people(waiting)} being notified.`],
    [
      held,
      isWaiting
        ? `${people(held)} notified once the court has stamped the documents.`
        : `${people(held)} notified once saving to the DMS was tried.`,
    ],
    [scheduled, `${people(scheduled)} notified in the daily message.`],
    [known, before],
  ]
  return parts.flatMap(([number, sentence]) => (number > 0 ? sentence : [])).join(' ')
}

function waitingFor({ minutes, releaseMinutes, because }: StampWaitPlan): string {
  const first =
    releaseMinutes === undefined ? '' : `; people are notified without it after ${minutesOf(releaseMinutes)}`
  return `The court has ${minutesOf(minutes)} to stamp the documents${first}. ${because}`
}

function minutesOf(count: number): string {
  return count === 1 ? 'one minute' : `${count} minutes`
}

function people(count: number): string {
  return `${count} ${count === 1 ? 'person is' : 'people are'}`
}
