import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'
import { undoRoutes } from './undo.ts'

let api: TestApi
let last = 0

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      undoRoutes(app, services)
    },
  })
})
afterAll(() => api.close())

type Body = Readonly<Record<string, unknown>>

async function make(entity: string, body: Body, firm: 1 | 2 = 1): Promise<string> {
  const answer = await api.call({ as: 'Administrator', firm, method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

function makeClient(name: string, more: Body = {}, firm: 1 | 2 = 1): Promise<string> {
  last += 1
  return make('client', { name, number: `E-${last}`, ...more }, firm)
}

function send(path: string, body: Body, as: TestRole = 'Docketing') {
  return api.call({ as, method: 'POST', url: `/api/v1/${path}`, body })
}

async function update(body: Body, as: TestRole = 'Docketing', entity = 'client') {
  const answer = await send(`${entity}/bulk-update`, body, as)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as { outcomes: RowOutcome[]; undo_id?: string }
}

async function read(path: string, firm: 1 | 2 = 1): Promise<Record<string, unknown>> {
  return (await api.call({ as: 'Administrator', firm, url: `/api/v1/${path}` })).json()
}

describe('the same values for several rows', () => {
  test('named rows get them and keep the rest, the log has a line for each, and one undo restores all', async () => {
    const ids = [await makeClient('Edit A'), await makeClient('Edit B', { status: 'Pending' })]
    const stays = await makeClient('Edit C')
    const { outcomes, undo_id: undoId } = await update({ ids, values: { status: 'Closed', open_date: '2026-05-06' } })
    expect(outcomes.map(({ title, isDone }) => [title, isDone]).toSorted()).toEqual([
      ['Edit A', true],
      ['Edit B', true],
    ])
    for (const id of ids)
      expect(await read(`client/${id}`)).toMatchObject({ status: 'Closed', open_date: '2026-05-06' })
    expect(await read(`client/${stays}`)).toMatchObject({ name: 'Edit C', status: 'Active' })
    const log = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?freeText=edit' })
    for (const name of ['Edit A', 'Edit B']) expect(log.text).toContain(`Client \\"${name}\\" was changed.`)
    const back = await send(`undo/${undoId}`, {})
    expect(back.json()).toMatchObject({ done: 2, refused: 0 })
    const [first, second] = await Promise.all(ids.map((id) => read(`client/${id}`)))
    expect([first?.status, second?.status, first?.open_date]).toEqual(['Active', 'Pending', null])
  })

  test('all matches of a search are changed, except the exceptions', async () => {
    const ids = [await makeClient('Search A'), await makeClient('Search B'), await makeClient('Search C')]
    const body = { filters: [], freeText: 'search', except: [ids[1]], count: 2, values: { status: 'Closed' } }
    expect((await update(body)).outcomes).toHaveLength(2)
    const statuses = await Promise.all(ids.map(async (id) => (await read(`client/${id}`)).status))
    expect(statuses).toEqual(['Closed', 'Active', 'Closed'])
    expect((await send('client/bulk-update', body)).status).toBe(200)
    await makeClient('Search D')
    const moved = await send('client/bulk-update', body)
    expect([moved.status, moved.text]).toEqual([409, expect.stringContaining('have changed since you selected them')])
  })

  test('a value that must be unique goes to the first row, and the others are refused, naming the field', async () => {
    const ids = [await makeClient('Unique A'), await makeClient('Unique B')]
    const { outcomes } = await update({ ids, values: { number: 'ONE-ONLY' } })
    expect(outcomes.map(({ isDone, reason }) => [isDone, reason])).toEqual([
      [true, undefined],
      [false, "Number: This value can't be used. Enter another."],
    ])
  })

  test('a rule is checked for each row', async () => {
    const base = { name: 'One', party_email_domains: ['a.example'] }
    const timekeeper = await make('timekeeper', { full_name: 'Assigned' })
    const free = await make('auto_case_creation', { ...base, timekeepers: [timekeeper] })
    const bound = await make('auto_case_creation', { ...base, name: 'Two' })
    const { outcomes } = await update(
      { ids: [free, bound], values: { party_email_domains: [] } },
      'Administrator',
      'auto_case_creation',
    )
    expect(outcomes.find(({ id }) => id === free)).toMatchObject({ isDone: true })
    expect(outcomes.find(({ id }) => id === bound)).toMatchObject({
      isDone: false,
      reason: expect.stringContaining('A timekeeper or a party email domain is required.'),
    })
  })

  test('a rehearsal returns the same and changes nothing', async () => {
    const id = await makeClient('Rehearsed edit')
    const before = await read(`client/${id}`)
    expect(await update({ ids: [id], values: { name: 'Other' }, rehearse: true })).toEqual({
      outcomes: [{ id, title: 'Rehearsed edit', isDone: true }],
    })
    expect(await read(`client/${id}`)).toEqual(before)
  })

  test('rows that already have the values are left unchanged', async () => {
    const id = await makeClient('Same already', { status: 'Closed' })
    const before = await read(`client/${id}`)
    const answer = await update({ ids: [id], values: { status: 'Closed' } })
    const reason = 'It already has these values.'
    expect(answer).toEqual({ outcomes: [{ id, title: 'Same already', isDone: false, reason }] })
    expect(await read(`client/${id}`)).toEqual(before)
  })

  test("another firm's row is not found, and stays", async () => {
    const id = await makeClient('Theirs', {}, 2)
    expect((await update({ ids: [id], values: { status: 'Closed' } })).outcomes).toEqual([
      { id, title: null, isDone: false, reason: 'Record not found.' },
    ])
    expect(await read(`client/${id}`, 2)).toMatchObject({ status: 'Active' })
  })

  test('the last administrator stays one', async () => {
    const id = api.userIds[1].Administrator
    const values = { security_role_id: api.firms[1].roleIds.Manager }
    const { outcomes } = await update({ ids: [id], values }, 'Administrator', 'user')
    expect(outcomes[0]).toMatchObject({ isDone: false, reason: 'Role: The firm would have no administrator left.' })
  })
})

describe('a problem that all rows share is refused as a whole', () => {
  test.each<[string, Body, number, string]>([
    ['an unknown field', { values: { shoe_size: 44 } }, 400, '"field":"shoe_size","code":"unknown_field"'],
    ['a value that is none', { values: { status: 'Ajar' } }, 400, '"field":"status"'],
    ['an empty value of a required field', { values: { name: null } }, 400, '"field":"name","code":"required"'],
    ['what Courtcrier sets', { values: { created_at: '2026-01-01T00:00:00.000Z' } }, 400, '"code":"read_only_field"'],
    ['nothing to set', { values: {} }, 400, '"field":"values"'],
    ['no values', {}, 400, '"field":"values"'],
    ['a list of values', { values: [] }, 400, '"field":"values"'],
    ['a rehearsal that is none', { values: { status: 'Closed' }, rehearse: 1 }, 400, '"field":"rehearse"'],
    ['something else', { values: { status: 'Closed' }, force: true }, 400, '"field":"force"'],
  ])('%s', async (_, body, status, text) => {
    const id = await makeClient('Untouched')
    const answer = await send('client/bulk-update', { ids: [id], ...body })
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(text)])
    expect(await read(`client/${id}`)).toMatchObject({ name: 'Untouched', status: 'Active' })
  })

  test('a field that the role may not change, and rows that it may only read', async () => {
    const id = await makeClient('Guarded')
    expect((await send('client/bulk-update', { ids: [id], values: { name: 'X' } }, 'View Only')).status).toBe(403)
    expect((await send('client/bulk-values', { ids: [id] }, 'View Only')).status).toBe(403)
    const role = await make('user_security_role', {
      name: 'Some fields',
      user_ids: [api.userIds[1].Manager],
      client_access: 'FULL',
      client_permissions: { status: 'READ', number: 'DENY' },
    })
    await api.giveRole('Manager', role)
    for (const values of [{ status: 'Active' }, { number: 'N' }, { name: 'X', number: 'N' }]) {
      const answer = await send('client/bulk-update', { ids: [id], values }, 'Manager')
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('forbidden_field')])
    }
    const values = await send('client/bulk-values', { ids: [id] }, 'Manager')
    expect(Object.keys(values.json().values as object)).toContain('name')
    expect(values.text).not.toMatch(/status|number/)
    const byHidden = { filters: [{ field: 'number', contains: 'E' }], count: 1 }
    expect((await send('client/bulk-values', byHidden, 'Manager')).status).toBe(400)
    expect(await read(`client/${id}`)).toMatchObject({ name: 'Guarded' })
    await api.giveRole('Manager', api.firms[1].roleIds.Manager)
  })
})

