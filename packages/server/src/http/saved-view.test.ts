import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { type ApiScenario, openTestApi, type TestApi, type TestRole, testRoles } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'
import { exportRoutes } from './transfer/export.ts'
import { undoRoutes } from './undo.ts'

let api: TestApi
const ids: Record<string, string> = {}
const url = '/api/v1/saved_view'

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      exportRoutes(app, services)
      undoRoutes(app, services)
    },
  })
  ids.docketing = String(api.firms[1].roleIds.Docketing)
  for (const as of testRoles) ids[as] = await make(as, { name: `Own of ${as}` })
  ids.firm = await make('Administrator', {
    name: 'For the firm',
    audience: 'firm',
    state: 'f.status=Pending&sort=-number',
    layout: JSON.stringify({ columns: ['number', 'name'], widths: { number: 90 }, density: 'compact', isPinned: true }),
  })
  ids.role = await make('Administrator', { name: 'For docketing', audience: 'role', role_id: ids.docketing })
  ids.theirs = await make('Administrator', { name: 'Of another firm', audience: 'firm' }, 2)
  ids.users = await make('Administrator', { name: 'Of the users', entity: 'user', audience: 'firm' })
})
afterAll(() => api.close())

async function make(as: TestRole, body: AnyRow, firm: 1 | 2 = 1): Promise<string> {
  const answer = await send(as, body, firm)
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

function send(as: TestRole, body: AnyRow, firm: 1 | 2 = 1) {
  return api.call({ as, firm, method: 'POST', url, body: { entity: 'client', ...body } })
}

const seen: Readonly<Record<TestRole, readonly string[]>> = {
  Administrator: ['Own of Administrator', 'For the firm', 'For docketing', 'Of the users'],
  Manager: ['Own of Manager', 'For the firm'],
  'View Only': ['Own of View Only', 'For the firm'],
  Docketing: ['Own of Docketing', 'For the firm', 'For docketing'],
}
const all = [...testRoles.map((role) => `Own of ${role}`), 'For the firm', 'For docketing', 'Of another firm']

describe.each(testRoles)('%s', (as) => {
  const hidden = all.filter((name) => !seen[as].includes(name))

  test("sees its own views, the role's and the firm's, in every route, and no others", async () => {
    const every = Object.values(ids).join(',')
    const paths = ['search?max=500', `titles?ids=${every}`, 'export?file_name=views', 'search?freeText=of&max=500']
    for (const path of paths) {
      const answer = await api.call({ as, url: `${url}/${path}` })
      expect(answer.status, answer.text).toBe(200)
      for (const name of hidden) expect(answer.text, path).not.toContain(name)
    }
    const { saved_views: found } = (await api.call({ as, url: `${url}/search?max=500` })).json()
    expect((found as AnyRow[]).map((row) => row.name)).toEqual(expect.arrayContaining([...seen[as]]))
  })

  test("neither reads, changes nor deletes another person's view", async () => {
    for (const other of testRoles.filter((role) => role !== as)) {
      const own = `${url}/${ids[other]}`
      expect((await api.call({ as, url: own })).status).toBe(404)
      expect((await api.call({ as, method: 'PUT', url: own, body: { name: 'Mine now' } })).status).toBe(404)
      expect((await api.call({ as, method: 'DELETE', url: own })).status).toBe(404)
      const bulk = { ids: [ids[other]] }
      const answer = await api.call({ as, method: 'POST', url: `${url}/bulk-delete`, body: bulk })
      expect(answer.json().outcomes).toEqual([
        { id: ids[other], title: null, isDone: false, reason: 'Record not found.' },
      ])
    }
  })

  test('creates, changes and deletes its own views', async () => {
    const id = await make(as, { name: `Short-lived ${as}`, state: 'q=acme' })
    const read = (await api.call({ as, url: `${url}/${id}` })).json()
    expect(read).toMatchObject({ state: 'q=acme', owner_id: api.userIds[1][as], audience: 'self' })
    const changed = await api.call({ as, method: 'PUT', url: `${url}/${id}`, body: { name: 'Renamed' } })
    expect([changed.status, changed.json().name]).toEqual([200, 'Renamed'])
    expect((await api.call({ as, method: 'DELETE', url: `${url}/${id}` })).status).toBe(204)
  })

  test('manages views for others exactly when the role may change the firm', async () => {
    const isAllowed = as === 'Administrator'
    const sentence = 'Only users who can change the firm can save views for a role or the firm.'
    for (const part of [{ audience: 'firm' }, { audience: 'role', role_id: ids.docketing }]) {
      const answer = await send(as, { name: `By ${as} ${part.audience}`, ...part })
      expect(answer.status, answer.text).toBe(isAllowed ? 201 : 403)
      if (isAllowed) await api.call({ as, method: 'DELETE', url: `${url}/${answer.json().id}` })
      else expect(answer.text).toContain(sentence)
    }
    const raised = await api.call({ as, method: 'PUT', url: `${url}/${ids[as]}`, body: { audience: 'firm' } })
    expect(raised.status).toBe(isAllowed ? 200 : 403)
    if (isAllowed) await api.call({ as, method: 'PUT', url: `${url}/${ids[as]}`, body: { audience: 'self' } })
    if (isAllowed) return
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await api.call({ as, method, url: `${url}/${ids.firm}`, body: { name: 'x' } })).status).toBe(403)
  })
})

