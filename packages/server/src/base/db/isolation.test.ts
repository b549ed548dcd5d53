import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import type { Database, Trx } from './database.ts'
import { withFirm, withSystem } from './firm-transaction.ts'

let database: Database
let tables: readonly string[]

beforeAll(async () => {
  database = await openTestDatabase()
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    order by relname`.execute(database.kysely)
  tables = rows.map((row) => row.name)
  await dropConditions()
  for (const table of tables) await withSystem(database, (trx) => plant(trx, table))
})
afterAll(() => database.close())

test('there are tables to check', () => {
  expect(tables.length).toBeGreaterThan(20)
})

test('every table has a firm and row-level security that its owner cannot bypass', async () => {
  const { rows } = await sql<{ name: string; enabled: boolean; forced: boolean; hasFirm: boolean }>`
    select relname as name, relrowsecurity as enabled, relforcerowsecurity as forced,
      exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'firm_id' and attnotnull) as "hasFirm"
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(database.kysely)
  expect(rows.filter((row) => !(row.enabled && row.forced && row.hasFirm))).toEqual([])
})

test("another firm's rows cannot be read, changed or deleted in any table", async () => {
  for (const table of tables) {
    expect(await countAs(1, table), `${table}: the own firm sees its row`).toBe(1)
    expect(await countAs(2, table), `${table}: another firm sees nothing`).toBe(0)
    expect(await affected(2, sql`update ${sql.table(table)} set firm_id = firm_id`), `${table}: update`).toBe(0)
    expect(await affected(2, sql`delete from ${sql.table(table)}`), `${table}: delete`).toBe(0)
    expect(await countAs(1, table), `${table}: still there`).toBe(1)
  }
})

test("the views show only the firm's rows, and are read-only", async () => {
  for (const table of tables) {
    const view = `firm_rows.${table}`
    expect(await countAs(1, view), `${view}: the own firm sees its row`).toBe(1)
    expect(await countAs(2, view), `${view}: another firm sees nothing`).toBe(0)
    for (const firm of [1, 2]) {
      expect(await affected(firm, sql`update ${sql.table(view)} set firm_id = firm_id`), `${view}: update`).toBe(0)
      expect(await affected(firm, sql`delete from ${sql.table(view)}`), `${view}: delete`).toBe(0)
    }
  }
})

test('no row can be written for another firm in any table', async () => {
  for (const table of tables) {
    const write = withFirm(database, 2, (trx) => plant(trx, table))
    await expect(write, table).rejects.toThrow(/row-level security/)
  }
})

test('a transaction without a firm sees nothing', async () => {
  const count = await database.kysely.transaction().execute(async (trx) => {
    await sql`select set_config('role', 'courtcrier_app', true)`.execute(trx)
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from firms) + (select count(*) from firm_rows.firms) as n`.execute(trx)
    return rows[0]?.n
  })
  expect(Number(count)).toBe(0)
})

test('the role and the firm end with the transaction', async () => {
  await withFirm(database, 1, async () => undefined)
  const { rows } = await sql<{ firm: string | null; role: string }>`
    select current_setting('courtcrier.firm_id', true) as firm, current_setting('role') as role`.execute(
    database.kysely,
  )
  expect(rows[0]?.firm ?? '').toBe('')
  expect(rows[0]?.role).toBe('none')
})

async function countAs(firmId: number, table: string): Promise<number> {
  return withFirm(database, firmId, async (trx) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(trx)
    return Number(rows[0]?.n)
  })
}

/** The number of rows affected; 0 if the statement is refused. */
async function affected(firmId: number, statement: ReturnType<typeof sql>): Promise<number> {
  try {
    const result = await withFirm(database, firmId, (trx) => statement.execute(trx))
    return Number(result.numAffectedRows ?? 0)
  } catch (error) {
    expect(String(error)).toMatch(/permission denied/)
    return 0
  }
}

/** Foreign keys, checks and what adds rows elsewhere, so that one minimal row per table is enough; the database belongs to this test alone. */
async function dropConditions(): Promise<void> {
  const { rows } = await sql<{ name: string; table: string }>`
    select conname as name, conrelid::regclass::text as table from pg_constraint
    where contype in ('f', 'c') and connamespace = 'public'::regnamespace and conrelid <> 0 and coninhcount = 0`.execute(
    database.kysely,
  )
  for (const { name, table } of rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(database.kysely)
  }
  // It would add a row to another table.
  await sql`drop trigger note_wall_changes on ethical_walls`.execute(database.kysely)
}

/** Inserts a minimal row of firm 1 into a table. */
async function plant(trx: Trx, table: string): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped and attnotnull and not atthasdef`.execute(
    trx,
  )
  const values = rows.map(({ name, type }) => (name === 'firm_id' ? sql`1` : sampleOf(name, type)))
  await sql`insert into ${sql.table(table)} (${sql.join(rows.map((row) => sql.ref(row.name)))}) values (${sql.join(values)})`.execute(
    trx,
  )
}

const sampleId = '00000000-0000-7000-8000-000000000001'

function sampleOf(name: string, type: string): ReturnType<typeof sql> {
  if (type === 'uuid') return sql`${sampleId}::uuid`
  if (type === 'integer' || type === 'bigint') return sql`1`
  if (type === 'boolean') return sql`true`
  if (type === 'jsonb') return sql`'{}'::jsonb`
  if (type === 'bytea') return sql`'\\x00'::bytea`
  if (type.startsWith('timestamp')) return sql`now()`
  return sql`${name}`
}
