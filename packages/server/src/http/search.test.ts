import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi
const many = 12_000

beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
  for (const firm of [1, 2] as const) await fillClients(firm)
  for (const name of names) await make('client', { name, number: `N-${names.indexOf(name)}` })
  await make('client', { name: 'Theirs Zyxwood', number: 'T-1' }, 2)
}, 120_000)
afterAll(() => api.close())

const names = [
  'Müller & Peña GmbH',
  'ZYXWOOD Partners',
  'O\'Brien "Zyxwood" Estate',
  '100% Zyxquality_Foods',
  'Back\\slash Zyx',
  'Željko Þór',
]

/** Creates more clients than are counted: half of them without a date, a tenth of one kind, in both firms. */
async function fillClients(firm: 1 | 2): Promise<void> {
  await sql`
    insert into clients (firm_id, id, name, number, status, open_date, created_at)
    select ${firm}::integer, md5(n || 'x' || ${firm}::integer)::uuid,
      'Acme ' || case when n % 10 = 0 then 'Tenthly ' else '' end || 'Holdings ' || n, 'C-' || lpad(n::text, 6, '0'),
      case when n % 3 = 0 then 'Closed' else 'Active' end, case when n % 2 = 0 then date '2020-01-01' + n % 700 end,
      timestamptz '2020-01-01' + n * interval '1 minute'
    from generate_series(1, ${many}::integer) n`.execute(api.services.database.kysely)
  await sql`analyze clients`.execute(api.services.database.kysely)
}

async function make(entity: string, body: object, firm: 1 | 2 = 1): Promise<string> {
  const answer = await api.call({ as: 'Administrator', firm, method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

async function search(parameters: Readonly<Record<string, string>>, entity = 'client') {
  const answer = await api.call({ as: 'View Only', url: `/api/v1/${entity}/search?${new URLSearchParams(parameters)}` })
  const rows = answer.status === 200 ? (Object.values(answer.json())[0] as AnyRow[]) : []
  return { ...answer, rows, names: rows.map((row) => row.name), total: answer.headers['x-total-count'] }
}

describe('words among many records', () => {
  test.each([
    ['zyxwood', [names[2], names[1]]],
    ['ZYXWOOD part', [names[1]]],
    ['muller', [names[0]]],
    ['MÜLLER', [names[0]]],
    ['pena gmbh', [names[0]]],
    ['zeljko', [names[5]]],
    ['þór', [names[5]]],
    ['"zyxwood"', [names[2]]],
    ["o'brien", [names[2]]],
    ['100% zyx', [names[3]]],
    ['quality_foods', [names[3]]],
    ['qualityxfoods', []],
    ['%%% zyx', []],
    ['back\\slash', [names[4]]],
    ['zyx\\', []],
    ['holdings 000417', ['Acme Holdings 417']],
    ['c-000417', ['Acme Holdings 417']],
    ["zyx'; drop table clients; --", []],
    ['theirs', []],
  ])('%s', async (freeText, found) => {
    const answer = await search({ freeText })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.names).toEqual(found)
    expect(answer.total).toBe(String(found.length))
    expect(answer.headers).not.toHaveProperty('x-total-at-least')
  })

  test.each(['acme', 'holdings acme', 'a', 'c-', '%', '__'])('%s is too broad', async (freeText) => {
    const answer = await search({ freeText })
    expect(answer.status).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'too_broad',
      detail: 'Too many results, please enter more specific keywords',
    })
    expect(answer.text).not.toContain('Acme')
  })

  test('words that are too broad alone are accepted with a filter', async () => {
    const filters = JSON.stringify([{ field: 'status', in: ['Closed'] }])
    const answer = await search({ freeText: 'acme', filters })
    expect([answer.status, answer.total]).toEqual([200, String(many / 3)])
  })

  test('with few records, the shortest word finds its matches', async () => {
    await make('department', { name: 'Litigation', number: 'D1' })
    await make('matter', {
      name: 'Of Q',
      number: 'M-1',
      client_id: (await search({ freeText: 'zyxwood' })).rows[0]?.id,
    })
    expect((await search({ freeText: 'li' }, 'department')).names).toEqual(['Litigation'])
    expect((await search({ freeText: 'q' }, 'matter')).names).toEqual(['Of Q'])
  })
})