describe('the content of a view', () => {
  const create = (body: AnyRow): Omit<ApiScenario, 'name' | 'status'> => ({
    as: 'Administrator',
    method: 'POST',
    url,
    body: { name: 'A view', entity: 'client', ...body },
  })
  const scenarios: ApiScenario[] = [
    { name: 'nobody is signed in', url: `${url}/search`, status: 401, containsNot: ['For the firm'] },
    {
      name: 'a table that there is none of is refused by name',
      ...create({ entity: 'unicorn' }),
      status: 400,
      contains: ['"field":"entity"', 'There is no table named unicorn.'],
    },
    {
      name: 'what is no table is refused by name',
      ...create({ entity: 'firm' }),
      status: 400,
      contains: ['There is no table named firm.'],
    },
    {
      name: 'a filter by an unknown field is refused by name',
      ...create({ state: 'f.shoeSize=9' }),
      status: 400,
      contains: ['"field":"state"', 'nothing named shoeSize'],
    },
    {
      name: 'an unknown sort is refused by name',
      ...create({ state: 'sort=name,-shoeSize' }),
      status: 400,
      contains: ['nothing named shoeSize'],
    },
    {
      name: 'an unknown part of the address is refused by name',
      ...create({ state: 'q=a&id=5' }),
      status: 400,
      contains: ['nothing named id'],
    },
    {
      name: 'an unknown column is refused by name',
      ...create({ layout: '{"columns":["name","shoeSize"]}' }),
      status: 400,
      contains: ['"field":"layout"', 'nothing named shoeSize'],
    },
    {
      name: 'a layout that is none is refused',
      ...create({ layout: '{"columns":"name"}' }),
      status: 400,
      contains: ["This isn't a table layout."],
    },
    {
      name: 'a view for a role must say which',
      ...create({ audience: 'role' }),
      status: 400,
      contains: ['"field":"role_id"'],
    },
    {
      name: 'a name that is taken is refused, whatever its case',
      ...create({ name: 'FOR THE FIRM', audience: 'firm' }),
      status: 400,
      contains: ['"field":"name"'],
    },
    {
      name: 'nobody chooses the owner',
      ...create({ owner_id: newId() }),
      status: 400,
      contains: ['"field":"owner_id"'],
    },
    {
      name: 'what a view says cannot be searched for, as not everybody sees all of it',
      as: 'Docketing',
      url: `${url}/search?filters=${encodeURIComponent('[{"field":"state","contains":"Pending"}]')}`,
      status: 400,
      contains: ['"field":"state"'],
    },
  ]
  test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', (_, scenario) => api.run(scenario))

  test('is returned without what a role may not see', async () => {
    const role = await customRole({ client_access: 'READ', client_permissions: { status: 'DENY', number: 'DENY' } })
    await api.giveRole('View Only', role)
    const answer = await api.call({ as: 'View Only', url: `${url}/${ids.firm}` })
    expect(answer.json()).toMatchObject({ name: 'For the firm', state: null })
    expect(JSON.parse(String(answer.json().layout))).toMatchObject({ columns: ['name'], widths: {} })
    for (const path of ['search', 'export?file_name=views'])
      expect((await api.call({ as: 'View Only', url: `${url}/${path}` })).text).not.toMatch(/Pending|number/)
    await api.giveRole('View Only', api.firms[1].roleIds['View Only'])
  })
})

