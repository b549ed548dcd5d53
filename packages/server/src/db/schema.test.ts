import { tableOf } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { columnsOf } from './columns.ts'
import type { Database } from './database.ts'
import { MigrationError, migrate } from './migrate.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test.each(resources.filter((r) => !r.isVirtual).map((r) => [r.name, r] as const))(
  'the table of %s has the columns its definition says, and no others but what the database works out itself',
  async (_, resource) => {
    const { rows } = await sql<{ name: string; type: string; isRequired: boolean }>`
      select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "isRequired"
      from pg_attribute where attrelid = to_regclass(${tableOf(resource)}) and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum`.execute(database.kysely)
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
    expect(rows.toSorted(byName)).toEqual(columnsOf(resource).toSorted(byName))
  },
)

test.each(resources.filter((r) => !r.isVirtual).map((r) => [r.name, r] as const))(
  'the unique groups of %s are unique indexes under the name the API reads fields from',
  async (_, resource) => {
    const { rows } = await sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index
      where indrelid = to_regclass(${tableOf(resource)}) and indisunique and not indisprimary`.execute(database.kysely)
    expect(rows.map((row) => row.name).toSorted()).toEqual(uniqueNames(resource))
  },
)

test('a database of a newer version is refused with what to do', async () => {
  const other = await openTestDatabase()
  await sql`insert into courtcrier_meta.migrations (name) values ('999999-future.sql')`.execute(other.kysely)
  await expect(migrate(other)).rejects.toThrow(MigrationError)
  await expect(migrate(other)).rejects.toThrow(/newer Courtcrier.*999999-future/)
  await other.close()
})

test('migrating twice does nothing the second time', async () => {
  expect(await migrate(database)).toEqual([])
})

function uniqueNames(resource: (typeof resources)[number]): string[] {
  return resource.unique.map((group) => `${tableOf(resource)}_${group.map(snake).join('_')}_key`).toSorted()
}

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
