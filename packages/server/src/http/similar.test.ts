import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { SimilarRecord } from '@courtcrier/contract/similar.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'
import { similarRoutes } from './similar.ts'

let api: TestApi
const ids: Record<string, string> = {}
beforeAll(async () => {
  api = await openTestApi({
    register: (scope, services) => {
      resourceRoutes(scope, services)
      similarRoutes(scope, services)
    },
  })
  ids.client = await make('client', { name: 'Meridian Freight Co.', number: 'C-0417' })
  ids.matter = await make('matter', { name: 'Ortiz', number: '20417-003', client_id: ids.client })
  ids.timekeeper = await make('timekeeper', { full_name: 'Mara Lowe' })
  ids.north = await make('jurisdiction', { name: 'N.D. California', ecfx_jurisdiction_ids: ['cand'] })
  ids.alsoNorth = await make('jurisdiction', { name: 'California Northern', ecfx_jurisdiction_ids: ['cand', 'canb'] })
  ids.south = await make('jurisdiction', { name: 'S.D. New York', ecfx_jurisdiction_ids: ['nysd'] })
  ids.ortiz = await makeCase('Ortiz v. Meridian Freight Co.', '1:24-cv-00315-RS', 'north')
  ids.other = await makeCase('United States v. Hale', '1:24-cr-00977', 'south')
})
afterAll(() => api.close())

