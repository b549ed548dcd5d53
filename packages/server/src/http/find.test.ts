import { mostFound } from '@courtcrier/contract/calls/console.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { type ApiScenario, openTestApi, type TestApi } from '../testing/api.ts'
import { findRoutes } from './find.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi
let clientId: string
beforeAll(async () => {
  api = await openTestApi({
    register: (scope, services) => {
      resourceRoutes(scope, services)
      findRoutes(scope, services)
    },
  })
  clientId = await create('client', { name: 'Peña Holdings', number: 'C-4711' })
  await create('client', { name: 'Holdings of Boston', number: 'C-9' })
  await create('department', { name: 'Holding pen', number: 'D-1' })
  await create('client', { name: 'Peña of the other firm', number: 'C-4711' }, 2)
  await create('ethical_wall', await wall())
  for (let n = 0; n <= mostFound; n++) await create('location', { name: `Annex ${n}`, code: `A${n}` })
})
afterAll(() => api.close())

async function create(name: string, body: object, firm: 1 | 2 = 1): Promise<string> {
  const answer = await api.call({ as: 'Administrator', firm, method: 'POST', url: `/api/v1/${name}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

async function wall(): Promise<object> {
  const timekeeper = await create('timekeeper', {
    full_name: 'Ann Zimmer',
    sort_name: 'Zimmer, Ann',
    email: 'ann@one.example',
    status: 'Active',
  })
  return { name: 'Peña wall', wall_type: 'EXCLUSIONARY', client_id: clientId, timekeeper_ids: [timekeeper] }
}

const find = (text: string) => `/api/v1/find?freeText=${encodeURIComponent(text)}`

/** Returns the results as `entity: title`. */
async function found(text: string, as: ApiScenario['as'] = 'Administrator'): Promise<string[]> {
  const answer = await api.call({ as, url: find(text) })
  expect(answer.status, answer.text).toBe(200)
  return (answer.json().records as { entity: string; title: string }[]).map(
    ({ entity, title }) => `${entity}: ${title}`,
  )
}

const scenarios: ApiScenario[] = [
  { name: 'nobody is answered without a token', url: find('holdings'), status: 401, containsNot: ['Holdings'] },
  {
    name: 'words are found whatever their accents, and nothing of another firm',
    as: 'Administrator',
    url: find('pena'),
    status: 200,
    contains: ['Peña Holdings', 'Peña wall', 'C-4711'],
    containsNot: ['other firm'],
  },
  {
    name: 'a role finds only what it may read',
    as: 'Docketing',
    url: find('pena'),
    status: 200,
    contains: ['Peña Holdings'],
    containsNot: ['Peña wall'],
  },
  {
    name: 'a word too many finds nothing',
    as: 'Manager',
    url: find('pena xyzzy'),
    status: 200,
    contains: ['"records":[]'],
  },
  { name: 'nothing is found by nothing', as: 'Manager', url: find('  '), status: 200, contains: ['"records":[]'] },
  { name: 'a percent sign is a sign', as: 'Manager', url: find('%'), status: 200, contains: ['"records":[]'] },
  {
    name: 'courts are found by their short names',
    as: 'Manager',
    url: find('cand'),
    status: 200,
    contains: ['"id":"cand"'],
  },
  {
    name: 'lines of the log are no records',
    as: 'Administrator',
    url: find('was created'),
    status: 200,
    contains: ['"records":[]'],
  },
  {
    name: 'a long text is refused',
    as: 'Manager',
    url: find('a'.repeat(201)),
    status: 400,
    contains: ['too_long:200'],
  },
  {
    name: 'control characters are refused',
    as: 'Manager',
    url: find('a\0b'),
    status: 400,
    contains: ['control_characters'],
  },
  {
    name: 'another parameter is refused',
    as: 'Manager',
    url: `${find('a')}&max=9`,
    status: 400,
    contains: ['unknown_field'],
  },
  { name: 'two texts are refused', as: 'Manager', url: `${find('a')}&freeText=b`, status: 400, contains: ['repeated'] },
]

test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', (_, scenario) => api.run(scenario))

describe('a search', () => {
  test('lists the best match first', async () => {
    expect(await found('holding')).toEqual([
      'client: Holdings of Boston',
      'client: Peña Holdings',
      'department: Holding pen',
    ])
    expect((await found('C-4711'))[0]).toBe('client: Peña Holdings')
  })

  test('finds a record by its ID', async () => {
    expect(await found(clientId)).toEqual(['client: Peña Holdings'])
    expect(await found('018f0000-0000-7000-8000-000000000000')).toEqual([])
  })

  test('returns a few of each entity, and says which have more', async () => {
    const answer = (await api.call({ as: 'Administrator', url: find('annex') })).json()
    expect(answer.records).toHaveLength(mostFound)
    expect(answer.more).toEqual(['location'])
  })

  test('finds a rare word behind many newer rows', async () => {
    await withFirm(api.services.database, 1, (trx) =>
      sql`insert into matters (firm_id, id, number, name, client_id, status)
        select 1, gen_random_uuid(), 'M' || n, case n when 7 then 'Quixotic estate' else 'Usual matter' end, ${clientId}::uuid, 'Open'
        from generate_series(1, 600) n`.execute(trx),
    )
    expect(await found('quixotic')).toEqual(['matter: Quixotic estate'])
    expect((await found('usual')).length).toBe(mostFound)
    expect(await found('M599')).toEqual(['matter: Usual matter'])
  })
})

test('a role that may not see a number neither finds by it nor sees it', async () => {
  const made = await api.call({
    as: 'Administrator',
    method: 'POST',
    url: '/api/v1/user_security_role',
    body: {
      name: 'No numbers',
      user_ids: [api.userIds[1]['View Only']],
      client_access: 'READ',
      client_permissions: { number: 'DENY' },
    },
  })
  expect(made.status, made.text).toBe(201)
  await expect.poll(async () => (await found('pena', 'View Only')).join()).toBe('client: Peña Holdings')
  expect(await found('C-4711', 'View Only')).toEqual([])
  const answer = await api.call({ as: 'View Only', url: find('holdings') })
  expect(answer.text).not.toContain('C-4711')
})

test('namesakes come with what tells them apart, as far as the role may read it', async () => {
  for (const name of ['Lake County', 'Polk County']) {
    const jurisdiction = await create('jurisdiction', { name })
    await create('judge', { name: 'Robin Quartz', jurisdiction_id: jurisdiction })
  }
  const detailsFor = async (as: ApiScenario['as']) => {
    const answer = await api.call({ as, url: find('quartz') })
    return (answer.json().records as { detail: string }[]).map(({ detail }) => detail).toSorted()
  }
  expect(await detailsFor('Administrator')).toEqual(['Lake County', 'Polk County'])
  const role = { name: 'No courts', user_ids: [api.userIds[1].Manager], judge_access: 'READ' }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body: role })
  expect(made.status, made.text).toBe(201)
  await expect.poll(() => detailsFor('Manager')).toEqual(['', ''])
})
