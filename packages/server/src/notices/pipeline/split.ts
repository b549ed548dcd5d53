import { sql } from 'kysely'
import { announceLater } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import type { MessagePart } from '../../courts/message/message.ts'
import { noSubject } from '../../mail/preview.ts'
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
 * or all of its parts. A part has the message's bytes and sender check. Splitting again adds only notices that weren't
 * found before.
 */
export async function endWithSplit(trx: Trx, { work, stage, sentence, parts, jobs }: Split): Promise<void> {
  const { firmId, itemId, pass } = work
  const known = await readKnown(trx, work)
  const isNew = ({ part }: NumberedPart) => !known.some((old) => isSamePart(old.part, part))
  const added = await insertParts(trx, work, numbered(parts).filter(isNew))
  await narrowKnown(trx, work, { known, parts })
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
    expectedStage: stage.name,
    expectedPass: pass,
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

interface NumberedPart {
  part: MessagePart
  /** Which of the message's notices it is, and of how many. */
  position: number
  count: number
}

function numbered(parts: readonly MessagePart[]): readonly NumberedPart[] {
  return parts.map((part, index) => ({ part, position: index + 1, count: parts.length }))
}

interface KnownPart {
  id: string
  part: MessagePart
}

/** Returns the parts that the message was split into before. */
async function readKnown(trx: Trx, { firmId, itemId }: Work): Promise<readonly KnownPart[]> {
  const { rows } = await sql<KnownPart>`
    select i.id, p.outcomes #> '{receive,part}' as part from inbox_items i
      join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    where i.firm_id = ${firmId} and i.parent_id = ${itemId}::uuid and p.outcomes #> '{receive,part}' is not null`.execute(
    trx,
  )
  return rows
}

/** A part that held a notice that is found only now is read and printed without it from now on. */
async function narrowKnown(
  trx: Trx,
  { firmId }: Work,
  { known, parts }: { known: readonly KnownPart[]; parts: readonly MessagePart[] },
): Promise<void> {
  const rows = known.flatMap(({ id, part: old }) => {
    const part = old.at === undefined ? undefined : parts.find((each) => isSamePart(old, each))
    return part && (part.start !== old.start || part.end !== old.end) ? [{ id, part: { ...old, ...part } }] : []
  })
  if (rows.length === 0) return
  await sql`
    update item_progress p set outcomes = jsonb_set(p.outcomes, '{receive,part}', r.part)
    from jsonb_to_recordset(${jsonRows(rows)}::text::jsonb) as r (id uuid, part jsonb)
    where p.firm_id = ${firmId} and p.id = r.id`.execute(trx)
}

/** Whether both are the same notice of a message. Of one that was split off without its beginning, only the range is known. */
export function isSamePart(old: MessagePart, part: MessagePart): boolean {
  if (old.originalId !== undefined || part.originalId !== undefined) return old.originalId === part.originalId
  if (old.at !== undefined && part.at !== undefined) return old.at === part.at
  return old.end === part.end || (old.start < part.end && part.start < old.end)
}

function partRows({ origin: { again: _, ...origin } }: Work, parts: readonly NumberedPart[]): object[] {
  return parts.map(({ part, position, count }) => ({
    id: newId(),
    line_id: newId(),
    key: part.originalId ?? (part.at === undefined ? String(position) : `at ${part.at}`),
    // A wall may be around one part and not around another, whose case the message's subject names.
    subject: part.subject === undefined ? null : part.subject.slice(0, 1000) || noSubject,
    snippet: part.snippet?.slice(0, 500) ?? null,
    receive: { ...origin, part },
    sentence: `Split off as notice ${position} of ${count} in one message.`,
  }))
}

async function insertParts(trx: Trx, work: Work, parts: readonly NumberedPart[]): Promise<string[]> {
  const { firmId, itemId } = work
  const { rows: added } = await sql<{ id: string }>`
    with r as (
      select * from jsonb_to_recordset(${jsonRows(partRows(work, parts))}::text::jsonb)
        as r (id uuid, line_id uuid, key text, subject text, snippet text, receive jsonb, sentence text)
    ), item as (
      insert into inbox_items
      select (jsonb_populate_record(null::inbox_items, to_jsonb(whole) || jsonb_build_object(
        'id', r.id, 'parent_id', whole.id, 'status', 'New', 'next_stage', 'parse', 'attempts', 0,
        'subject', coalesce(r.subject, whole.subject), 'snippet', coalesce(r.snippet, whole.snippet), 'created_at', now(), 'updated_at', now(),
        'fingerprint', encode(sha256(convert_to(whole.fingerprint || ' ' || r.key, 'UTF8')), 'hex')))).*
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
