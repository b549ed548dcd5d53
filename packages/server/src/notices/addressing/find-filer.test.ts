import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirmAtWork } from '../../base/db/firm-transaction.ts'
import { openReusedDatabase } from '../../testing/database.ts'
import { entriesRead } from '../../testing/entries-read.ts'
import { findFiler } from './find-filer.ts'

test('the filer is found by the address of an account, and not by reading the accounts of everyone for each person', async () => {
  const database = await openReusedDatabase()
  const count = 300
  await sql`with role as (
      insert into user_security_roles (firm_id, id, name) values (1, gen_random_uuid(), 'Everyone') returning id
    ), person as (
      insert into timekeepers (firm_id, id, full_name, email)
      select 1, gen_random_uuid(), 'Person ' || n, 'p' || n || '@hale.example' from generate_series(1, ${count}::int) n
      returning id, email
    ) insert into users (firm_id, id, full_name, security_role_id, email, timekeeper_id)
      select 1, gen_random_uuid(), 'Someone', role.id, 'Account.' || email, person.id from person, role`.execute(
    database.kysely,
  )
  await sql`insert into firm_domains (firm_id, id, domain, given_by, proved_at)
    values (1, gen_random_uuid(), 'hale.example', 'operator', now())`.execute(database.kysely)
  await sql`analyze`.execute(database.kysely)
  const clues = { names: [], emails: ['account.p7@hale.example'], barNumber: undefined, served: [] }
  const { filer, read } = await withFirmAtWork(database, 1, async (trx) => {
    const before = await entriesRead(trx, 'users')
    const filer = await findFiler(trx, { firmId: 1, firmName: 'Hale LLP', clues, onCase: [] })
    return { filer, read: (await entriesRead(trx, 'users')) - before }
  })
  expect(filer?.name).toBe('Person 7')
  expect(read).toBeLessThan(2 * count)
  await database.close()
})
