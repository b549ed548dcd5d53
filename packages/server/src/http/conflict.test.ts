import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi
let last = 0

beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
})
afterAll(() => api.close())

async function make(entity: string, body: object): Promise<Record<string, unknown>> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return answer.json()
}

function makeClient(): Promise<Record<string, unknown>> {
  last += 1
  return make('client', { name: 'As it was', number: `V-${last}`, open_date: '2026-01-02' })
}

interface Put {
  body: object
  ifMatch?: string
  as?: TestRole
}

function put(path: string, { body, ifMatch, as = 'Docketing' }: Put) {
  const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch }
  return api.call({ as, method: 'PUT', url: `/api/v1/${path}`, body, headers })
}

describe('a change with if-match', () => {
  test('is made when no one changed the row since it was read, and answers with the next version', async () => {
    const { id, updated_at: version } = await makeClient()
    const first = await put(`client/${id}`, { body: { name: 'First' }, ifMatch: `"${version}"` })
    expect(first.status, first.text).toBe(200)
    const next = String(first.json().updated_at)
    expect(next > String(version)).toBe(true)
    expect((await put(`client/${id}`, { body: { name: 'Second' }, ifMatch: `"${next}"` })).status).toBe(200)
  })

  test('is refused when someone did, with the row as it is now, and leaves the row unchanged', async () => {
    const { id, updated_at: version } = await makeClient()
    await put(`client/${id}`, { body: { name: 'Theirs' } })
    const mine = await put(`client/${id}`, { body: { name: 'Mine' }, ifMatch: `"${version}"` })
    expect(mine.status).toBe(412)
    expect(mine.headers['content-type']).toContain('application/problem+json')
    expect(mine.headers['x-undo-id']).toBeUndefined()
    expect(mine.json()).toMatchObject({
      code: 'changed_meanwhile',
      current: { id, name: 'Theirs', open_date: '2026-01-02' },
    })
    const now = await api.call({ as: 'Docketing', url: `/api/v1/client/${id}` })
    expect(now.json()).toEqual(mine.json().current)
  })

  test('is refused before its values are checked, and of two simultaneous ones only one is made', async () => {
    const { id, updated_at: version } = await makeClient()
    await put(`client/${id}`, { body: { name: 'Theirs' } })
    expect((await put(`client/${id}`, { body: { status: 'No such' }, ifMatch: `"${version}"` })).status).toBe(412)
    const other = await makeClient()
    const both = ['A', 'B'].map((name) =>
      put(`client/${other.id}`, { body: { name }, ifMatch: `"${other.updated_at}"` }),
    )
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 412])
  })

  test('reveals nothing the role may not see', async () => {
    const role = await make('user_security_role', {
      name: 'Does not see dates',
      user_ids: [api.userIds[1].Manager],
      client_access: 'FULL',
      client_permissions: { open_date: 'DENY' },
    })
    await api.giveRole('Manager', String(role.id))
    const { id, updated_at: version } = await makeClient()
    await put(`client/${id}`, { body: { open_date: '2026-12-24' } })
    const answer = await put(`client/${id}`, { body: { name: 'X' }, ifMatch: `"${version}"`, as: 'Manager' })
    expect(answer.status).toBe(412)
    expect(answer.text).toContain('As it was')
    expect(answer.text).not.toMatch(/open_date|2026-12-24/)
    await api.giveRole('Manager', api.firms[1].roleIds.Manager)
    const hook = await make('webhook', {
      name: 'Hook',
      url: 'https://example.com/',
      events: ['case.created'],
      signing_secret: 'whsec-1',
    })
    await put(`webhook/${hook.id}`, { body: { name: 'Hook 2' }, as: 'Administrator' })
    const secret = await put(`webhook/${hook.id}`, {
      body: { name: 'Hook 3' },
      ifMatch: `"${hook.updated_at}"`,
      as: 'Administrator',
    })
    expect(secret.status).toBe(412)
    expect(secret.text).not.toContain('signing_secret')
  })

  test.each([
    ['a point in time of another spelling', (version: string) => `W/"${version.replace('Z', '+00:00')}"`, 200],
    ['a star', () => '*', 200],
    ['one of several', (version: string) => `"2026-01-01T00:00:00.000Z", W/"${version}"`, 200],
    ['several of which none is the record’s', () => '"2026-01-01T00:00:00.000Z","2026-01-02T00:00:00Z"', 412],
    ['no point in time', () => '"abc"', 400],
    ['a number', () => '"1"', 400],
    ['nothing', () => '""', 400],
  ])('accepts %s', async (_, ifMatch, status) => {
    const { id, updated_at: version } = await makeClient()
    expect((await put(`client/${id}`, { body: { name: 'X' }, ifMatch: ifMatch(String(version)) })).status).toBe(status)
  })
})

