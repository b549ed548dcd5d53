import { sql } from 'kysely'
import { announceLater } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import type { MessagePart } from '../../courts/message/message.ts'
import { noteHappening } from '../../records/happenings/happenings.ts'
import { commitStep, transactionTime } from '../commit.ts'
import type { ResultName, Work } from './stage.ts'

interface Split {
  work: Work
  stage: { name: ResultName }
  sentence: string
  parts: readonly MessagePart[]
  jobs: JobQueue
}

/**
 * Makes each part a separate item and ends the split item, in one transaction: a crash leaves either the whole message
 * or all of its parts. A part has the message's bytes and sender check; its fingerprint is the message's plus the
 * part's number, so splitting again creates nothing new.
 */
export async function endWithSplit(trx: Trx, { work, stage, sentence, parts, jobs }: Split): Promise<void> {
  const { firmId, itemId } = work
  const added = await insertParts(trx, work, parts)
  noteHappening(trx, firmId, { event: 'notice.received', ids: added })
  if (added.length > 0) await announceLater(trx, { firmId, entity: 'inbox_item', ids: added })
  await jobs.enqueue(
    trx,
    'notice',
    added.map((id) => ({ firmId, id })),
  )
  await commitStep(trx, {
    firmId,
    itemId,
    expected: ['Started'],
    lines: [{ stage: stage.name, outcome: 'split', sentence }],
    columns: {
      status: 'Succeeded',
      disposition: 'SPLIT',
      reason: sentence,
      finished_at: transactionTime,
      action_required: 'NONE',
    },
  })
}

function partRows({ origin }: Work, parts: readonly MessagePart[]): object[] {
  return parts.map((part, index) => ({
    id: newId(),
    line_id: newId(),
    position: index + 1,
    subject: part.subject ? part.subject.slice(0, 1000) : null,
    // A wall may be around one part and not around another.
    snippet: part.snippet?.slice(0, 500) ?? null,
    receive: { ...origin, part },
    sentence: `Split off as notice ${index + 1} of ${parts.length} in one message.`,
  }))
}

async function insertParts(trx: Trx, work: Work, parts: readonly MessagePart[]): Promise<string[]> {
  const { firmId, itemId } = work
  const { rows: added } = await sql<{ id: string }>`
    with r as (
      select * from jsonb_to_recordset(${jsonRows(partRows(work, parts))}::text::jsonb)
        as r (id uuid, line_id uuid, position int, subject text, snippet text, receive jsonb, sentence text)
    ), item as (
      insert into inbox_items
      select (jsonb_populate_record(null::inbox_items, to_jsonb(whole) || jsonb_build_object(
        'id', r.id, 'parent_id', whole.id, 'status', 'New', 'next_stage', 'parse', 'attempts', 0,
        'subject', coalesce(r.subject, whole.subject), 'snippet', coalesce(r.snippet, whole.snippet), 'created_at', now(), 'updated_at', now(),
        'fingerprint', encode(sha256(convert_to(whole.fingerprint || ' ' || r.position, 'UTF8')), 'hex')))).*
      from r, inbox_items whole where whole.firm_id = ${firmId} and whole.id = ${itemId}::uuid
      on conflict (firm_id, fingerprint) do nothing
      returning id
    ), progress as (
      insert into item_progress (firm_id, id, outcomes)
      select ${firmId}, item.id, (p.outcomes - array['parse', 'review']) || jsonb_build_object('receive', r.receive)
        || case when r.receive #> '{part,originalId}' is null then '{}' else jsonb_build_object('authenticate',
          jsonb_set(p.outcomes -> 'authenticate', '{result,originalIds}', jsonb_build_array(r.receive #> '{part,originalId}'))) end
      from item join r using (id), item_progress p where p.firm_id = ${firmId} and p.id = ${itemId}::uuid
    ), line as (
      insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence)
      select ${firmId}, r.line_id, id, 'receive', 'done', r.sentence from item join r using (id)
    )
    select id from item`.execute(trx)
  return added.map(({ id }) => id)
}