describe('what rows have in common', () => {
  test('is returned by field, and fields that differ are named', async () => {
    const ids = [await makeClient('Common', { status: 'Closed' }), await makeClient('Common', { status: 'Pending' })]
    const { values, mixed } = (await send('client/bulk-values', { ids })).json() as { values: Body; mixed: string[] }
    expect(values).toMatchObject({ name: 'Common', open_date: null })
    expect(mixed.toSorted()).toEqual(['number', 'status'])
    expect(Object.keys(values)).not.toContain('id')
  })

  test('includes lists and works for a search, but never covers secrets or other firms', async () => {
    const hook = { url: 'https://example.com/', events: ['case.created', 'case.updated'], signing_secret: 'whsec' }
    for (const name of ['Hook A', 'Hook B']) await make('webhook', { name, ...hook })
    const found = await send('webhook/bulk-values', { filters: [], freeText: 'hook', count: 2 }, 'Administrator')
    expect(found.json().values).toMatchObject({ events: hook.events, url: hook.url })
    expect(found.json().mixed).toEqual(['name'])
    expect(found.text).not.toMatch(/secret/)
    const theirs = await makeClient('Theirs alone', {}, 2)
    expect((await send('client/bulk-values', { ids: [theirs] })).json()).toEqual({ values: {}, mixed: [] })
    expect(
      (await send('webhook/bulk-values', { filters: [], freeText: 'hook', count: 3 }, 'Administrator')).status,
    ).toBe(409)
  })
})
