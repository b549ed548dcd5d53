import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../base/db/database.ts'
import { withFirmAtWork } from '../../base/db/firm-transaction.ts'
import { openReusedDatabase } from '../../testing/database.ts'
import { entriesRead } from '../../testing/entries-read.ts'
import { readPersonName } from '../matching/person-names.ts'
import { findFiler } from './find-filer.ts'

let database: Database
beforeAll(async () => {
  database = await openReusedDatabase()
})
afterAll(() => database.close())

test.each([
  ['Łukasz Żak', 'ŁUKASZ ŻAK'],
  ['ŞULE ÖZTÜRK', 'Öztürk, Şule'],
  ['Αλέξης Ράμος', 'ΑΛΕΞΗΣ ΡΑΜΟΣ'],
  ["Anne-Marie O'Brien", 'ANNE-MARIE O’BRIEN'],
  ['Chloë Weiß', 'Chloe Weiß'],
])(
  '%s on the case is the filer whom a notice calls %s, whatever the locale of the database knows of letters',
  async (own, given) => {
    const { rows } = await sql<{ id: string }>`
    insert into timekeepers (firm_id, id, full_name, email) select 1, gen_random_uuid(), name, md5(name) || '@hale.example'
    from unnest(${[own, 'Lukas Zander', 'Anne Marie Brown']}::text[]) name returning id`.execute(database.kysely)
    const clues = {
      names: [{ words: readPersonName(given), others: [] }],
      emails: [],
      barNumber: undefined,
      served: [],
    }
    const onCase = rows.map(({ id }) => id)
    const filer = await withFirmAtWork(database, 1, (trx) =>
      findFiler(trx, { firmId: 1, firmName: 'Hale LLP', clues, onCase }),
    )
    expect(filer?.name).toBe(own)
    await sql`delete from timekeepers`.execute(database.kysely)
  },
)

test('the filer is found by the address of an account, and not by reading the accounts of everyone for each person', async () => {
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
})
