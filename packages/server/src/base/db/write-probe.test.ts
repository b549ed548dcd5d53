import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { isDatabaseAway } from './away.ts'
import type { Database } from './database.ts'
import { withFirm } from './firm-transaction.ts'
import { probeWrites, watchWrites } from './write-probe.ts'

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

/** Makes writes to a table fail as PostgreSQL does on a full disk or a read-only server. */
async function refuseWrites(table: string, code: string): Promise<void> {
  await sql
    .raw(`create or replace function refuse_write() returns trigger language plpgsql as
      $$ begin raise exception 'refused' using errcode = '${code}'; end $$`)
    .execute(database.kysely)
  await sql
    .raw(`create trigger refusal before insert or update or truncate on ${table} execute function refuse_write()`)
    .execute(database.kysely)
}

async function allowWrites(table: string): Promise<void> {
  await sql.raw(`drop trigger refusal on ${table}`).execute(database.kysely)
}

const probe = 'courtcrier_meta.write_probe'
const room = 'courtcrier_meta.write_probe_room'

test.each([
  [probe, '53100', 'its disk is full'],
  [probe, '25006', 'it is read-only'],
  [room, '53100', 'its disk is full'],
])('a database that refuses to write to %s (%s) takes no writes until it does', async (table, code, reason) => {
  await probeWrites(database)
  expect(database.writes.current()).toBeUndefined()
  await refuseWrites(table, code)
  await probeWrites(database)
  expect(database.writes.current()).toMatchObject({ reason })
  await allowWrites(table)
  await probeWrites(database)
  expect(database.writes.current()).toBeUndefined()
})

test('the probe leaves one row and an empty table', async () => {
  for (let n = 0; n < 3; n++) await probeWrites(database)
  const { rows } = await sql<object>`select (select count(*)::int from courtcrier_meta.write_probe) as rows,
    pg_relation_size('courtcrier_meta.write_probe_room')::int as bytes`.execute(database.kysely)
  expect(rows).toEqual([{ rows: 1, bytes: 0 }])
})

test('work that is refused says so at once, and the watch notices when it is over', async () => {
  await sql`create table notes (firm_id int)`.execute(database.kysely)
  await sql`grant all on notes to courtcrier_app`.execute(database.kysely)
  await refuseWrites('notes', '53100')
  const write = () => withFirm(database, 1, (trx) => sql`insert into notes values (1)`.execute(trx))
  await expect(write()).rejects.toSatisfy(isDatabaseAway)
  expect(database.writes.current()).toMatchObject({ reason: 'its disk is full', failures: 1 })
  const stop = watchWrites(database, () => undefined)
  await expect.poll(() => database.writes.current()).toBeUndefined()
  stop()
})

test('any other error is not taken for a refusal', async () => {
  await sql`drop table courtcrier_meta.write_probe`.execute(database.kysely)
  await expect(probeWrites(database)).rejects.toThrow(/write_probe/)
  expect(database.writes.current()).toBeUndefined()
})
