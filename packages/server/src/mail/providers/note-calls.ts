import { mailbox as mailboxResource } from '@courtcrier/contract/resources/mailbox.ts'
import { type RawBuilder, sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { recordEvent } from '../../records/audit.ts'
import type { ProviderMailbox } from './provider-mailbox.ts'

/** How a call for a mailbox went. */
type CallNote =
  /** The provider's; `messages` were received by it. */
  | { kind: 'taken'; messages: number }
  /** The provider's, and not received. */
  | { kind: 'problem'; sentence: string }
  /** Nothing proves that it was the provider's. */
  | { kind: 'refused'; sentence: string }

export interface CallNotes {
  /** Saves it soon; calls aren't answered later for it. */
  add: (mailbox: ProviderMailbox, note: CallNote) => void
  /** Resolves once everything is saved. */
  settled: () => Promise<void>
}

interface UnsavedNotes {
  mailbox: ProviderMailbox
  /** The last one that was the provider's. */
  proven?: CallNote
  refusal?: CallNote
  messages: number
  refused: number
}

/** Opens the saving of how mailboxes do whose providers call: one write at a time for each, however many calls there are. */
export function openCallNotes({ database, log }: Pick<Services, 'database' | 'log'>): CallNotes {
  const waiting = new Map<string, UnsavedNotes>()
  const saving = new Map<string, Promise<void>>()
  const saveAll = async (key: string) => {
    for (let next = waiting.get(key); next; next = waiting.get(key)) {
      waiting.delete(key)
      const { mailbox } = next
      const save = (trx: Trx) => saveNote(trx, next as UnsavedNotes)
      await withFirm(database, mailbox.firmId, save).catch((err: unknown) =>
        log.warn({ err, mailbox: mailbox.id }, 'the state of a mailbox could not be saved'),
      )
    }
    saving.delete(key)
  }
  return {
    add: (mailbox, note) => {
      const key = `${mailbox.firmId}:${mailbox.id}`
      const before = waiting.get(key)
      waiting.set(key, {
        ...before,
        mailbox,
        ...(note.kind === 'refused' ? { refusal: note } : { proven: note }),
        messages: (before?.messages ?? 0) + (note.kind === 'taken' ? note.messages : 0),
        refused: (before?.refused ?? 0) + (note.kind === 'refused' ? 1 : 0),
      })
      if (!saving.has(key)) saving.set(key, saveAll(key))
    },
    settled: async () => {
      await Promise.all(saving.values())
    },
  }
}

/** Saves how a mailbox does, and notifies administrators once a day of what is wrong. */
async function saveNote(trx: Trx, { mailbox, proven, refusal, messages, refused }: UnsavedNotes): Promise<void> {
  const { firmId, id } = mailbox
  const last = proven ?? refusal
  if (!last) return
  const { rows } = await sql<{ isChanged: boolean }>`
    with before as (
      select health, sentence from mailboxes where firm_id = ${firmId} and id = ${id}::uuid for update
    ) update mailboxes m set ${changesOf(last)},
        last_message_at = case when ${messages > 0} then now() else m.last_message_at end
      from before where m.firm_id = ${firmId} and m.id = ${id}::uuid
      returning (before.health, before.sentence) is distinct from (m.health, m.sentence) as "isChanged"`.execute(trx)
  if (rows[0]?.isChanged || messages > 0) await announce(trx, { firmId, entity: mailboxResource.name, ids: [id] })
  if (refusal?.kind === 'refused') {
    await countRefusals(trx, { mailbox, refused, sentence: refusal.sentence })
    await tellOfRefusals(trx, mailbox, refusal.sentence)
  }
  if (proven?.kind === 'problem') await tellOfProblem(trx, mailbox, proven.sentence)
}

/** Anyone may call, so a refused call makes no healthy mailbox failing; one that was never called properly is. */
function changesOf(note: CallNote): RawBuilder<unknown> {
  if (note.kind === 'taken') return sql`health = 'healthy', sentence = null, checked_at = now(), behind_since = null`
  const sentence = note.sentence.slice(0, 1000)
  if (note.kind === 'problem')
    return sql`health = 'failing', sentence = ${sentence}::text, checked_at = now(), behind_since = coalesce(m.behind_since, now())`
  return sql`health = case when m.health = 'healthy' then m.health else 'failing' end, sentence = ${sentence}::text`
}

async function countRefusals(
  trx: Trx,
  { mailbox: { firmId, id }, refused, sentence }: { mailbox: ProviderMailbox; refused: number; sentence: string },
): Promise<void> {
  await sql`update mailbox_call_addresses set refused = refused + ${refused}::bigint, refused_at = now(),
      refusal = ${sentence.slice(0, 1000)}::text
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
}

async function tellOfRefusals(trx: Trx, mailbox: ProviderMailbox, sentence: string): Promise<void> {
  if (!(await isDue(trx, mailbox, sql`refusals_told_at`))) return
  await recordEvent(trx, {
    ...lineOf(mailbox),
    sentence: `Calls for the mailbox "${mailbox.name}" are refused. ${sentence}`,
    action: 'mailbox_calls_refused',
    facts: { result: sentence.slice(0, 1000) },
  })
}

async function tellOfProblem(trx: Trx, mailbox: ProviderMailbox, sentence: string): Promise<void> {
  if (!(await isDue(trx, mailbox, sql`problems_told_at`))) return
  await recordEvent(trx, {
    ...lineOf(mailbox),
    sentence: `Messages of the mailbox "${mailbox.name}" cannot be received; its provider tries again for some hours. ${sentence}`,
    action: 'mailbox_calls_failing',
    facts: { result: sentence.slice(0, 1000) },
  })
}

function lineOf({ firmId, id, name }: ProviderMailbox) {
  const about = { entity: mailboxResource.name, entityId: id, recordTitle: name }
  return { firmId, level: 'ERROR', type: 'other', ...about } as const
}

/** Whether administrators weren't notified within a day; they are from now on. */
async function isDue(trx: Trx, { firmId, id }: ProviderMailbox, column: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    update mailbox_call_addresses set ${column} = now()
    where firm_id = ${firmId} and id = ${id}::uuid and (${column} is null or ${column} < now() - interval '1 day')
    returning 1`.execute(trx)
  return rows.length > 0
}
