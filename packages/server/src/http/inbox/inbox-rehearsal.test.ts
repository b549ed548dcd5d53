import type { Grant } from '@courtcrier/contract/access.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { plantFiling, type TestFiling } from '../../outbox/copies/test-filing.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { inboxRoutes } from './inbox.ts'

let api: TestApi
let filing: TestFiling
const as = 'Docketing'

beforeAll(async () => {
  api = await openTestApi({ register: inboxRoutes })
  filing = await plantFiling(api.services)
  const { itemId, caseId, policyId } = filing
  const results = {
    match: { caseIds: [caseId] },
    address: { recipients: [{ email: 'a.lee@one.example', reason: 'Assigned to the case.' }] },
    store: { copies: [{ storagePolicyId: policyId }] },
  }
  const outcomes = Object.fromEntries(Object.entries(results).map(([name, result]) => [name, { result }]))
  await run(sql`insert into item_progress (firm_id, id, outcomes)
    values (1, ${itemId}::uuid, ${JSON.stringify(outcomes)}::text::jsonb)
    on conflict (firm_id, id) do update set outcomes = excluded.outcomes`)
  const { sha256 } = await api.services.blobs.put(
    Buffer.from('From: clerk@one.example\r\nSubject: Hello\r\n\r\nHello\r\n'),
  )
  await run(sql`update inbox_items set raw_content = ${sha256} where id = ${itemId}::uuid`)
})
afterAll(() => api.close())
beforeEach(() => allow({}))

const run = (statement: ReturnType<typeof sql>) => statement.execute(api.services.database.kysely)

/** Lets the role see everything but what `limits` says. */
async function allow(limits: Readonly<Record<string, string | Grant['fields']>>): Promise<void> {
  const subjects = ['case', 'delivery', 'document_copy', 'storage_policy', 'user']
  const all = subjects.flatMap((subject): [string, unknown][] => [
    [`${subject}_access`, 'READ'],
    [`${subject}_permissions`, {}],
  ])
  const grants = JSON.stringify({ ...Object.fromEntries(all), ...limits })
  await run(sql`update user_security_roles set grants = grants || ${grants}::text::jsonb, updated_at = now()
    where firm_id = 1 and name = ${as}`)
  api.clock.advance(60_000)
}

async function was(): Promise<Readonly<Record<string, unknown[] | null>>> {
  const answer = await api.call({ as, url: `/api/v1/inbox/${filing.itemId}/rehearsal` })
  expect(answer.status, answer.text).toBe(200)
  return answer.json().was as Readonly<Record<string, unknown[] | null>>
}

test('a preview shows what a notice led to', async () => {
  expect(await was()).toMatchObject({
    cases: [{ id: filing.caseId }],
    recipients: [{ email: 'a.lee@one.example' }],
    policies: [{ id: filing.policyId }],
  })
})

test.each([
  ['cases', { case_access: 'DENY' }],
  ['cases', { case_permissions: { name: 'DENY' } }],
  ['recipients', { delivery_access: 'DENY' }],
  ['recipients', { delivery_permissions: { email: 'DENY' } }],
  ['policies', { storage_policy_access: 'DENY' }],
  ['policies', { document_copy_permissions: { storage_policy_id: 'DENY' } }],
] as const)('it shows no %s to a role with %j', async (name, limits) => {
  await allow(limits)
  const shown = await was()
  expect(shown[name]).toBeNull()
  expect(Object.values(shown).filter((each) => each === null)).toHaveLength(1)
})