describe('a version', () => {
  test('begins the ETag of one record, however it is read or written', async () => {
    const { id, updated_at: version } = await makeClient()
    for (const accept of ['application/json', 'application/x-protobuf', 'application/protobuf'])
      expect((await api.call({ as: 'Docketing', url: `/api/v1/client/${id}`, accept })).headers.etag).toMatch(
        new RegExp(`^"${version}/[\\w-]{16}"$`),
      )
    const changed = await put(`client/${id}`, { body: { name: 'Next' } })
    expect(changed.headers.etag).toContain(`"${changed.json().updated_at}/`)
    const { headers } = await api.call({ as: 'Administrator', url: '/api/v1/firm', accept: 'application/json' })
    expect(headers.etag).toMatch(/^"\d{4}-/)
  })

  test('that the client has is answered with 304 and nothing, and another with the record', async () => {
    const { id } = await makeClient()
    const read = (noneMatch: string, accept = 'application/json') =>
      api.call({
        ...{ as: 'Docketing', url: `/api/v1/client/${id}`, accept },
        headers: { 'if-none-match': noneMatch },
      })
    const first = await read('"other"')
    expect([first.status, first.json().id]).toEqual([200, id])
    const tag = String(first.headers.etag)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await read(known)
      expect([known, again.status, again.text, again.headers.etag]).toEqual([known, 304, '', tag])
    }
    expect((await read(tag, 'application/protobuf')).status).toBe(200)
    await put(`client/${id}`, { body: { name: 'Theirs' } })
    expect((await read(tag)).json()).toMatchObject({ name: 'Theirs' })
  })

  test('counts with what the answer calculates from other records', async () => {
    const roles = await api.call({ as: 'Administrator', url: '/api/v1/user_security_role/search' })
    const [role] = roles.json().user_security_roles as { id: string; name: string }[]
    const url = `/api/v1/user_security_role/${role?.id}`
    const { headers } = await api.call({ as: 'Administrator', url })
    const made = await api.call({
      ...{ as: 'Administrator', method: 'POST', url: '/api/v1/user' },
      body: { full_name: 'Ada Osei', email: 'ada@hale-osei.example', security_role_id: role?.id },
    })
    expect(made.status, made.text).toBe(201)
    const after = await api.call({ as: 'Administrator', url, headers: { 'if-none-match': String(headers.etag) } })
    expect(after.json().user_ids).toContain(made.json().id)
  })

  test('counts for a deletion too', async () => {
    const { id, updated_at: version } = await makeClient()
    const { headers } = await put(`client/${id}`, { body: { name: 'Theirs' } })
    const remove = (ifMatch: unknown) =>
      api.call({
        ...{ as: 'Docketing', method: 'DELETE', url: `/api/v1/client/${id}` },
        headers: { 'if-match': String(ifMatch) },
      })
    const late = await remove(`"${version}"`)
    expect(late.status).toBe(412)
    expect(late.json()).toMatchObject({ code: 'changed_meanwhile', current: { name: 'Theirs' } })
    expect((await remove('"soon"')).status).toBe(400)
    expect((await remove(headers.etag)).status).toBe(204)
  })
})

test('without if-match the last write wins', async () => {
  const { id } = await makeClient()
  for (const name of ['A', 'B']) expect((await put(`client/${id}`, { body: { name } })).status).toBe(200)
})

test('every change gives a row a new version, even within a millisecond', async () => {
  const { id } = await makeClient()
  // A clock that stands still or runs behind.
  await withFirm(api.services.database, 1, (trx) =>
    sql`update clients set updated_at = now() + interval '1 hour' where id = ${String(id)}::uuid`.execute(trx),
  )
  const read = async () => String((await api.call({ as: 'Docketing', url: `/api/v1/client/${id}` })).json().updated_at)
  const before = await read()
  await put(`client/${id}`, { body: { name: 'Later' } })
  expect(Date.parse(await read()) - Date.parse(before)).toBe(1)
})

test('the firm settings refuse a change based on an old version too', async () => {
  const before = (await api.call({ as: 'Administrator', url: '/api/v1/firm' })).json()
  const change = (body: object) => put('firm/1', { body, ifMatch: `"${before.updated_at}"`, as: 'Administrator' })
  expect((await change({ reply_to_email: 'a@one.example' })).status).toBe(200)
  const late = await change({ reply_to_email: 'b@one.example' })
  expect(late.status).toBe(412)
  expect(late.json()).toMatchObject({ code: 'changed_meanwhile', current: { reply_to_email: 'a@one.example', id: 1 } })
})
