import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { migrate } from '../base/db/migrate.ts'
import { findUnsettledAddresses, rowUpdates } from './known-addresses.ts'

/** A database as an older version left it: firms with addresses, without the migrations of this and later versions. */
async function openBeforeDomains(firms: readonly (readonly [number, string])[]): Promise<Database> {
  const database = await openDatabase({})
  onTestFinished(database.close)
  await migrate(database, rowUpdates)
  const run = (statement: string) => sql.raw(statement).execute(database.kysely)
  await run('drop schema firm_rows cascade')
  await run('drop trigger firms_own_addresses on firms')
  await run('drop table firm_domains')
  await run('drop function demand_own_addresses, demand_unused_domain, domain_span_of_address, domain_span_of')
  await run('drop type domain_span cascade')
  await run("delete from courtcrier_meta.migrations where name = '000029-firm-domains.sql'")
  await withSystem(database, async (trx) => {
    for (const [id, addresses] of firms)
      await sql`insert into firms (firm_id, id, name, created_at, incoming_email_addresses)
        values (${id}, ${id}, 'Firm', ${`2026-0${10 - id}-01`}::timestamptz, ${addresses}::text[])`.execute(trx)
  })
  return database
}

test('after the update firms own what they had before, and the older firm owns what two had', async () => {
  // The higher the number, the older the firm.
  const database = await openBeforeDomains([
    [1, '{*@hale.example,ecf@young.example,*@old.example}'],
    [2, '{ecf@hale.example,alone@müller.example,Two@host.example,me@gmail.com,x@sub.old.example}'],
    [3, '{*@OLD.example,three@host.example,ecf@old.example}'],
  ])
  expect(await migrate(database, rowUpdates)).toContain('000029-firm-domains.sql')
  const { rows } = await withSystem(database, (trx) =>
    sql<{ space: string }>`select firm_id || ' ' || coalesce(local_part || '@', '') || domain as space from firm_domains
      where proved_at is not null and given_by = 'upgrade' order by 1`.execute(trx),
  )
  expect(rows.map(({ space }) => space)).toEqual([
    '1 young.example',
    '2 ecf@hale.example',
    '2 me@gmail.com',
    '2 two@host.example',
    '2 xn--mller-kva.example',
    '3 old.example',
    '3 three@host.example',
  ])
  expect(await withSystem(database, findUnsettledAddresses)).toEqual([
    { firmId: 1, address: '*@hale.example' },
    { firmId: 1, address: '*@old.example' },
    { firmId: 2, address: 'x@sub.old.example' },
  ])
})

test('a database without firms is migrated without firms', async () => {
  const database = await openBeforeDomains([])
  expect(await migrate(database, rowUpdates)).toContain('000029-firm-domains.sql')
})
