import { sql } from 'kysely'
import { announceLater } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { statement } from '../../base/db/statement.ts'
import { noteHappening } from '../../records/happenings/happenings.ts'
import { insertEvents } from '../../records/insert-events.ts'
import { isReturned, setDeliveryStatus } from '../../records/outgoing/set-delivery-status.ts'
import { unleased } from '../lease.ts'
import type { End } from '../run.ts'
import type { DeliveryRow } from './delivery-row.ts'
import type { TemplateProblem } from './fill-template.ts'

/** Facts recorded about a delivery's email. */
export interface Note {
  /** How many documents were attached. */
  attached?: number
  /** Why the firm's template wasn't used. */
  templateProblem?: TemplateProblem | undefined
}

const statuses = { done: 'sent', waiting: 'waiting', failed: 'failed' } as const

/** Records the result of an attempt. Returns false if the row is no longer as the attempt left it. */
export async function recordDelivery(trx: Trx, row: DeliveryRow, end: End<Note>): Promise<boolean> {
  const { firmId, id } = row
  const status = statuses[end.status]
  if (!(await writeEnd(trx, { firmId, row, end }))) return false
  if (status !== 'waiting') noteHappening(trx, firmId, { event: `delivery.${status}`, ids: [id] })
  await announceLater(trx, { firmId, entity: 'delivery', ids: [id] })
  if (eventOf(row, end)) await announceLater(trx, { firmId, entity: 'system_event', ids: [] })
  return true
}

/** The log entry for a result; a delay is logged only the first time. */
function eventOf(
  { attempts }: DeliveryRow,
  { status, isGivenUp, isTry }: End<Note>,
): { level: string; type: string } | undefined {
  // A refused address is for the firm to fix, an unreachable mail server for the operator.
  const operators = 'notification process error (ECFX)'
  if (status === 'done') return { level: 'INFO', type: 'notification sent' }
  if (status === 'failed') return { level: 'ERROR', type: isGivenUp ? operators : 'notification process error (user)' }
  return isTry && attempts === 1 ? { level: 'WARNING', type: operators } : undefined
}

interface Written {
  firmId: number
  row: DeliveryRow
  end: End<Note>
}

/**
 * An email that went out is recorded as sent, even if its delivery was canceled or tried again in the meantime, or a later
 * attempt failed: it must not be sent again. One that was returned stays so. Otherwise the row must be as its attempt left
 * it: being sent, or, after a power cut that lost the mark (`startDelivery` doesn't wait for the disk), waiting with fewer
 * attempts begun than there were. It has more once another process began the next attempt, because this one didn't show
 * signs of life. A wait that was already recorded has the same number, so it isn't recorded twice. One that was no attempt
 * isn't recorded without its mark, and the sweep finds the row: a second job could be begun by another process while the
 * first sends the email.
 */
const writeEnd = statement<Written, object, boolean>({
  columns:
    'id uuid, event_id uuid, attempts int, begun int, untried int, status text, sentence text, attached int, level text, type text',
  row: ({ row, end }) => ({
    id: row.id,
    event_id: newId(),
    attempts: row.attempts,
    begun: row.begun,
    untried: end.isTry ? 0 : 1,
    status: statuses[end.status],
    sentence: end.sentence.slice(0, 1000),
    attached: end.note.attached ?? null,
    ...eventOf(row, end),
  }),
  write: ({ firmId, rows, every }) => sql`
    with r as (
      select * from ${rows}
    ), ended as (
      ${setDeliveryStatus({
        firmId,
        from: ['sending', 'waiting', 'held', 'scheduled', 'canceled', 'failed'],
        to: { column: sql`r.status`, oneOf: Object.values(statuses) },
        set: sql`sentence = r.sentence, attached_count = r.attached, attempts = greatest(d.attempts, r.attempts) - r.untried,
          begun = greatest(d.begun, r.begun),          ${unleased},
          sent_at = case when r.status = 'sent' then now() end`,
        joined: sql`r`,
        where: sql`d.id = any(${every('id')}::uuid[]) and d.id = r.id and not ${isReturned} and (r.status = 'sent'
          or d.status = 'sending' and d.begun <= r.begun
          or d.status = 'waiting' and d.begun < r.begun and r.untried = 0)`,
      })}
      returning r.*
    ), event as (
      ${insertEvents({
        firmId,
        columns: ['id', 'level', 'type', 'sentence', 'entity', 'entity_id'],
        from: sql`select event_id, level, type, sentence, 'delivery', id from ended where level is not null`,
      })}
    )
    select n from ended`,
  answer: (rows) => rows.length > 0,
})
