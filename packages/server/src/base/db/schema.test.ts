import { comparesNames, isLarge, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { columnsOf } from './columns.ts'
import type { Database } from './database.ts'
import { MigrationError, migrate } from './migrate.ts'
import { indexedResources, searchedText } from './text-indexes.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test.each(resources.filter((r) => !r.isVirtual).map((r) => [r.name, r] as const))(
  'the table of %s has exactly the columns of its definition, apart from those the database calculates',
  async (_, resource) => {
    const { rows } = await sql<{ name: string; type: string; isRequired: boolean }>`
      select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "isRequired"
      from pg_attribute where attrelid = to_regclass(${tableOf(resource)}) and attnum > 0 and not attisdropped and attgenerated = ''
        and attname not in ('wall_set', 'leased_until', 'leased_by', 'begun', 'pass', 'known_as', 'former_hosts', 'outage', 'missing_since', 'due_at', 'stopped_stage', 'seen') order by attnum`.execute(
      database.kysely,
    )
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

const large = resources.filter((r) => isLarge(r) && !r.isVirtual).map((r) => [r.name, r] as const)

test.each(large)(
  'each sort order that %s offers has an index, including the ID, and no index is for any other order',
  async (_, resource) => {
    const sorts = (await indexesOf(resource)).filter(({ name }) => name.endsWith('_sort_idx'))
    const wanted = (resource.list.sortable ?? []).map((key) => ({
      name: `${tableOf(resource)}_${snake(key)}_sort_idx`,
      columns: `btree (firm_id, ${snake(key)}, id)`,
    }))
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
    expect(sorts.toSorted(byName)).toEqual(wanted.toSorted(byName))
  },
)

test.each(large)('every reference of %s has an index', async (_, resource) => {
  const indexes = (await indexesOf(resource)).map(({ columns }) => columns)
  const unfound = Object.entries(resource.fields)
    .filter(([, field]) => field.kind === 'reference' && !field.isComputed)
    .map(([key]) => snake(key))
    .filter((column) => !indexes.some((columns) => new RegExp(`^btree \\(firm_id, ${column}[,)]`).test(columns)))
  expect(unfound).toEqual([])
})

test.each(indexedResources().map((r) => [r.name, r] as const))(
  'words are looked up in the index over the text of %s',
  async (_, resource) => {
    const { rows } = await database.kysely.transaction().execute(async (trx) => {
      // On an empty table any index would do, unless checking single rows is expensive, as it is on a full one.
      await sql`set local cpu_operator_cost = 10`.execute(trx)
      return sql<Record<string, string>>`
        explain select from ${sql.table(tableOf(resource))} t
        where ${searchedText(resource, 't.')} like search_fold('%Smith%')`.execute(trx)
    })
    const plan = rows.map((row) => Object.values(row)[0]).join('\n')
    expect(plan).toMatch(new RegExp(`Bitmap Index Scan on ${tableOf(resource)}_text_[0-9a-f]{8}_idx`))
  },
)

test('a database of a newer version is refused, with advice', async () => {
  const other = await openTestDatabase()
  await sql`insert into courtcrier_meta.migrations (name) values ('999999-future.sql')`.execute(other.kysely)
  await expect(migrate(other, {})).rejects.toThrow(MigrationError)
  await expect(migrate(other, {})).rejects.toThrow(/newer version of Courtcrier.*999999-future/)
  await other.close()
})

test('migrating twice does nothing the second time', async () => {
  expect(await migrate(database, {})).toEqual([])
})

async function indexesOf(resource: Resource): Promise<{ name: string; columns: string }[]> {
  const { rows } = await sql<{ name: string; columns: string }>`
    select relname as name, substring(pg_get_indexdef(oid) from ' USING ([^)]*\\))') as columns
    from pg_class join pg_index on indexrelid = oid
    where indrelid = to_regclass(${tableOf(resource)})`.execute(database.kysely)
  return rows.map(({ name, columns }) => ({ name, columns: columns ?? '' }))
}

function uniqueNames(resource: (typeof resources)[number]): string[] {
  return resource.unique
    .flatMap((group) => {
      const name = `${tableOf(resource)}_${group.map(snake).join('_')}`
      // An address is compared without regard to case by its only index.
      const isText = group.some((key) => comparesNames(resource, key))
      return isText ? [`${name}_key`, `${name}_nocase_key`] : [`${name}_key`]
    })
    .toSorted()
}

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
