import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { productRoutes } from '../http/routes.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { denyFields } from '../testing/denied-world.ts'
import { type PastFiling, plantPastFiling } from '../testing/past-filing.ts'

let api: TestApi
let filing: PastFiling

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  filing = await plantPastFiling(api, 1, { client: 'Meridian Freight', document: 'Order' })
  await run(sql`insert into deliveries (firm_id, id, envelope_id, inbox_item_id, email, method, message_id, status)
    values (1, ${newId()}::uuid, ${filing.envelope}::uuid, ${filing.item}::uuid, 'a@one.example', 'PDF', 'm1', 'sent')`)
})
afterAll(() => api.close())

const run = (statement: ReturnType<typeof sql>) => statement.execute(api.services.database.kysely)

/** The cases of all documents and deliveries, as a role sees them. */
async function casesSeenBy(as: TestRole): Promise<unknown[]> {
  const documents = await api.call({ as, url: '/api/v1/document/search' })
  const deliveries = await api.call({ as, url: '/api/v1/delivery/search' })
  const rows = [...(documents.json().documents as AnyRow[]), ...(deliveries.json().deliveries as AnyRow[])]
  return [...new Set(rows.map((row) => row.case_id))]
}

test('documents and deliveries have the case of their filing, also after it was moved', async () => {
  expect(await casesSeenBy('Administrator')).toEqual([filing.case])
  await run(sql`update envelopes set case_id = null where id = ${filing.envelope}::uuid`)
  expect(await casesSeenBy('Administrator')).toEqual([null])
  await run(sql`update envelopes set case_id = ${filing.case}::uuid where id = ${filing.envelope}::uuid`)
})

test('a role that may not see the case of a filing does not see it there', async () => {
  await denyFields(api, [{ resource: envelope, key: 'caseId' }])
  expect(await casesSeenBy('Manager')).toEqual([undefined])
})
