import { filedSections, filedUnder } from '@courtcrier/contract/filed.ts'
import { pluralOf } from '@courtcrier/contract/names.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { plantFiling, type TestFiling } from '../outbox/copies/test-filing.ts'
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
  jurisdictionId: string
  judgeId: string
  preferenceId: string
  formatId: string
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
  mine = await plant(examples, 'cand')
  other = await plant(examples, 'nysd')
  Object.assign(ids, {
    ...{ matter: mine.matterId, case: mine.caseId, timekeeper: mine.personId },
    ...{ judge: mine.judgeId, jurisdiction: mine.jurisdictionId, ecfx_jurisdiction: 'cand' },
  })
})
afterAll(() => api.close())

async function plant(examples: ReturnType<typeof makeExamples>, court: string): Promise<Planted> {
  const filing = await plantFiling(api.services, { documents: [{ title: 'Order', content: 'x' }] })
  const [matterId, personId] = [await examples.idOfNew('matter'), await examples.idOfNew('timekeeper')]
  const [deliveryId, copyId, judgeId] = [newId(), newId(), newId()]
  const jurisdictionId = await examples.idOfNew('jurisdiction')
  const { kysely } = api.services.database
  const ofCourt = await plantCourt(examples, { court, jurisdictionId, envelopeId: filing.envelopeId })
  await sql`update matters set client_id = ${ids.client}::uuid where id = ${matterId}::uuid`.execute(kysely)
  await sql`insert into judges (firm_id, id, name, jurisdiction_id)
    values (1, ${judgeId}::uuid, 'J. Doe', ${jurisdictionId}::uuid)`.execute(kysely)
  await sql`update matters set billing_timekeeper_id = ${personId}::uuid where id = ${matterId}::uuid`.execute(kysely)
  await sql`update cases set matter_id = ${matterId}::uuid, assigned_timekeepers = ${[personId]}::uuid[],
      jurisdiction_id = ${jurisdictionId}::uuid, judge_id = ${judgeId}::uuid
    where id = ${filing.caseId}::uuid`.execute(kysely)
  await sql`insert into deliveries (firm_id, id, envelope_id, inbox_item_id, timekeeper_id, email, method, message_id)
    values (1, ${deliveryId}::uuid, ${filing.envelopeId}::uuid, ${filing.itemId}::uuid, ${personId}::uuid, 'a@one.example', 'PDF', ${deliveryId})`.execute(
    kysely,
  )
  await sql`insert into document_copies (firm_id, id, envelope_id, inbox_item_id, storage_policy_id, file_id, copy_key)
    values (1, ${copyId}::uuid, ${filing.envelopeId}::uuid, ${filing.itemId}::uuid, ${filing.policyId}::uuid, ${'0'.repeat(64)}, ${copyId})`.execute(
    kysely,
  )
  return { ...filing, matterId, personId, deliveryId, copyId, judgeId, jurisdictionId, ...ofCourt }
}

/** Puts the filing and the jurisdiction in the court, and adds a preference and a notice format of it. */
async function plantCourt(
  examples: ReturnType<typeof makeExamples>,
  { court, jurisdictionId, envelopeId }: { court: string; jurisdictionId: string; envelopeId: string },
): Promise<{ preferenceId: string; formatId: string }> {
  const { kysely } = api.services.database
  const [groupId, preferenceId, formatId] = [newId(), await examples.idOfNew('jurisdiction_preference'), newId()]
  await sql`update jurisdictions set ecfx_jurisdiction_ids = ${[court]}::text[] where id = ${jurisdictionId}::uuid`.execute(
    kysely,
  )
  await sql`update envelopes set ecfx_jurisdiction_id = ${court} where id = ${envelopeId}::uuid`.execute(kysely)
  await sql`insert into jurisdiction_groups (firm_id, id, name, jurisdiction_ids)
    values (1, ${groupId}::uuid, ${groupId}, ${[jurisdictionId]}::uuid[])`.execute(kysely)
  await sql`update jurisdiction_preferences set jurisdiction_groups = ${[groupId]}::uuid[]
    where id = ${preferenceId}::uuid`.execute(kysely)
  await sql`insert into notice_formats (firm_id, id, name, ecfx_jurisdiction_id)
    values (1, ${formatId}::uuid, ${formatId}, ${court})`.execute(kysely)
  return { preferenceId, formatId }
}

const idOf: Readonly<Record<string, (planted: Planted) => string>> = {
  matter: ({ matterId }) => matterId,
  case: ({ caseId }) => caseId,
  envelope: ({ envelopeId }) => envelopeId,
  document: ({ documents }) => documents[0]?.id ?? '',
  delivery: ({ deliveryId }) => deliveryId,
  document_copy: ({ copyId }) => copyId,
  timekeeper: ({ personId }) => personId,
  judge: ({ judgeId }) => judgeId,
  jurisdiction: ({ jurisdictionId }) => jurisdictionId,
  jurisdiction_preference: ({ preferenceId }) => preferenceId,
  notice_format: ({ formatId }) => formatId,
}

