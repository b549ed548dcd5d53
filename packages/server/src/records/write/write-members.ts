import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import type { Trx } from '../../base/db/database.ts'
import { recordedTitle } from '../audit.ts'
import { behaviourOf, type Members } from '../behaviour.ts'
import { undoable } from '../undo/journal.ts'
import { keepUndo } from '../undo/keep-rows.ts'
import type { Ready, RowUpdate, Writer, Written } from './change.ts'

type WriteRows = (
  trx: Trx,
  resource: Resource,
  changes: readonly RowUpdate[],
  writer: Writer,
) => Promise<readonly Written[]>

/**
 * Writes lists of records that refer to a row (`members` of its behavior): each record that joins or leaves is changed as
 * if the person had edited it, with its own rules, log and undo, which is part of the row's. Throws the first refusal, as
 * a problem of the list.
 */
export async function writeMembers(
  trx: Trx,
  resource: Resource,
  { rows, writer, write }: { rows: readonly Ready[]; writer: Writer; write: WriteRows },
): Promise<void> {
  for (const [list, members] of Object.entries(behaviourOf(resource).members ?? {})) {
    for (const ready of rows) {
      const changes = joinAndLeave(resource, ready, { list, members })
      if (changes.length > 0) await writeList(trx, { ready, list, members, changes, writer, write })
    }
  }
}

interface List {
  list: string
  members: Members
}

function joinAndLeave(
  resource: Resource,
  { change, id, before, changes }: Ready,
  { list, members: { key, saysJoined } }: List,
): readonly RowUpdate[] {
  if (change.kind === 'delete' || change.stored || !(list in changes)) return []
  const [former, next] = [idsIn(before?.[list]), idsIn(changes[list])]
  const setTo = (value: string | null, says: RowUpdate['says']) => (member: string) =>
    ({ kind: 'update', id: member, input: { [key]: value }, ...(says && { says }) }) as const
  const says = saysJoined?.(recordedTitle(resource, { ...before, ...changes }))
  return [
    ...next.filter((member) => !former.includes(member)).map(setTo(id, says)),
    ...former.filter((member) => !next.includes(member)).map(setTo(null, undefined)),
  ]
}

async function writeList(
  trx: Trx,
  {
    ready,
    list,
    members: { resource },
    changes,
    writer,
    write,
  }: List & { ready: Ready; changes: readonly RowUpdate[]; writer: Writer; write: WriteRows },
): Promise<void> {
  const { firmId, userId } = writer
  const { result, undoId } = await undoable(trx, resource, { firmId, userId, kind: 'update' }, (undo) =>
    write(trx, resource, changes, { ...writer, undo: writer.undo && undo }),
  )
  for (const each of result) if (each.kind === 'refused') throw refusalOf(list, each.refusal)
  if (undoId) await keepUndo(trx, writer.undo, { undoId, ownerId: ready.id })
}

/** The fields of the other record mean nothing to someone who edits this one. */
function refusalOf(list: string, { code, problems }: ApiError): ApiError {
  if (code === 'not_found') return new ApiError('invalid_input', { problems: [{ field: list, code: 'not_reference' }] })
  const [problem] = problems
  return new ApiError('invalid_input', { problems: [{ field: list, code: problem?.code ?? 'forbidden_field' }] })
}

function idsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
