import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { setCopyStatus } from '../../records/outgoing/set-copy-status.ts'
import { type Lease, leased } from '../lease.ts'
import { type CopyPlace, claimPath, pathChoice } from './copy-path.ts'

interface Started {
  firmId: number
  id: string
  lease: Lease | undefined
}

/** Marks a copy as started, and keeps the path that an earlier attempt took. */
export async function startCopy(trx: Trx, copy: Started): Promise<void> {
  await mark(trx, { ...copy, path: null, where: null })
}

/**
 * Marks a copy as started and takes the first free path for it (`claimPath`). Returns the path. That is one write
 * unless the path is taken: a second one to the same row would check its references again, and wait for the item's lock.
 */
export async function startCopyAt(
  trx: Trx,
  { place, where, ...copy }: Started & { place: CopyPlace; where: string },
): Promise<string> {
  const path = pathChoice(place, 1)
  if (await mark(trx, { ...copy, path, where })) return path
  await startCopy(trx, copy)
  const { firmId, id: copyId } = copy
  return (await claimPath(trx, { firmId, copyId, place, where, from: 2 })).path
}

interface Marked extends Started {
  /** The path to take, and its scope. */
  path: string | null
  where: string | null
}

/** Does nothing if another copy has the path; if several ask for it at the same time, the first gets it. */
const mark = statement<Marked, object, boolean>({
  columns: 'id uuid, path text, place text',
  row: ({ id, path, where }) => ({ id, path, place: where }),
  alike: ({ lease }) => String(lease?.by),
  write: ({ firmId, rows, every, questions: [{ lease } = {}] }) => sql`
    with r as (
      select distinct on (place, path, case when path is null then id end) * from ${rows}
      order by place, path, case when path is null then id end, n
    )
    ${setCopyStatus({
      firmId,
      from: ['new', 'started', 'delayed'],
      to: 'started',
      set: sql`waits_for = null, attempts = coalesce(c.attempts, 0) + 1,
        path = coalesce(r.path, c.path), place = coalesce(r.place, c.place),
        ${leased(lease)}`,
      joined: sql`r`,
      where: sql`c.id = any(${every('id')}::uuid[]) and c.id = r.id and (r.path is null or not exists (
        select from document_copies other where other.firm_id = ${firmId} and other.place = r.place and other.path = r.path
          and other.id <> r.id))`,
    })}
    returning r.n`,
  answer: (rows) => rows.length > 0,
})