describe('pages', () => {
  test.each(['name', '-name', 'openDate', '-openDate', 'status,-number', '-createdAt'])(
    'sorted by %s have every record once, those without a value last',
    async (sort) => {
      const filters = JSON.stringify([{ field: 'number', contains: 'C-0004' }])
      const whole = (await search({ sort, filters, max: '500' })).rows
      expect(whole).toHaveLength(100)
      const pages: AnyRow[] = []
      for (let offset = 0; offset < 130; offset += 13) {
        const page = await search({ sort, filters, max: '13', offset: String(offset) })
        expect(page.total).toBe('100')
        pages.push(...page.rows)
      }
      expect(pages.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
      const field = sort === '-openDate' || sort === 'openDate' ? 'open_date' : undefined
      if (field)
        expect(whole.map((row) => row[field] === null)).toEqual([...Array(50).fill(false), ...Array(50).fill(true)])
    },
  )

  test('of a search by words keep their order', async () => {
    const wanted = { freeText: 'tenthly', sort: '-openDate', max: '400' }
    const ids: unknown[] = []
    for (let offset = 0; offset < 1600; offset += 400) {
      const page = await search({ ...wanted, offset: String(offset) })
      expect(page.total).toBe(String(many / 10))
      ids.push(...page.rows.map(({ id }) => id))
    }
    expect(new Set(ids).size).toBe(many / 10)
    expect(ids).toHaveLength(many / 10)
  })

  test('can be sorted only in orders that have an index', async () => {
    const answer = await search({ sort: 'originating_timekeeper_id' })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('"field":"sort"')
  })
})

describe('the number of matches', () => {
  test('is returned even without a row', async () => {
    expect((await search({ freeText: 'zyxwood', max: '0' })).total).toBe('2')
    expect((await search({ sort: '-openDate', max: '0' })).total).toBe('10000')
    expect((await search({ freeText: 'acme', max: '0' })).status).toBe(422)
  })

  test('is exact up to ten thousand, and a lower bound above', async () => {
    const first = await search({})
    expect([first.total, first.headers['x-total-at-least']]).toEqual(['10000', 'true'])
    const late = await search({ offset: '11000', max: '50' })
    expect([late.total, late.headers['x-total-at-least']]).toEqual(['11050', 'true'])
    const last = await search({ offset: String(many), max: '50' })
    expect([last.total, last.headers['x-total-at-least']]).toEqual([String(many + names.length), undefined])
  })

  test('is counted in full on request', async () => {
    const count = (query: string) => api.call({ as: 'View Only', url: `/api/v1/client/count${query}` })
    expect((await count('')).json()).toEqual({ count: many + names.length })
    expect((await count('?freeText=tenthly')).json()).toEqual({ count: many / 10 })
    const filters = encodeURIComponent(JSON.stringify([{ field: 'open_date', isEmpty: true }]))
    expect((await count(`?filters=${filters}`)).json()).toEqual({ count: many / 2 + names.length })
    expect((await count('?max=1')).status).toBe(400)
    expect((await count('?filters=[{"field":"shoe_size","in":["1"]}]')).status).toBe(400)
    expect((await api.call({ url: '/api/v1/client/count' })).status).toBe(401)
  })

  test('is not returned to a role that may not see the records', async () => {
    const role = await make('user_security_role', {
      name: 'Blind',
      client_access: 'DENY',
      user_ids: [api.userIds[1].Docketing],
    })
    await api.giveRole('Docketing', role)
    const answer = await api.call({ as: 'Docketing', url: '/api/v1/client/count' })
    expect([answer.status, answer.text.includes(String(many))]).toEqual([403, false])
  })
})

test('words are not searched in a field the role may not see', async () => {
  const fields = { client_access: 'READ', client_permissions: { number: 'DENY' } }
  const role = await make('user_security_role', {
    name: 'Without numbers',
    user_ids: [api.userIds[1].Manager],
    ...fields,
  })
  await api.giveRole('Manager', role)
  const call = async (freeText: string) =>
    (await api.call({ as: 'Manager', url: `/api/v1/client/search?freeText=${freeText}` })).json().clients
  expect(await call('c-000417')).toEqual([])
  expect(await call('zyxwood')).toHaveLength(2)
})

test('an invalid ID is refused, and IDs in lists are found', async () => {
  const client = (await search({ freeText: 'zyxwood' })).rows[0]?.id
  const matter = await make('matter', { name: 'Zyx', number: 'M-2', client_id: client })
  const jurisdiction = await make('jurisdiction', { name: 'N.D. California' })
  const [one, two] = [await make('timekeeper', { full_name: 'One' }), await make('timekeeper', { full_name: 'Two' })]
  await make('case', {
    name: 'In re Zyx',
    case_number: '1:26-cv-1',
    jurisdiction_id: jurisdiction,
    matter_id: matter,
    assigned_timekeepers: [one],
  })
  const ask = (field: string, ...values: unknown[]) =>
    search({ filters: JSON.stringify([{ field, in: values }]) }, 'case')
  const by = async (field: string, ...values: unknown[]) => (await ask(field, ...values)).names
  expect(await by('assigned_timekeepers', two, one)).toEqual(['In re Zyx'])
  expect(await by('assigned_timekeepers', two)).toEqual([])
  expect(await by('matter_id', matter, one)).toEqual(['In re Zyx'])
  expect(await by('matter_id')).toEqual([])
  expect((await ask('matter_id', matter, 'nothing')).status).toBe(400)
  expect((await ask('assigned_timekeepers', "'")).json().errors).toMatchObject([{ code: 'not_reference' }])
})

test('dates and times are found by the value they are answered with, however it is written', async () => {
  const values = { name: 'Dated Zyxdate', number: 'D-1', open_date: '2024-02-29' }
  await make('client', values)
  const [row] = (await search({ freeText: 'zyxdate' })).rows
  const by = async (field: string, value: unknown) =>
    (await search({ freeText: 'zyxdate', filters: JSON.stringify([{ field, in: [value] }]) })).names
  expect(await by('open_date', '2024-02-29')).toEqual([values.name])
  expect(await by('open_date', '2024-02-28')).toEqual([])
  for (const field of ['created_at', 'updated_at']) {
    expect(await by(field, row?.[field])).toEqual([values.name])
    expect(await by(field, String(row?.[field]).replace('Z', '+00:00'))).toEqual([values.name])
  }
  expect(await by('id', row?.id)).toEqual([values.name])
})

test('a number is compared as a number, and one that the column cannot hold is refused', async () => {
  const by = (field: string, filter: object) => search({ filters: JSON.stringify([{ field, ...filter }]) }, 'document')
  expect((await by('position', { in: ['1e0', '+2'] })).status).toBe(200)
  expect((await by('position', { from: '1e1' })).status).toBe(200)
  expect((await by('position', { in: ['1.5'] })).status).toBe(400)
  expect((await by('sealed', { in: ['yes', 'perhaps'] })).status).toBe(400)
})
