import type { ChatService } from '@courtcrier/contract/chat-services.ts'
import { sql } from 'kysely'
import { statement } from '../../base/db/statement.ts'
import { afterItems } from '../after-items.ts'
import { casesOfFiling } from '../digests/filings.ts'
import { type AmongOthers, alikeAmongOthers, leased, mayBeBegun, unleased } from '../lease.ts'
import { mayEnd } from '../may-end.ts'

/** A message about a filing that is being sent to a group's channel, with everything it is made of. */
export interface ChatRow {
  firmId: number
  id: string
  itemId: string
  envelopeId: string
  /** Attempts so far, including this one. */
  attempts: number
  begun: number
  /** An earlier attempt ended without being recorded, so the channel may already have the message. */
  wasInterrupted: boolean
  /** Null if the group was deleted. */
  groupId: string | null
  groupName: string
  /** Null if the group has no channel any more, like the address. */
  service: ChatService | null
  sealedUrl: Uint8Array | null
  isActive: boolean | null
  /** Why the channel is paused, if it is. */
  paused: string | null
  /** Everyone in the group, whatever their status. */
  members: readonly string[]
  caseIds: readonly string[]
  filing: ChatFiling
}

/** What a message says about a filing at most. */
export interface ChatFiling {
  courtId: string | null
  event: string | null
  caseName: string | null
  docketNumber: string | null
  /** ISO date. */
  date: string | null
  /** Whether the court restricts access to it or to one of its documents. */
  isSealed: boolean
}

interface Question extends AmongOthers {
  firmId: number
  id: string
}

type StartedChat = Omit<ChatRow, 'filing'> & ChatFiling

/**
 * Marks a message as being sent and reads everything it is made of, as it is now. Returns undefined for one that is sent,
 * failed or canceled, or that another process is sending.
 */
export const startChat = statement<Question, StartedChat, ChatRow | undefined>({
  columns: 'id uuid',
  row: ({ id }) => ({ id }),
  alike: alikeAmongOthers,
  write: ({ firmId, rows, every, questions: [others] }) => sql`
    with q as (
      select n, id from ${rows}
    ), item as materialized (
      -- One that may not be sent is noted in its item's history. Any may be: a person directed it to its channel, and what
      -- their role and walls allow is known only when it is begun (why-not-announced.ts).
      select i.id from inbox_items i where i.firm_id = ${firmId} and i.id in (
        select m.inbox_item_id from chat_messages m where m.firm_id = ${firmId} and m.id = any(${every('id')}::uuid[])
          and m.status in ('waiting', 'sending')) order by i.id for update
    ), before as (
      select id, status from chat_messages
      where firm_id = ${firmId} and id = any(${every('id')}::uuid[]) and ${mayBeBegun(others)}
        and ${afterItems} order by id for update
    ), due as (
      update chat_messages m set status = 'sending', attempts = m.attempts + 1, updated_at = now(), ${leased(others?.lease)}
      from before where m.firm_id = ${firmId} and m.id = before.id
      returning m.*, before.status = 'sending' as was_interrupted
    )
    select q.n, ${firmId}::integer as "firmId", r.id, r.inbox_item_id as "itemId", r.envelope_id as "envelopeId",
      r.attempts, r.begun, r.was_interrupted as "wasInterrupted", g.id as "groupId", coalesce(g.name, r.group_name) as "groupName",
      g.chat_service as service, g.chat_url as "sealedUrl", g.is_chat_active as "isActive",
      case when g.chat_health = 'paused' then coalesce(g.chat_sentence, '') end as paused,
      array(select k.id::text from timekeepers k
        where k.firm_id = r.firm_id and k.timekeeper_group_id = g.id) as members,
      ${casesOfFiling} as "caseIds",
      e.ecfx_jurisdiction_id as "courtId", e.event, coalesce(c.name, e.case_name) as "caseName",
      e.docket_number as "docketNumber", e.date::text as date,
      e.is_sealed or exists (select from documents d
        where d.firm_id = e.firm_id and d.envelope_id = e.id and d.sealed) as "isSealed"
    from due r join q on q.id = r.id
      join envelopes e on e.firm_id = r.firm_id and e.id = r.envelope_id
      left join inbox_items i on i.firm_id = r.firm_id and i.id = r.inbox_item_id
      left join item_progress p on p.firm_id = r.firm_id and p.id = r.inbox_item_id
      left join cases c on c.firm_id = r.firm_id and c.id = e.case_id
      left join timekeeper_groups g on g.firm_id = r.firm_id and g.id = r.timekeeper_group_id`,
  answer: ([found]) => found && chatRow(found),
})

function chatRow({ courtId, event, caseName, docketNumber, date, isSealed, ...row }: StartedChat): ChatRow {
  return { ...row, filing: { courtId, event, caseName, docketNumber, date, isSealed } }
}

interface ChatEnd {
  firmId: number
  id: string
  begun: number
  status: 'waiting' | 'sent' | 'failed' | 'canceled'
  sentence: string
  /** Whether it counts as an attempt. */
  isTry: boolean
}

/**
 * Records the result of an attempt. Returns false if that was already done, the message no longer exists, or another
 * process has begun the next attempt and this one sent nothing.
 */
export const endChat = statement<ChatEnd, object, boolean>({
  columns: 'id uuid, begun int, status text, sentence text, untried int',
  row: ({ id, begun, status, sentence, isTry }) => ({
    ...{ id, begun, status },
    sentence: sentence.slice(0, 1000),
    untried: isTry ? 0 : 1,
  }),
  write: ({ firmId, rows, every }) => sql`
    update chat_messages m set status = r.status, sentence = r.sentence, attempts = m.attempts - r.untried,
      sent_at = case when r.status = 'sent' then now() end, updated_at = now(), ${unleased}
    from ${rows}
    where m.firm_id = ${firmId} and m.id = any(${every('id')}::uuid[]) and m.id = r.id and ${mayEnd('m')}
    returning r.n`,
  answer: (rows) => rows.length > 0,
})
