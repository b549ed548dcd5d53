import { snakeCase } from '@courtcrier/contract/names.ts'
import { type RawBuilder, sql } from 'kysely'

/** Returns the column of a field in the table `alias`. */
export function column(alias: string, key: string): RawBuilder<unknown> {
  return sql.ref(`${alias}.${snakeCase(key)}`)
}