async function make(entity: string, body: AnyRow, firm: 1 | 2 = 1): Promise<string> {
  const answer = await api.call({ as: 'Administrator', firm, method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

function makeCase(name: string, number: string, place: string): Promise<string> {
  const body = { name, case_number: number, jurisdiction_id: ids[place], matter_id: ids.matter }
  return make('case', { ...body, assigned_timekeepers: [ids.timekeeper] })
}

const ask = (entity: string, body: object, { as = 'Docketing', firm = 1 }: { as?: TestRole; firm?: 1 | 2 } = {}) =>
  api.call({ as, firm, method: 'POST', url: `/api/v1/${entity}/similar`, body })

async function found(entity: string, body: object): Promise<readonly SimilarRecord[]> {
  const answer = await ask(entity, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.json().similar as SimilarRecord[]
}

describe('a case by its docket number', () => {
  test.each([
    ['1:24-cv-00315-RS', 'same_number'],
    ['1:24-cv-00315', 'other_spelling'],
    ['1:2024-cv-315', 'other_spelling'],
    ['1:24-CV-00315-JD', 'other_spelling'],
    ['24-cv-315', 'part_of_number'],
    ['24-00315', 'part_of_number'],
  ])('%s is found: %s', async (case_number, reason) => {
    expect(await found('case', { case_number })).toMatchObject([
      { id: ids.ortiz, title: 'Ortiz v. Meridian Freight Co.', reasons: [reason] },
    ])
  })

  test.each(['1:24-cr-00315', '1:23-cv-00315', '2:24-cv-00315', '1:24-cv-003', '1:24', ''])(
    '%j is a different case',
    async (case_number) => {
      expect(await found('case', { case_number })).toEqual([])
    },
  )

  test('is the same only within jurisdictions that share a court', async () => {
    const typed = { case_number: '1:24-cv-00315' }
    for (const place of ['north', 'alsoNorth']) {
      expect(await found('case', { ...typed, jurisdiction_id: ids[place] })).toMatchObject([{ id: ids.ortiz }])
    }
    expect(await found('case', { ...typed, jurisdiction_id: ids.south })).toEqual([])
  })
})

describe('a case by its caption', () => {
  test.each([
    ['Ortiz v. Meridian Freight Co.', 'same_name'],
    ['ORTIZ vs Meridian Freight Company, Inc.', 'near_name'],
    ['Ortis v. Meridian Freight', 'near_name'],
    ['Ortiz v. Meridian Frieght', 'near_name'],
  ])('%s: %s', async (name, reason) => {
    expect(await found('case', { name })).toMatchObject([{ id: ids.ortiz, reasons: [reason] }])
  })

  test.each(['Ortiz', 'Ortiz v. Meridian', 'Meridian Freight Co. v. Ortiz', 'United States v. Hall', 'v.'])(
    '%s is a different case',
    async (name) => {
      expect((await found('case', { name })).map(({ id }) => id)).not.toContain(ids.ortiz)
    },
  )

  test('matches of name and number together are listed first, with both reasons', async () => {
    const named = await makeCase('Ortiz v. Meridian Freight Company', '3:25-cv-07001', 'south')
    const similar = await found('case', { name: 'Ortiz v Meridian Freight', case_number: '1:24-cv-00315' })
    expect(similar.map(({ id }) => id)).toEqual([ids.ortiz, named])
    expect(similar[0]).toMatchObject({
      reasons: ['other_spelling', 'near_name'],
      why: 'It has this number, written differently. Its name is almost the same.',
      values: { case_number: '1:24-cv-00315-RS', jurisdiction_id: ids.north, status: 'Open' },
    })
  })

  test('the record itself is left out', async () => {
    expect(await found('case', { id: ids.ortiz, case_number: '1:24-cv-00315' })).toEqual([])
  })
})

test.each([
  ['matter', { number: '20417.3' }, () => ids.matter],
  ['matter', { name: 'ORTIZ' }, () => ids.matter],
  ['client', { number: 'c 417' }, () => ids.client],
  ['client', { name: 'Meridian Freigth Company' }, () => ids.client],
] as const)('a %s by %j', async (entity, body, id) => {
  expect(await found(entity, body)).toMatchObject([{ id: id() }])
})

test('names that differ in a digit are numbered, not misspelled', async () => {
  await make('client', { name: 'Harbor Holdings 14', number: 'H-14' })
  expect(await found('client', { name: 'Harbor Holdings 15' })).toEqual([])
})

describe('who sees similar records', () => {
  test('nobody of another firm', async () => {
    const answer = await ask('case', { case_number: '1:24-cv-00315', name: 'Ortiz v. Meridian Freight' }, { firm: 2 })
    expect([answer.status, answer.json()]).toEqual([200, { similar: [] }])
  })

  test('everyone who may read cases, and no one else', async () => {
    expect((await ask('case', { case_number: '1:24-cv-00315' }, { as: 'View Only' })).text).toContain(ids.ortiz)
    const role = await make('user_security_role', {
      name: 'No cases',
      client_access: 'READ',
      user_ids: [api.userIds[1]['View Only']],
    })
    await api.giveRole('View Only', role)
    expect((await ask('case', { case_number: '1:24-cv-00315' }, { as: 'View Only' })).status).toBe(403)
  })

  test('nothing is found by a field the role does not see', async () => {
    const grants = { case_access: 'READ', case_permissions: { case_number: 'DENY', jurisdiction_id: 'DENY' } }
    const user_ids = [api.userIds[1]['View Only']]
    await api.giveRole('View Only', await make('user_security_role', { name: 'No numbers', user_ids, ...grants }))
    expect((await ask('case', { case_number: '1:24-cv-00315' }, { as: 'View Only' })).json()).toEqual({ similar: [] })
    const byName = await ask('case', { name: 'Ortiz v Meridian Freight Co' }, { as: 'View Only' })
    expect(byName.text).toContain(ids.ortiz)
    expect(byName.text).not.toContain('00315')
    expect(byName.text).not.toContain(ids.north)
  })
})

test.each([
  [{ description: 'x' }, 'description'],
  [{ name: ['x'] }, 'name'],
  [{ name: 'x'.repeat(501) }, 'name'],
  [{ name: 'a\0b' }, 'name'],
])('%j is refused, naming the field', async (body, field) => {
  const answer = await ask('case', body)
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(`"field":"${field}"`)])
})

test('a resource without likeness has no such route', async () => {
  expect((await ask('judge', { name: 'x' })).status).toBe(405)
})

test('it reads a few rows by indexes, however many there are', async () => {
  await withFirm(api.services.database, 1, async (trx) => {
    // A table of a few rows is read as a whole where its statistics are known, as after another test's import.
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_sort = off`.execute(trx)
    for (const [column, bound] of [
      ['number_key', '315'],
      ['name_key', 'ortizmeridianfreight'],
      ['name_key_back', 'thgierfnaidirem'],
    ]) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from cases t
        where t.firm_id = 1 and ${sql.ref(`t.${column}`)} >= ${sql.lit(bound)}
        order by ${sql.ref(`t.${column}`)} limit 30`.execute(trx)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(new RegExp(`Index Cond:.*\\(${column} >=`))
      expect(plan).not.toContain('Sort')
    }
  })
})
