import type { Role } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { longestNote } from '@courtcrier/contract/triage.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Caller } from '../auth/caller.ts'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import type { Services } from '../base/services.ts'
import { getRow } from '../resources/store.ts'
import { recordEvent } from './audit.ts'
import { itemIdOf, uuidOf } from './inbox-item-id.ts'
import { readObject } from './negotiation.ts'
import { demand } from './resources.ts'

/** Notes on an item: whoever may change the inbox writes them, and changes and deletes the own ones. */
export function inboxNoteRoutes(api: FastifyInstance, services: Services): void {
  const change = noteRoute(services)
  api.post('/inbox/:id/notes', (request) =>
    change(request, async (trx, { caller, id }) => {
      const text = textOf(request)
      await sql`insert into inbox_notes (firm_id, id, inbox_item_id, author_id, text)
        values (${caller.firmId}::integer, ${newId()}::uuid, ${id}::uuid, ${caller.userId}::uuid, ${text})`.execute(trx)
      return 'wrote a note'
    }),
  )
  // Writing a deleted note again takes its deletion back.
  api.put('/inbox/:id/notes/:noteId', (request) =>
    change(request, async (trx, { caller, id }) => {
      const text = textOf(request)
      const noteId = await lockOwnNote(trx, { caller, id, noteId: noteIdOf(request) })
      await sql`update inbox_notes set text = ${text}, deleted_at = null,
        updated_at = case when text = ${text} then updated_at else now() end
        where firm_id = ${caller.firmId} and id = ${noteId}::uuid`.execute(trx)
      return 'changed a note'
    }),
  )
  api.delete('/inbox/:id/notes/:noteId', (request) =>
    change(request, async (trx, { caller, id }) => {
      const noteId = await lockOwnNote(trx, { caller, id, noteId: noteIdOf(request) })
      await sql`update inbox_notes set deleted_at = now()
        where firm_id = ${caller.firmId} and id = ${noteId}::uuid`.execute(trx)
      return 'deleted a note'
    }),
  )
}

/** The notes of an item, in the order in which they were written. */
export async function readNotes(
  trx: Trx,
  { firmId, userId, role }: { firmId: number; userId: string | undefined; role: Role },
  itemId: string,
): Promise<AnyRow[]> {
  const { rows } = await sql<AnyRow>`
    select n.id, n.text, n.created_at, n.author_id, u.full_name as author_name, n.updated_at > n.created_at as is_edited,
      n.author_id = ${userId ?? null}::uuid as is_own
    from inbox_notes n join users u on u.firm_id = n.firm_id and u.id = n.author_id
    where n.firm_id = ${firmId} and n.inbox_item_id = ${itemId}::uuid and n.deleted_at is null
    order by n.created_at, n.id limit 500`.execute(trx)
  const isNamed = sightOf(role)(user, user.title)
  return rows.map((note) => (isNamed || note.is_own === true ? note : { ...note, author_name: null }))
}

interface NoteCall {
  caller: Caller
  id: string
}

type Deed = (trx: Trx, call: NoteCall) => Promise<string>

/** Gives the item's notes as they are then. */
function noteRoute({ database }: Services) {
  return (request: FastifyRequest, run: Deed) => {
    const caller = demand(request, inboxItem, 'FULL')
    const id = itemIdOf(request)
    return withFirm(database, caller.firmId, async (trx) => {
      const item = await getRow(trx, inboxItem, { ...caller, id })
      const deed = await run(trx, { caller, id })
      await recordEvent(trx, {
        firmId: caller.firmId,
        level: 'AUDIT',
        type: 'object update',
        sentence: `${caller.user.fullName} ${deed} on the notice "${item.subject ?? id}".`,
        userId: caller.userId,
        entity: inboxItem.name,
        entityId: id,
      })
      await announce(trx, { firmId: caller.firmId, entity: inboxItem.name, ids: [id] })
      return { notes: await readNotes(trx, caller, id) }
    })
  }
}

async function lockOwnNote(trx: Trx, { caller, id, noteId }: NoteCall & { noteId: string }): Promise<string> {
  const { rows } = await sql<{ authorId: string }>`
    select author_id as "authorId" from inbox_notes
    where firm_id = ${caller.firmId} and id = ${noteId}::uuid and inbox_item_id = ${id}::uuid for update`.execute(trx)
  const [note] = rows
  if (!note) throw new ApiError('not_found')
  if (note.authorId !== caller.userId)
    throw new ApiError('forbidden', { sentence: 'Only who wrote a note changes or deletes it.' })
  return noteId
}

function noteIdOf(request: FastifyRequest): string {
  return uuidOf((request.params as { noteId?: unknown }).noteId)
}

function textOf(request: FastifyRequest): string {
  const { text, ...others } = readObject(request)
  const [unknown] = Object.keys(others)
  const code = unknown === undefined ? textProblem(text) : 'unknown_field'
  if (code) throw new ApiError('invalid_input', { problems: [{ field: unknown ?? 'text', code }] })
  return String(text).trim().toWellFormed().replaceAll('\0', '')
}

function textProblem(text: unknown): string | undefined {
  if (text === undefined || text === null) return 'required'
  if (typeof text !== 'string') return 'not_text'
  if (text.trim() === '') return 'required'
  return text.length > longestNote ? `too_long:${longestNote}` : undefined
}
