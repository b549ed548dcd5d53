import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('the timekeepers of a group are chosen on the group, and it is each one’s group then', async () => {
  const [ada, ben] = [await makePerson('Ada'), await makePerson('Ben')]
  const group = await makeGroup({ timekeeper_ids: [ada] })
  expect(await groupOf(ada)).toBe(group)
  expect(await change(group, { timekeeper_ids: [ben] })).toMatchObject({ timekeeper_ids: [ben] })
  expect([await groupOf(ada), await groupOf(ben)]).toEqual([null, group])
  const log = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?freeText=Timekeeper' })
  expect(log.text).toContain('Timekeeper \\"Ada\\" was changed.')
})

test('a timekeeper chosen for one group leaves the other', async () => {
  const ada = await makePerson('Ada')
  const first = await makeGroup({ timekeeper_ids: [ada] })
  const second = await makeGroup({ timekeeper_ids: [ada] })
  expect(await groupOf(ada)).toBe(second)
  expect(await read(`timekeeper_group/${first}`)).toMatchObject({ timekeeper_ids: [] })
})

test('one undo takes back the group and its timekeepers', async () => {
  const [ada, ben] = [await makePerson('Ada'), await makePerson('Ben')]
  const group = await makeGroup({ timekeeper_ids: [ada] })
  const other = await makeGroup({ timekeeper_ids: [ben] })
  const changed = await put(group, { receive_daily_activity_report: true, timekeeper_ids: [ben] })
  expect(await undo(changed.headers['x-undo-id'])).toMatchObject({ done: 1, refused: 0 })
  expect(await read(`timekeeper_group/${group}`)).toMatchObject({
    timekeeper_ids: [ada],
    receive_daily_activity_report: false,
  })
  expect(await groupOf(ben)).toBe(other)
  const members = await put(group, { timekeeper_ids: [] })
  expect(await undo(members.headers['x-undo-id'])).toMatchObject({ done: 1, refused: 0, outcomes: [{ isDone: true }] })
  expect(await groupOf(ada)).toBe(group)
})

test('a group created with timekeepers is undone, and they are in no group again', async () => {
  const ada = await makePerson('Ada')
  const answer = await send('POST', 'timekeeper_group', { ...groupBody(), timekeeper_ids: [ada] })
  expect(await undo(answer.headers['x-undo-id'])).toMatchObject({ done: 1, refused: 0 })
  expect(await groupOf(ada)).toBeNull()
  expect(
    (await api.call({ as: 'Administrator', url: `/api/v1/timekeeper_group/${String(answer.json().id)}` })).status,
  ).toBe(404)
})

test('an undo leaves a timekeeper alone whom someone has changed since, says so, and can be tried again', async () => {
  const ada = await makePerson('Ada')
  const group = await makeGroup({ timekeeper_ids: [ada] })
  const changed = await put(group, { timekeeper_ids: [] })
  await send('PUT', `timekeeper/${ada}`, { title: 'Partner' })
  const undone = await undo(changed.headers['x-undo-id'])
  expect(undone).toMatchObject({ done: 0, refused: 1 })
  expect(JSON.stringify(undone)).toContain('Someone has changed this record since.')
  expect(await groupOf(ada)).toBeNull()
})

test('a role that may not change the group of a timekeeper changes no one’s on the group either', async () => {
  const ada = await makePerson('Ada')
  const group = await makeGroup({})
  const role = {
    ...{ name: 'Groups only', timekeeper_access: 'FULL', timekeeper_permissions: { timekeeper_group_id: 'READ' } },
    ...{ timekeeper_group_access: 'FULL', user_ids: [api.userIds[1].Manager] },
  }
  const made = await send('POST', 'user_security_role', role)
  expect(made.status, made.text).toBe(201)
  await api.giveRole('Manager', String(made.json().id))
  const refused = await send('PUT', `timekeeper_group/${group}`, { timekeeper_ids: [ada] }, 'Manager')
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('"field":"timekeeper_ids"')])
  expect((await send('PUT', `timekeeper_group/${group}`, { time_zone: 'UTC' }, 'Manager')).status).toBe(200)
  expect(await groupOf(ada)).toBeNull()
})

test('someone who is not a timekeeper of the firm is refused by name of the field', async () => {
  const group = await makeGroup({})
  const refused = await put(group, { timekeeper_ids: [api.userIds[1].Manager] })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('"field":"timekeeper_ids"')])
})

function groupBody(): AnyRow {
  last += 1
  return { name: `Group ${last}`, time_zone: 'America/New_York' }
}

async function makeGroup(more: AnyRow): Promise<string> {
  const answer = await send('POST', 'timekeeper_group', { ...groupBody(), ...more })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

async function makePerson(name: string): Promise<string> {
  const answer = await send('POST', 'timekeeper', { full_name: name })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

async function groupOf(id: string): Promise<unknown> {
  return (await read(`timekeeper/${id}`)).timekeeper_group_id
}

async function change(id: string, values: AnyRow): Promise<AnyRow> {
  const answer = await put(id, values)
  expect(answer.status, answer.text).toBe(200)
  return answer.json()
}

function put(id: string, values: AnyRow) {
  return send('PUT', `timekeeper_group/${id}`, values)
}

async function undo(id: unknown): Promise<AnyRow> {
  const answer = await send('POST', `undo/${String(id)}`, {})
  expect(answer.status, answer.text).toBe(200)
  return answer.json()
}

async function read(path: string): Promise<AnyRow> {
  return (await api.call({ as: 'Administrator', url: `/api/v1/${path}` })).json()
}

function send(method: 'POST' | 'PUT', path: string, body: AnyRow, as: TestRole = 'Administrator') {
  return api.call({ as, method, url: `/api/v1/${path}`, body })
}
