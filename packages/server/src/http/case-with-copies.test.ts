import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { plantFiling } from '../outbox/copies/test-filing.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
})
afterAll(() => api.close())

test('a case is not deleted while copies were saved for it, although its filings are elsewhere by now, and says so', async () => {
  const filing = await plantFiling(api.services, { documents: [{ title: 'Order', content: 'x' }] })
  const { kysely } = api.services.database
  const copyId = newId()
  await sql`insert into document_copies (firm_id, id, envelope_id, inbox_item_id, storage_policy_id, file_id, copy_key, case_id)
    values (1, ${copyId}::uuid, ${filing.envelopeId}::uuid, ${filing.itemId}::uuid, ${filing.policyId}::uuid, ${'0'.repeat(64)},
      ${copyId}, ${filing.caseId}::uuid)`.execute(kysely)
  await sql`update envelopes set case_id = null where id = ${filing.envelopeId}::uuid`.execute(kysely)
  await sql`update inbox_items set case_id = null where id = ${filing.itemId}::uuid`.execute(kysely)
  const remove = () => api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/case/${filing.caseId}` })
  const refused = await remove()
  expect([refused.status, refused.json().code]).toEqual([409, 'in_use'])
  expect(refused.json().detail).toBe(
    'This record is used by 1 copy in DMS. It can be deactivated instead: Status: Closed.',
  )
  await sql`update document_copies set case_id = null where id = ${copyId}::uuid`.execute(kysely)
  expect((await remove()).status).toBe(204)
})
