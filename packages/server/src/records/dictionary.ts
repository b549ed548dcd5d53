import type { Dictionary } from '@courtcrier/contract/dictionary.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'

/**
 * The firm's own terms for entities, for every sentence people read. Read once per transaction: a call that deletes a
 * thousand records reports each.
 */
export function dictionaryOf(trx: Trx, firmId: number): Promise<Dictionary> {
  const known = dictionaries.get(trx) ?? new Map<number, Promise<Dictionary>>()
  dictionaries.set(trx, known)
  const found = known.get(firmId) ?? readDictionary(trx, firmId)
  known.set(firmId, found)
  return found
}

const dictionaries = new WeakMap<Trx, Map<number, Promise<Dictionary>>>()

async function readDictionary(trx: Trx, firmId: number): Promise<Dictionary> {
  const { rows } = await sql<{ dictionary: Dictionary }>`
    select dictionary from firms where firm_id = ${firmId}::integer`.execute(trx)
  return rows[0]?.dictionary ?? {}
}