function filed(under: string, entity: string, call: { as?: TestRole; firm?: 1 | 2; query?: string; id?: string } = {}) {
  // Notice formats are the administrators' own.
  const {
    as = entity === 'notice_format' ? 'Administrator' : 'View Only',
    firm = 1,
    query = '',
    id = ids[under],
  } = call
  return api.call({ as, firm, url: `/api/v1/filed/${under}/${id}/${entity}${query}` })
}

const all = filedUnder.flatMap((under) => filedSections(under).map(({ entity }) => [under, entity] as const))

describe.each(all)('under a %s, each %s', (under, entity) => {
  test('is listed, without those of another', async () => {
    const answer = await filed(under, entity)
    expect(answer.status, answer.text).toBe(200)
    const found = (answer.json()[pluralOf(entity)] as AnyRow[]).map(({ id }) => id)
    expect(found).toContain(idOf[entity]?.(mine))
    expect(found.includes(idOf[entity]?.(other))).toBe(under === 'client')
    expect(Number(answer.headers['x-total-count'])).toBe(found.length)
  })

  test('is paged, and accepts no other parameters', async () => {
    const page = await filed(under, entity, { query: '?max=1&offset=0' })
    expect((page.json()[pluralOf(entity)] as AnyRow[]).length).toBe(1)
    expect((await filed(under, entity, { query: '?freeText=x' })).status).toBe(400)
    expect((await filed(under, entity, { query: '?max=9999' })).status).toBe(400)
  })

  test('is not found for another firm or an unknown record, and requires a login', async () => {
    const elsewhere = await filed(under, entity, { as: 'Administrator', firm: 2 })
    // Courts are the same for every firm; what a firm has of them isn't.
    expect(elsewhere.status).toBe(under === 'ecfx_jurisdiction' ? 200 : 404)
    expect(elsewhere.text).not.toContain(idOf[entity]?.(mine))
    expect((await filed(under, entity, { id: newId() })).status).toBe(404)
    expect((await filed(under, entity, { id: 'x' })).status).toBe(404)
    expect((await api.call({ url: `/api/v1/filed/${under}/${ids[under]}/${entity}` })).status).toBe(401)
  })
})

test('a copy of a filing of several cases is listed with the case that it is for', async () => {
  const { kysely } = api.services.database
  const setCase = (id: string | null) =>
    sql`update document_copies set case_id = ${id}::uuid where id = ${mine.copyId}::uuid`.execute(kysely)
  const listed = async (id: string) => (await filed('case', 'document_copy', { id })).text.includes(mine.copyId)
  await setCase(other.caseId)
  expect([await listed(mine.caseId), await listed(other.caseId)]).toEqual([false, true])
  await setCase(mine.caseId)
  expect([await listed(mine.caseId), await listed(other.caseId)]).toEqual([true, false])
  await setCase(null)
})

test('a court has the records of jurisdictions under a wider entry, and preferences by its kind', async () => {
  const { kysely } = api.services.database
  await sql`update jurisdictions set ecfx_jurisdiction_ids = '{illcirct}' where id = ${other.jurisdictionId}::uuid`.execute(
    kysely,
  )
  await sql`update jurisdiction_groups set categories = '{STATE_TRIAL}', jurisdiction_ids = '{}'
    where ${other.jurisdictionId}::uuid = any(jurisdiction_ids)`.execute(kysely)
  for (const [court, isFound] of [
    ['illcirctcook', true],
    ['illcirct', true],
    ['texdistctharris', false],
  ] as const) {
    expect((await filed('ecfx_jurisdiction', 'case', { id: court })).text.includes(other.caseId), court).toBe(isFound)
    expect((await filed('ecfx_jurisdiction', 'judge', { id: court })).text.includes(other.judgeId)).toBe(isFound)
    const preferences = await filed('ecfx_jurisdiction', 'jurisdiction_preference', { id: court })
    expect(preferences.text).toContain(other.preferenceId)
    expect(preferences.text).not.toContain(mine.preferenceId)
  }
})

test('a role sees no section whose records, or the fields leading to them, it may not see', async () => {
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
  for (const [under, entity] of all.filter(([name]) => name === 'matter' || name === 'client')) {
    const answer = await filed(under, entity, { as: 'Manager' })
    expect(answer.status, `${under} ${entity}`).toBe(entity === 'matter' ? 200 : 403)
    expect(answer.text).not.toContain(mine.caseId)
  }
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
})
