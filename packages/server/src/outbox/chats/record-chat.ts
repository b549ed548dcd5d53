import { sql } from 'kysely'
import { announceLater } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { recordEvent } from '../../records/audit.ts'
import type { End } from '../run.ts'
import { type ChatRow, endChat } from './chat-row.ts'
import { noteChannel } from './note-channel.ts'

/** What an attempt found out about the channel itself. */
export interface Note {
  /** `closed`: its address leads nowhere any more; undefined if the attempt says nothing about that. */
  channel?: 'takes' | 'closed'
  /** The channel was paused before, which was reported then. */
  wasPaused?: boolean
  /** The message may be in the channel, and isn't sent again. */
  isUnsure?: boolean
}

const statuses = { done: 'sent', waiting: 'waiting', failed: 'failed' } as const

/** Records the result of an attempt, and how the channel does. Returns false if the row was changed in the meantime. */
export async function recordChat(trx: Trx, row: ChatRow, end: End<Note>): Promise<boolean> {
  const { firmId, id, begun } = row
  const { sentence, isTry, note } = end
  const status = statuses[end.status]
  if (!(await endChat(trx, { firmId, id, begun, status, sentence, isTry }))) return false
  const isNoted = note.channel !== undefined && (await noteOwnChannel(trx, row, end))
  if (status === 'failed' && !note.wasPaused && !isNoted) await tellFailure(trx, row, end)
  await announceLater(trx, { firmId, entity: 'delivery', ids: [] })
  return true
}

async function noteOwnChannel(
  trx: Trx,
  { firmId, groupId, groupName: name, sealedUrl }: ChatRow,
  { note, sentence }: End<Note>,
): Promise<boolean> {
  if (!groupId || !sealedUrl) return false
  const problem = note.channel === 'closed' ? sentence : undefined
  return noteChannel(trx, { firmId, id: groupId, name, sealedUrl, problem })
}

/** The event is about the filing, so that those whom a wall excludes don't see it. */
async function tellFailure(trx: Trx, { firmId, envelopeId, groupName }: ChatRow, end: End<Note>): Promise<void> {
  const { note, sentence } = end
  const what = note.isUnsure
    ? `It isn't known whether a filing was announced in the chat channel of "${groupName}".`
    : `A filing wasn't announced in the chat channel of "${groupName}".`
  await recordEvent(trx, {
    firmId,
    level: 'ERROR',
    type: 'notification process error (user)',
    sentence: `${what} ${sentence}`,
    entity: 'envelope',
    entityId: envelopeId,
  })
}

/** Cancels a started message that may not be sent; the message, the notice's history and the log say why. */
export async function cancelChat(trx: Trx, row: ChatRow, reason: string): Promise<void> {
  const { firmId, id, begun, itemId, envelopeId, groupName } = row
  const sentence = `Not sent: ${reason}`
  if (!(await endChat(trx, { firmId, id, begun, status: 'canceled', sentence, isTry: false }))) return
  await recordEvent(trx, {
    firmId,
    level: 'WARNING',
    type: 'notification process error (user)',
    sentence: `A filing wasn't announced in the chat channel of "${groupName}". ${reason}`,
    entity: 'envelope',
    entityId: envelopeId,
  })
  const line = `Not announced in the chat channel of "${groupName}". ${reason}`.slice(0, 1000)
  await sql`
    insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence)
    select ${firmId}::integer, ${newId()}::uuid, i.id, 'deliver', 'left out',
      ${line}::text
    from inbox_items i where i.firm_id = ${firmId} and i.id = ${itemId}::uuid`.execute(trx)
  await announceLater(trx, { firmId, entity: 'delivery', ids: [] })
}