describe('a role of the firm', () => {
  test('sees its views, except those of tables it may not open', async () => {
    const role = await customRole({ matter_access: 'READ' })
    const own = await make('Administrator', {
      name: 'For the custom role',
      entity: 'matter',
      audience: 'role',
      role_id: role,
    })
    await api.giveRole('View Only', role)
    const answer = await api.call({ as: 'View Only', url: `${url}/search` })
    expect(answer.text).toContain('For the custom role')
    for (const name of ['For the firm', 'For docketing', 'Own of View Only']) expect(answer.text).not.toContain(name)
    expect((await send('View Only', { name: 'Of clients' })).status).toBe(403)
    expect((await send('View Only', { name: 'Of matters', entity: 'matter' })).status).toBe(201)
    await api.giveRole('View Only', api.firms[1].roleIds['View Only'])
    expect((await api.call({ as: 'View Only', url: `${url}/${own}` })).status).toBe(404)
  })
})

test('at most one view for the same people is the default', async () => {
  const one = await make('Docketing', { name: 'First', is_default: true })
  const two = await make('Docketing', { name: 'Second', is_default: true })
  const others = await make('Manager', { name: 'Of the manager', is_default: true })
  const ofFirm = await make('Administrator', { name: 'First of the firm', audience: 'firm', is_default: true })
  const isDefault = async (as: TestRole, id: string) => (await api.call({ as, url: `${url}/${id}` })).json().is_default
  expect([
    await isDefault('Docketing', one),
    await isDefault('Docketing', two),
    await isDefault('Manager', others),
    await isDefault('Docketing', ofFirm),
  ]).toEqual([false, true, true, true])
})

describe('undo', () => {
  test('restores a deleted view to its owner, and to no one else', async () => {
    const id = await make('Docketing', { name: 'Comes back', state: 'q=acme' })
    const removed = await api.call({ as: 'Docketing', method: 'DELETE', url: `${url}/${id}` })
    const undo = `/api/v1/undo/${removed.headers['x-undo-id']}`
    expect((await api.call({ as: 'Manager', method: 'POST', url: undo })).text).not.toContain('Comes back')
    const answer = await api.call({ as: 'Docketing', method: 'POST', url: undo })
    expect(answer.json()).toMatchObject({ done: 1, refused: 0 })
    const back = await api.call({ as: 'Docketing', url: `${url}/search?max=500` })
    expect(back.text).toContain('Comes back')
    expect((await api.call({ as: 'Manager', url: `${url}/${id}` })).status).toBe(404)
  })
})

describe('the log of the firm', () => {
  const log = (as: TestRole) => api.call({ as, url: '/api/v1/system_event/search?max=500' })

  test('mentions no views to people who may not see them', async () => {
    await make('Docketing', { name: 'Tell nobody' })
    const manager = (await log('Manager')).text
    expect(manager).toContain('Own of Manager')
    expect(manager).not.toContain('Tell nobody')
    expect(manager).not.toContain('Own of Docketing')
    expect(manager).toContain('signed in')
  })

  test('shows deleted views to the person who deleted them and to those who may change the firm', async () => {
    const id = await make('Docketing', { name: 'Soon gone' })
    await api.call({ as: 'Docketing', method: 'DELETE', url: `${url}/${id}` })
    expect((await log('Manager')).text).not.toContain('Soon gone')
    expect((await log('Administrator')).text).toContain('Soon gone')
  })
})

async function customRole(grants: AnyRow): Promise<string> {
  const body = { name: `Custom ${newId()}`, user_ids: [api.userIds[1]['View Only']], ...grants }
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}
