import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../base/db/database.ts'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { giveAddresses } from '../../mail/own-domains.ts'
import { openReusedDatabase } from '../../testing/database.ts'
import { isReceivedAt } from './find-insider.ts'

let database: Database
beforeAll(async () => {
  database = await openReusedDatabase()
  await withSystem(database, async (trx) => {
    await sql`insert into firms (firm_id, id, name) values (1, 1, 'A firm'), (2, 2, 'Another')`.execute(trx)
    await giveAddresses(trx, { firmId: 1, addresses: ['*@hale.example', 'harlan@in.example'] })
    await sql`insert into mailboxes (firm_id, id, name, address, service, folder)
      values (1, ${newId()}::uuid, 'Notices', 'Hale.Notices@mail.example', 'custom', 'INBOX')`.execute(trx)
  })
})
afterAll(() => database.close())

test.each([
  ['jane@lists.hale.example', true],
  ['harlan+court@in.example', true],
  ['hale.notices@mail.example', true],
  ['other@in.example', false],
  ['bob@mail.example', false],
  ['no address', false],
])('whether the firm receives mail at %s: %s', async (address, isReceived) => {
  expect(await withFirm(database, 1, (trx) => isReceivedAt(trx, 1, address))).toBe(isReceived)
  expect(await withFirm(database, 2, (trx) => isReceivedAt(trx, 2, address))).toBe(false)
})
