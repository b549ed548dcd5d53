import type { Resource } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { RowChange, Writer } from './change.ts'
import { writeRow } from './write-rows.ts'

interface Unsaved<T> {
  change: Exclude<RowChange, { kind: 'delete' }>
  writer: Writer
  /** Reads what there would be of the row once the change is saved. */
  read: (id: string) => Promise<T>
}

/**
 * Writes a change, reads what it would lead to, and takes it back: so all that saving checks is checked, and secrets stay
 * where they may go. Throws what saving it would be refused with.
 */
export async function readAsIfSaved<T>(trx: Trx, resource: Resource, { change, writer, read }: Unsaved<T>): Promise<T> {
  await sql`savepoint as_if_saved`.execute(trx)
  const { id } = await writeRow(trx, resource, change, writer)
  const found = await read(id)
  await sql`rollback to savepoint as_if_saved`.execute(trx)
  return found
}
