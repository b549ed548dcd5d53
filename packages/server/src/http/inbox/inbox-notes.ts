import { changeNote, deleteNote, type Note, writeNote } from '@courtcrier/contract/calls/inbox.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import { newId } from '../../base/db/ids.ts'
import type { Services } from '../../base/services.ts'
import { isNoteSeen } from '../../notices/seen-steps.ts'
import { recordEvent } from '../../records/audit.ts'
import type { Caller } from '../../records/caller.ts'
import { getRow } from '../../records/read-row.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { demand } from '../resources.ts'
import { serveCall } from '../server/serve-call.ts'

/** Notes on an item: anyone who may change the inbox can write notes, and change or delete their own. */
export function inboxNoteRoutes(api: FastifyInstance, services: Services): void {
  const change = noteRoute(services)
  serveCall(api, writeNote, ({ params: { id }, body, request }) =>
    change(request, id, async (trx, caller) => {
      const text = kept(body.text)
      await sql`insert into inbox_notes (firm_id, id, inbox_item_id, author_id, text)
        values (${caller.firmId}::integer, ${newId()}::uuid, ${id}::uuid, ${caller.userId}::uuid, ${text})`.execute(trx)
      return 'wrote a note'
    }),
  )
  // Changing a deleted note restores it.
  serveCall(api, changeNote, ({ params: { id, noteId }, body, request }) =>
    change(request, id, async (trx, caller) => {
      const text = kept(body.text)
      await lockOwnNote(trx, { caller, id, noteId })
      await sql`update inbox_notes set text = ${text}, deleted_at = null,
        updated_at = case when text = ${text} then updated_at else now() end
        where firm_id = ${caller.firmId} and id = ${noteId}::uuid`.execute(trx)
      return 'changed a note'
    }),
  )
  serveCall(api, deleteNote, ({ params: { id, noteId }, request }) =>
    change(request, id, async (trx, caller) => {
      await lockOwnNote(trx, { caller, id, noteId })
      await sql`update inbox_notes set deleted_at = now()
        where firm_id = ${caller.firmId} and id = ${noteId}::uuid`.execute(trx)
      return 'deleted a note'
    }),
  )
}

function kept(text: string): string {
  return text.trim().toWellFormed().replaceAll('\0', '')
}

/** Returns the notes of an item that the reader may see, in the order they were written. */
export async function readNotes(trx: Trx, scope: SearchScope, itemId: string): Promise<Note[]> {
  const { firmId, userId, role } = scope
  const { rows } = await sql<Omit<Note, 'createdAt'> & { createdAt: Date }>`
    select n.id, n.text, n.created_at as "createdAt", n.author_id as "authorId", u.full_name as "authorName",
      n.updated_at > n.created_at as "isEdited", coalesce(n.author_id = ${userId ?? null}::uuid, false) as "isOwn"
    from inbox_notes n join users u on u.firm_id = n.firm_id and u.id = n.author_id
    where n.firm_id = ${firmId} and n.inbox_item_id = ${itemId}::uuid and n.deleted_at is null
      and ${isNoteSeen('n', scope)}
    order by n.created_at, n.id limit 500`.execute(trx)
  const isNamed = sightOf(role)(user, user.title)
  return rows.map((note) => ({
    ...note,
    createdAt: new Date(note.createdAt).toISOString(),
    authorName: isNamed || note.isOwn ? note.authorName : null,
  }))
}

type Deed = (trx: Trx, caller: Caller) => Promise<string>

/** Returns a function that runs a change of an item's notes, logs it, and returns the current notes. */
function noteRoute({ database }: Services) {
  return (request: FastifyRequest, id: string, run: Deed) => {
    const caller = demand(request, inboxItem, 'FULL')
    return withFirmWrite(database, caller.firmId, async (trx) => {
      const item = await getRow(trx, inboxItem, { ...caller, id })
      const deed = await run(trx, caller)
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

async function lockOwnNote(
  trx: Trx,
  { caller, id, noteId }: { caller: Caller; id: string; noteId: string },
): Promise<void> {
  const { rows } = await sql<{ authorId: string }>`
    select author_id as "authorId" from inbox_notes
    where firm_id = ${caller.firmId} and id = ${noteId}::uuid and inbox_item_id = ${id}::uuid for update`.execute(trx)
  const [note] = rows
  if (!note) throw new ApiError('not_found')
  if (note.authorId !== caller.userId)
    throw new ApiError('forbidden', { sentence: "Only a note's author can change or delete it." })
}
