import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'
import { storageHierarchyRoutes } from './storage-hierarchy.ts'

let api: TestApi
let caseId: string
let policyId: string
beforeAll(async () => {
  api = await openTestApi({
    register: (scope, services) => {
      resourceRoutes(scope, services)
      storageHierarchyRoutes(scope, services)
    },
  })
  policyId = await make('storage_policy', {
    name: 'Real estate',
    document_path: 'x',
    document_name: 'y',
    dms_credential_id: api.firms[1].dmsCredentialId,
  })
  const clientId = await make('client', { name: 'Acme', number: '1', storage_policy_id: policyId })
  const groupId = await make('practice_group', { name: 'Litigation', practice_code: 'L', storage_policy_id: policyId })
  const matterId = await make('matter', {
    name: 'Merger',
    number: '1',
    client_id: clientId,
    practice_group_id: groupId,
  })
  const jurisdictionId = await make('jurisdiction', { name: 'N.D. Cal.' })
  const timekeeperId = await make('timekeeper', { full_name: 'Ada', email: 'ada@one.example' })
  caseId = await make('case', {
    name: 'A v. B',
    case_number: '1',
    matter_id: matterId,
    jurisdiction_id: jurisdictionId,
    assigned_timekeepers: [timekeeperId],
  })
})
afterAll(() => api.close())

async function make(entity: string, body: object): Promise<string> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

const order = (levels: string[]) =>
  api.call({ as: 'Administrator', method: 'PUT', url: '/api/v1/firm/1', body: { storage_policy_hierarchy: levels } })
const explain = () => api.call({ as: 'Administrator', url: `/api/v1/storage_hierarchy/case/${caseId}` })

test('every level shows how many of its records have their own policy', async () => {
  const answer = await api.call({ as: 'Administrator', url: '/api/v1/storage_hierarchy' })
  expect(answer.json().levels).toEqual([
    { level: 'firm', count: 1 },
    { level: 'location', count: 0 },
    { level: 'practice_group', count: 1 },
    { level: 'client', count: 1 },
    { level: 'matter', count: 0 },
    { level: 'case', count: 0 },
  ])
})

test("for a case, the policy that applies is shown with each level's policy, in the firm's order", async () => {
  await order(['practice_group', 'client'])
  const answer = await explain()
  expect(answer.json()).toMatchObject({
    winner: 'practice_group',
    sentence: 'The practice group\'s storage policy "Real estate" applies.',
    levels: [
      { level: 'practice_group', record: { title: 'Litigation' }, policy: { id: policyId, name: 'Real estate' } },
      { level: 'client', record: { title: 'Acme' }, policy: { id: policyId } },
      { level: 'case', record: { id: caseId, title: 'A v. B' }, policy: null },
      { level: 'matter', policy: null },
      { level: 'location', record: null, has_record: false, policy: null },
      { level: 'firm', policy: { name: 'Firm folder' } },
    ],
  })
  await order(['firm'])
  expect((await explain()).json()).toMatchObject({
    winner: 'firm',
    levels: [{ level: 'firm' }, { level: 'case' }, {}, {}, {}, {}],
  })
})

test.each([
  ['View Only', '/api/v1/storage_hierarchy', 403],
  ['View Only', '/api/v1/storage_hierarchy/case/', 403],
  ['Docketing', '/api/v1/storage_hierarchy/case/', 403],
] as const)('%s is refused at %s', async (as, url, status) => {
  const answer = await api.call({ as, url: url.endsWith('/') ? url + caseId : url })
  expect(answer.status, answer.text).toBe(status)
  expect(answer.text).not.toContain('Real estate')
})

test('a case of another firm, or one that does not exist, is not found', async () => {
  for (const id of [caseId, 'x', '00000000-0000-7000-8000-000000000001']) {
    const answer = await api.call({ as: 'Administrator', firm: 2, url: `/api/v1/storage_hierarchy/case/${id}` })
    expect(answer.status, answer.text).toBe(404)
  }
})

test('documents that another order would save elsewhere are counted, among the latest', async () => {
  const envelopeId = newId()
  const run = (statement: ReturnType<typeof sql>) => statement.execute(api.services.database.kysely)
  await run(sql`insert into envelopes (firm_id, id, case_id, court_envelope_id, date)
    values (1, ${envelopeId}::uuid, ${caseId}::uuid, ${envelopeId}, '2026-11-20')`)
  for (const position of [0, 1])
    await run(sql`insert into documents (firm_id, id, envelope_id, position, title)
      values (1, ${newId()}::uuid, ${envelopeId}::uuid, ${position}, 'Motion')`)
  const moved = async (query: string, as: TestRole = 'Administrator', firm: 1 | 2 = 1) =>
    api.call({ as, firm, url: `/api/v1/storage_hierarchy/moved?${query}` })
  expect((await moved('from=practice_group,client&to=firm')).json()).toEqual({ days: 30, documents: 2, moved: 2 })
  expect((await moved('from=practice_group&to=client')).json()).toMatchObject({ documents: 2, moved: 0 })
  expect((await moved('from=firm&to=firm', 'Administrator', 2)).json()).toMatchObject({ documents: 0, moved: 0 })
  expect((await moved('from=firm&to=planet')).status).toBe(400)
  expect((await moved('from=firm&to=firm', 'View Only')).status).toBe(403)
})
