import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { insert, openTestServices, type TestServices } from '../outbox/copies/test-filing.ts'
import { recordTry } from './waiting-mails.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

test('an email that another process has sent in the meantime stays sent when an earlier attempt fails', async () => {
  const id = newId()
  await withSystem(services.database, (trx) =>
    insert(trx, 'address_changes', {
      ...{ firm_id: 1, id, user_id: newId(), former_email: 'former@hale-osei.example', full_name: 'Ruth Osei' },
    }),
  )
  const record = (failure: string | undefined) =>
    withFirm(services.database, 1, (trx) => recordTry(trx, { table: 'address_changes', firmId: 1, id, failure }))
  await record(undefined)
  expect(await record('No answer.')).toBe(false)
  const { rows } = await sql<{ isSent: boolean; sentence: string | null }>`
    select sent_at is not null as "isSent", sentence from address_changes where id = ${id}::uuid`.execute(
    services.database.kysely,
  )
  expect(rows).toEqual([{ isSent: true, sentence: null }])
})
