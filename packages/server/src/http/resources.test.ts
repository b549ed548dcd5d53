import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { decodeRow, decodeRows, encodeRow } from '@courtcrier/contract/wire.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionEntity } from '../auth/authenticate.ts'
import type { Change } from '../base/db/changes.ts'
import { type ApiScenario, openTestApi, type TestApi, testRoles } from '../testing/api.ts'
import { inboxRoutes } from './inbox/inbox.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi
const ids: Record<string, string> = {}

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      inboxRoutes(app, services)
    },
  })
  ids.ours = await make('client', { name: 'Meridian Freight Co.', number: 'C-1' })
  ids.theirs = await make('client', { name: 'Other Firm Client', number: 'C-1' }, 2)
  ids.jurisdiction = await make('jurisdiction', { name: 'N.D. California', ecfx_jurisdiction_ids: ['cand'] })
  ids.timekeeper = await make('timekeeper', { full_name: 'Mara Lowe', email: 'mara@one.example' })
  ids.matter = await make('matter', { name: 'Ortiz', number: 'M-1', client_id: ids.ours })
})
afterAll(() => api.close())

async function make(entity: string, body: object, firm: 1 | 2 = 1): Promise<string> {
  const answer = await api.call({ as: 'Administrator', firm, method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

describe('reading and writing', () => {
  const scenarios: (ApiScenario | (() => ApiScenario))[] = [
    { name: 'nobody is signed in', url: '/api/v1/client/search', status: 401, containsNot: ['Meridian'] },
    {
      name: 'a search gives the rows of the own firm',
      as: 'View Only',
      url: '/api/v1/client/search',
      status: 200,
      contains: ['Meridian Freight Co.'],
      containsNot: ['Other Firm'],
    },
    {
      name: 'free text finds all words in any order',
      as: 'View Only',
      url: '/api/v1/client/search?freeText=freight%20meri',
      status: 200,
      contains: ['Meridian'],
    },
    {
      name: 'free text takes % as a character',
      as: 'View Only',
      url: '/api/v1/client/search?freeText=%25',
      status: 200,
      containsNot: ['Meridian'],
    },
    {
      name: 'an unknown sort is refused by name',
      as: 'View Only',
      url: '/api/v1/client/search?sort=shoe_size',
      status: 400,
      contains: ['"field":"sort"'],
    },
    {
      name: 'an unknown parameter is refused by name',
      as: 'View Only',
      url: '/api/v1/client/search?limit=3',
      status: 400,
      contains: ['"field":"limit"'],
    },
    {
      name: 'a filter that is no JSON is refused',
      as: 'View Only',
      url: '/api/v1/client/search?filters=x',
      status: 400,
      contains: ['filters'],
    },
    {
      name: 'a filter on a reference that is no id is refused',
      as: 'View Only',
      url: `/api/v1/matter/search?filters=${encodeURIComponent('[{"field":"client_id","in":["nobody"]}]')}`,
      status: 400,
      contains: ['not_reference'],
      containsNot: ['Ortiz'],
    },
    {
      name: 'a range that is no number is a 400, not a 500',
      as: 'View Only',
      url: `/api/v1/client/search?filters=${encodeURIComponent('[{"field":"open_date","from":"soon"}]')}`,
      status: 400,
    },
    {
      name: 'a second filter by dates is refused',
      as: 'View Only',
      url: `/api/v1/client/search?filters=${encodeURIComponent('[{"field":"open_date","from":"2026-01-01"},{"field":"created_at","from":"2026-01-01T00:00:00.000Z"}]')}`,
      status: 400,
      contains: ['"field":"filters"', 'Multiple date filters not supported; select two dates.'],
    },
    () => ({
      name: "another firm's id is not there",
      as: 'Administrator',
      url: `/api/v1/client/${ids.theirs}`,
      status: 404,
      containsNot: ['Other Firm'],
    }),
    () => ({
      name: "another firm's row is not changed",
      as: 'Administrator',
      method: 'PUT',
      url: `/api/v1/client/${ids.theirs}`,
      body: { name: 'Mine' },
      status: 404,
    }),
    () => ({
      name: "another firm's row is not deleted",
      as: 'Administrator',
      method: 'DELETE',
      url: `/api/v1/client/${ids.theirs}`,
      status: 404,
    }),
    { name: 'an id that is none is not there', as: 'Administrator', url: '/api/v1/client/42', status: 404 },
    {
      name: 'View Only may not create',
      as: 'View Only',
      method: 'POST',
      url: '/api/v1/client',
      body: { name: 'X', number: 'Y' },
      status: 403,
    },
    {
      name: 'View Only may not see users',
      as: 'View Only',
      url: '/api/v1/user/search',
      status: 403,
      containsNot: ['@one.example'],
    },
    {
      name: 'every missing field is named',
      as: 'Docketing',
      method: 'POST',
      url: '/api/v1/client',
      body: {},
      status: 400,
      contains: ['"field":"name"', '"field":"number"'],
    },
    {
      name: 'an unknown field is named',
      as: 'Docketing',
      method: 'POST',
      url: '/api/v1/client',
      body: { name: 'A', number: 'B', shoe_size: 3 },
      status: 400,
      contains: ['"field":"shoe_size"', 'no field with this name'],
    },
    {
      name: 'a clash names the field',
      as: 'Docketing',
      method: 'POST',
      url: '/api/v1/client',
      body: { name: 'Again', number: 'C-1' },
      status: 409,
      contains: ['"field":"number"', 'Entity already exists'],
    },
    () => ({
      name: "a reference to another firm's record is refused",
      as: 'Docketing',
      method: 'POST',
      url: '/api/v1/matter',
      body: { name: 'A', number: 'B', client_id: ids.theirs },
      status: 400,
      contains: ['"field":"client_id"'],
    }),
    () => ({
      name: 'a case needs its timekeepers',
      as: 'Docketing',
      method: 'POST',
      url: '/api/v1/case',
      body: { name: 'A', case_number: '3:26-cv-1', jurisdiction_id: ids.jurisdiction, matter_id: ids.matter },
      status: 400,
      contains: ['"field":"assigned_timekeepers"', 'At least one item is required.'],
    }),
    () => ({
      name: 'a record in use is not deleted, and says by what',
      as: 'Docketing',
      method: 'DELETE',
      url: `/api/v1/client/${ids.ours}`,
      status: 409,
      contains: ['1 matter'],
    }),
    {
      name: 'a resource that the program writes takes no input',
      as: 'Administrator',
      method: 'POST',
      url: '/api/v1/inbox_item',
      body: { subject: 'x' },
      status: 404,
    },
    {
      name: 'the courts are a resource too',
      as: 'View Only',
      url: '/api/v1/ecfx_jurisdiction/search?freeText=cand',
      status: 200,
      contains: ['"id":"cand"'],
    },
    {
      name: 'titles of ids that lead nowhere are absent',
      as: 'View Only',
      url: '/api/v1/client/titles?ids=nobody',
      status: 200,
      contains: ['{"titles":{},"full":{}}'],
    },
    () => ({
      name: 'the last administrator stays one',
      as: 'Administrator',
      method: 'PUT',
      url: `/api/v1/user/${api.userIds[1].Administrator}`,
      body: { is_active: false },
      status: 400,
      contains: ['no administrator left'],
    }),
    () => ({
      name: 'predefined roles cannot be changed',
      as: 'Administrator',
      method: 'PUT',
      url: `/api/v1/user_security_role/${api.firms[1].roleIds.Manager}`,
      body: { name: 'Boss' },
      status: 400,
      contains: ['Predefined roles'],
    }),
    () => ({
      name: 'predefined roles cannot be removed',
      as: 'Administrator',
      method: 'DELETE',
      url: `/api/v1/user_security_role/${api.firms[1].roleIds.Manager}`,
      status: 409,
      contains: ['Predefined roles'],
    }),
    () => ({
      name: 'everybody may read the own role',
      as: 'View Only',
      url: `/api/v1/user_security_role/${api.firms[1].roleIds['View Only']}`,
      status: 200,
      contains: ['"user_access":"DENY"'],
    }),
    () => ({
      name: 'a broken template is refused when it is saved',
      as: 'Administrator',
      method: 'POST',
      url: '/api/v1/storage_policy',
      body: {
        name: 'Broken',
        document_path: '{{ client.name',
        document_name: 'x',
        dms_credential_id: api.firms[1].dmsCredentialId,
      },
      status: 400,
      contains: ['"field":"document_path"'],
    }),
  ]
  test.each(
    scenarios.map((scenario, index) => [typeof scenario === 'function' ? index : scenario.name, scenario] as const),
  )('scenario %s', (_, scenario) => api.run(typeof scenario === 'function' ? scenario() : scenario))

  test('a change keeps absent fields, clears null ones, and is logged', async () => {
    const id = await make('client', { name: 'Before', number: 'C-9', open_date: '2026-01-02' })
    const answer = await api.call({
      as: 'Docketing',
      method: 'PUT',
      url: `/api/v1/client/${id}`,
      body: { name: 'After', open_date: null },
    })
    expect(answer.json()).toMatchObject({ name: 'After', number: 'C-9', open_date: null })
    const events = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?freeText=After' })
    expect(events.text).toContain('was changed.')
    expect((await api.call({ as: 'Docketing', method: 'DELETE', url: `/api/v1/client/${id}` })).status).toBe(204)
    expect((await api.call({ as: 'Docketing', url: `/api/v1/client/${id}` })).status).toBe(404)
  })

  test('a deactivated user is logged out at once, and stays so when reactivated', async () => {
    const id = api.userIds[2].Manager
    const old = await api.tokenOf('Manager', 2)
    const told: Change[] = []
    const unsubscribe = api.services.feed.subscribe((change) => told.push(change))
    const change = (body: object) =>
      api.call({ as: 'Administrator', firm: 2, method: 'PUT', url: `/api/v1/user/${id}`, body })
    expect((await change({ is_active: false })).status).toBe(200)
    await expect.poll(() => told).toContainEqual({ firmId: 2, entity: sessionEntity, ids: [id] })
    unsubscribe()
    expect((await change({ is_active: true })).status).toBe(200)
    expect((await api.call({ firm: 2, url: '/api/v1/ping', headers: { authorization: `Bearer ${old}` } })).status).toBe(
      401,
    )
  })

  test('protobuf has the same content as JSON, in requests and answers', async () => {
    const body = encodeRow(client, { name: 'Wire & Co.', number: 'C-10' })
    const made = await api.call({
      as: 'Docketing',
      method: 'POST',
      url: '/api/v1/client',
      body,
      accept: 'application/x-protobuf',
    })
    expect(made.status).toBe(201)
    const row = decodeRow(client, made.bytes)
    expect(row).toMatchObject({ name: 'Wire & Co.', number: 'C-10', status: 'Active', openDate: null })
    const list = await api.call({
      as: 'Docketing',
      url: '/api/v1/client/search?freeText=wire',
      accept: 'application/x-protobuf',
    })
    expect(decodeRows(client, list.bytes)).toEqual([row])
    expect(list.headers['x-total-count']).toBe('1')
    expect(list.headers['cache-control']).toBe('no-store')
  })

  test('pages do not overlap, and the total covers all pages', async () => {
    for (let n = 0; n < 7; n++) await make('client', { name: 'Paged', number: `P-${n}` })
    const page = async (offset: number) =>
      (
        await api.call({
          as: 'View Only',
          url: `/api/v1/client/search?freeText=paged&max=3&offset=${offset}&sort=name`,
        })
      ).json().clients as AnyRow[]
    const rows = [...(await page(0)), ...(await page(3)), ...(await page(6))]
    expect(new Set(rows.map((row) => row.id)).size).toBe(7)
  })
})

test('rows are sorted by several columns, and equal ones keep their place from page to page', async () => {
  const statuses = ['Pending', 'Active', 'Closed'] as const
  for (let n = 0; n < 9; n++) await make('client', { name: 'Sorted', number: `S-${n}`, status: statuses[n % 3] })
  const search = async (sort: string, page = '') =>
    (await api.call({ as: 'View Only', url: `/api/v1/client/search?freeText=sorted&sort=${sort}${page}` })).json()
      .clients as AnyRow[]
  const sorted = await search('-status,number')
  expect(sorted.map(({ status, number }) => `${status} ${number}`)).toEqual([
    ...['Pending S-0', 'Pending S-3', 'Pending S-6'],
    ...['Closed S-2', 'Closed S-5', 'Closed S-8'],
    ...['Active S-1', 'Active S-4', 'Active S-7'],
  ])
  const pages = [0, 2, 4, 6, 8].map((offset) => search('name,status', `&max=2&offset=${offset}`))
  const ids = (await Promise.all(pages)).flat().map((row) => row.id)
  expect(ids).toEqual((await search('name,status')).map((row) => row.id))
})

describe('a role that may not see everything', () => {
  test('denied fields are in no answer, sort, filter or free text', async () => {
    const role = await make('user_security_role', {
      name: 'Half blind',
      user_ids: [api.userIds[1].Manager],
      client_access: 'FULL',
      client_permissions: { number: 'DENY', open_date: 'READ' },
    })
    await api.giveRole('Manager', role)
    const call = (url: string, more: object = {}) => api.call({ as: 'Manager', url, ...more })
    expect((await call('/api/v1/client/search')).text).not.toContain('C-1')
    expect((await call(`/api/v1/client/${ids.ours}`)).json()).not.toHaveProperty('number')
    expect((await call('/api/v1/client/search?sort=number')).status).toBe(400)
    expect(
      (await call(`/api/v1/client/search?filters=${encodeURIComponent('[{"field":"number","contains":"C"}]')}`)).status,
    ).toBe(400)
    expect((await call('/api/v1/client/search?freeText=C-1')).json().clients).toEqual([])
    const write = await call(`/api/v1/client/${ids.ours}`, { method: 'PUT', body: { number: 'C-1' } })
    expect(write.status).toBe(400)
    expect(write.text).toContain('"field":"number"')
    expect(
      (await call(`/api/v1/client/${ids.ours}`, { method: 'PUT', body: { open_date: '2026-03-03' } })).text,
    ).toContain('"field":"open_date"')
    expect((await call('/api/v1/matter/search')).status).toBe(403)
    await api.giveRole('Manager', api.firms[1].roleIds.Manager)
  })
})

describe('every resource and role', () => {
  const cases = resources
    .filter((resource) => !resource.isSingleton)
    .flatMap((resource) => testRoles.map((role) => [resource.name, role] as const))
  test.each(cases)('%s can be searched by %s exactly when the role may', async (name, role) => {
    const allowed = role === 'Administrator' || !(await isDenied(role, name))
    const answer = await api.call({ as: role, url: `/api/v1/${name}/search?max=2` })
    expect(answer.status, answer.text).toBe(allowed ? 200 : 403)
  })
})

async function isDenied(role: (typeof testRoles)[number], name: string): Promise<boolean> {
  const row = (await api.call({ as: role, url: `/api/v1/user_security_role/${api.firms[1].roleIds[role]}` })).json()
  const subject = resources.find((resource) => resource.name === name)?.subject
  return row[`${subject}_access`] === 'DENY'
}
