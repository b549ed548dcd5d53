import { filedSections, filedUnder } from '@courtcrier/contract/filed.ts'
import { pluralOf } from '@courtcrier/contract/names.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { plantFiling, type TestFiling } from '../storage/test-filing.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { makeExamples } from '../testing/examples.ts'
import { filedRoutes } from './filed.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi
/** Two filings of two matters of one client: what is under one must not be under the other. */
let mine: Planted
let other: Planted
const ids: Record<string, string> = {}

interface Planted extends TestFiling {
  matterId: string
  personId: string
  deliveryId: string
  copyId: string
}

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      filedRoutes(app, services)
    },
  })
  const examples = makeExamples(api)
  ids.client = await examples.idOfNew('client')
  mine = await plant(examples)
  other = await plant(examples)
  ids.matter = mine.matterId
})
afterAll(() => api.close())

async function plant(examples: ReturnType<typeof makeExamples>): Promise<Planted> {
  const filing = await plantFiling(api.services, { documents: [{ title: 'Order', content: 'x' }] })
  const [matterId, personId] = [await examples.idOfNew('matter'), await examples.idOfNew('timekeeper')]
  const [deliveryId, copyId] = [newId(), newId()]
  const { kysely } = api.services.database
  await sql`update matters set client_id = ${ids.client}::uuid where id = ${matterId}::uuid`.execute(kysely)
  await sql`update cases set matter_id = ${matterId}::uuid, assigned_timekeepers = ${[personId]}::uuid[]
    where id = ${filing.caseId}::uuid`.execute(kysely)
  await sql`insert into deliveries (firm_id, id, envelope_id, inbox_item_id, email, method, message_id)
    values (1, ${deliveryId}::uuid, ${filing.envelopeId}::uuid, ${filing.itemId}::uuid, 'a@one.example', 'PDF', ${deliveryId})`.execute(
    kysely,
  )
  await sql`insert into document_copies (firm_id, id, envelope_id, inbox_item_id, storage_policy_id, file_id, copy_key)
    values (1, ${copyId}::uuid, ${filing.envelopeId}::uuid, ${filing.itemId}::uuid, ${filing.policyId}::uuid, 'x', ${copyId})`.execute(
    kysely,
  )
  return { ...filing, matterId, personId, deliveryId, copyId }
}

const idOf: Readonly<Record<string, (planted: Planted) => string>> = {
  matter: ({ matterId }) => matterId,
  case: ({ caseId }) => caseId,
  envelope: ({ envelopeId }) => envelopeId,
  document: ({ documents }) => documents[0]?.id ?? '',
  delivery: ({ deliveryId }) => deliveryId,
  document_copy: ({ copyId }) => copyId,
  timekeeper: ({ personId }) => personId,
}

function filed(under: string, entity: string, call: { as?: TestRole; firm?: 1 | 2; query?: string; id?: string } = {}) {
  const { as = 'View Only', firm = 1, query = '', id = ids[under] } = call
  return api.call({ as, firm, url: `/api/v1/filed/${under}/${id}/${entity}${query}` })
}

const all = filedUnder.flatMap((under) => filedSections(under).map(({ entity }) => [under, entity] as const))

describe.each(all)('under a %s, each %s', (under, entity) => {
  test('is there, and none of another', async () => {
    const answer = await filed(under, entity)
    expect(answer.status, answer.text).toBe(200)
    const found = (answer.json()[pluralOf(entity)] as AnyRow[]).map(({ id }) => id)
    expect(found).toContain(idOf[entity]?.(mine))
    expect(found.includes(idOf[entity]?.(other))).toBe(under === 'client')
    expect(Number(answer.headers['x-total-count'])).toBe(found.length)
  })

  test('is paged, and asked for by nothing else', async () => {
    const page = await filed(under, entity, { query: '?max=1&offset=0' })
    expect((page.json()[pluralOf(entity)] as AnyRow[]).length).toBe(1)
    expect((await filed(under, entity, { query: '?freeText=x' })).status).toBe(400)
    expect((await filed(under, entity, { query: '?max=9999' })).status).toBe(400)
  })

  test('is nothing to another firm, to nobody, and of no record', async () => {
    expect((await filed(under, entity, { as: 'Administrator', firm: 2 })).status).toBe(404)
    expect((await filed(under, entity, { id: newId() })).status).toBe(404)
    expect((await filed(under, entity, { id: 'x' })).status).toBe(404)
    expect((await api.call({ url: `/api/v1/filed/${under}/${ids[under]}/${entity}` })).status).toBe(401)
  })
})

test('a role sees no section whose records, or what leads to them, it may not see', async () => {
  const role = {
    name: 'No way',
    case_access: 'READ',
    case_permissions: { matter_id: 'DENY' },
    matter_access: 'READ',
    client_access: 'READ',
    envelope_access: 'READ',
    document_access: 'DENY',
    user_ids: [api.userIds[1].Manager],
  }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body: role })
  expect(made.status, made.text).toBe(201)
  await api.giveRole('Manager', String(made.json().id))
  for (const [under, entity] of all) {
    const answer = await filed(under, entity, { as: 'Manager' })
    expect(answer.status, `${under} ${entity}`).toBe(entity === 'matter' ? 200 : 403)
    expect(answer.text).not.toContain(mine.caseId)
  }
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
})
