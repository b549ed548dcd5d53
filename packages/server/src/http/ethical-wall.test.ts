import type { WallPreview } from '@courtcrier/contract/calls/walls.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { plantFiling, type TestFiling } from '../outbox/copies/test-filing.ts'
import { isAround } from '../records/walls/walls.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
let first: TestFiling
let second: TestFiling
let client: string
let matter: string
let ruth: string
let ann: string

/** `first` and `second` are cases of one client in different matters; Ruth is a user, Ann is not. */
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  ruth = await make('timekeeper', { full_name: 'Ruth Osei', email: 'r.osei@one.example' })
  ann = await make('timekeeper', { full_name: 'Ann Lee', email: 'a.lee@one.example' })
  first = await plantFiling(api.services, { documents: [] })
  second = await plantFiling(api.services, { documents: [] })
  await withSystem(api.services.database, async (trx) => {
    await sql`update users set timekeeper_id = ${ruth}::uuid
      where firm_id = 1 and id = ${api.userIds[1].Manager}::uuid`.execute(trx)
    const { rows } = await sql<{ matter: string; client: string }>`select m.id as matter, m.client_id as client
      from matters m join cases c on c.matter_id = m.id where c.id = ${first.caseId}::uuid`.execute(trx)
    ;({ matter, client } = rows[0] ?? { matter: '', client: '' })
    await sql`update matters set client_id = ${client}::uuid
      where id = (select matter_id from cases where id = ${second.caseId}::uuid)`.execute(trx)
    await sql`update cases set assigned_timekeepers = array[${ruth}::uuid] where id = ${first.caseId}::uuid`.execute(
      trx,
    )
    await sql`update envelopes set other_case_ids = array[${first.caseId}::uuid]
      where id = ${second.envelopeId}::uuid`.execute(trx)
  })
})
afterAll(() => api.close())
beforeEach(() => withSystem(api.services.database, (trx) => sql`delete from ethical_walls`.execute(trx)))

async function make(entity: string, body: object): Promise<string> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

const ask = (body: object, as: TestRole = 'Administrator', firm: 1 | 2 = 1) =>
  api.call({ as, firm, method: 'POST', url: '/api/v1/ethical_wall/preview', body })

async function preview(body: object, as?: TestRole): Promise<WallPreview> {
  const answer = await ask(body, as)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as WallPreview
}

const names = (people: readonly { name: string }[]) => people.map(({ name }) => name)

test('a wall says before it is saved who loses sight of how many cases and filings, and who is left', async () => {
  const { excluded, left, ...counts } = await preview({ client_id: client, timekeeper_ids: [ruth, ann] })
  expect(counts).toMatchObject({ cases: 2, filings: 2, excluded_count: 2, is_on: true })
  expect(excluded).toMatchObject([
    { name: 'Ruth Osei', has_login: true, is_assigned: true, cases: 2, filings: 2 },
    { name: 'Ann Lee', has_login: false, is_assigned: false, cases: 2, filings: 2 },
  ])
  expect(left.length).toBe(counts.left_count)
  expect(left.map(({ id }) => id)).not.toContain(api.userIds[1].Manager)
  expect(left.map(({ id }) => id)).toContain(api.userIds[1].Administrator)
})

test('a filing in several cases is behind a wall around any of them', async () => {
  expect(await preview({ matter_id: matter, timekeeper_ids: [ruth] })).toMatchObject({ cases: 1, filings: 2 })
})

test('a wall that lets only some in excludes everyone else with a timekeeper', async () => {
  const { excluded, left } = await preview({ client_id: client, wall_type: 'INCLUSIONARY', timekeeper_ids: [ann] })
  expect(names(excluded)).toContain('Ruth Osei')
  expect(names(excluded)).not.toContain('Ann Lee')
  expect(left.map(({ id }) => id)).not.toContain(api.userIds[1].Manager)
})

test('once saved, those it excludes see nothing anymore, and a second wall takes no more from them', async () => {
  const wall = { client_id: client, timekeeper_ids: [ruth] }
  const id = await make('ethical_wall', { name: 'Screen', ...wall })
  expect((await preview({ id, ...wall })).excluded).toMatchObject([{ name: 'Ruth Osei', cases: 0, filings: 0 }])
  const other = await preview({ matter_id: matter, timekeeper_ids: [ann] })
  // Ruth is not excluded by this one, but by the wall around its client.
  expect(other.left.map((user) => user.id)).not.toContain(api.userIds[1].Manager)
  const drafted = await preview({ id, ...wall, timekeeper_ids: [ann] })
  expect(drafted.left.map((user) => user.id)).toContain(api.userIds[1].Manager)
})

test('the counts are those of the wall once it stands', async () => {
  const wall = { client_id: client, timekeeper_ids: [ruth] }
  const { cases, filings } = await preview(wall)
  await make('ethical_wall', { name: 'Screen', ...wall })
  const behind = await withSystem(api.services.database, (trx) =>
    Promise.all(
      ([courtCase, envelope] as const).map(async (resource) => {
        const table = sql.table(`${resource.name}s`)
        const { rows } = await sql<{ count: number }>`select count(*)::integer as count
          from ${table} t join ethical_walls w on w.firm_id = t.firm_id where ${isAround('t', resource)}`.execute(trx)
        return rows[0]?.count
      }),
    ),
  )
  expect(behind).toEqual([cases, filings])
})

test('someone behind a wall learns nothing from a preview, and neither does another firm', async () => {
  await make('ethical_wall', { name: 'Screen', client_id: client, timekeeper_ids: [ruth] })
  const role = await make('user_security_role', {
    name: 'Sees walls',
    user_ids: [api.userIds[1].Manager],
    ...{
      firm_access: 'READ',
      ethical_wall_access: 'READ',
      case_access: 'READ',
      envelope_access: 'READ',
      matter_access: 'READ',
      timekeeper_access: 'READ',
      user_access: 'READ',
      user_security_role_access: 'READ',
    },
  })
  await api.giveRole('Manager', role)
  const draft = { client_id: client, timekeeper_ids: [ann] }
  const seen = await preview(draft, 'Manager')
  const none = { cases: 0, filings: 0 }
  expect(seen).toMatchObject({ ...none, excluded: [{ ...none, is_assigned: false }], left: [], left_count: 0 })
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
  const other = (await ask(draft, 'Administrator', 2)).json()
  expect(other).toMatchObject({ cases: 0, filings: 0, excluded_count: 0, left_count: 0 })
})

test('a role that may not see which users are which timekeepers sees neither logins nor who is left', async () => {
  const grants = ['ethical_wall', 'case', 'envelope', 'matter', 'client', 'timekeeper', 'user', 'user_security_role']
  const role = await make('user_security_role', {
    name: 'Sees no timekeepers of users',
    user_ids: [api.userIds[1].Docketing],
    ...Object.fromEntries(grants.map((subject) => [`${subject}_access`, 'READ'])),
    user_permissions: { timekeeper_id: 'DENY' },
  })
  await api.giveRole('Docketing', role)
  const seen = await preview({ client_id: client, timekeeper_ids: [ruth, ann] }, 'Docketing')
  await api.giveRole('Docketing', api.firms[1].roleIds.Docketing)
  expect(seen.excluded).toMatchObject([
    { name: 'Ruth Osei', has_login: null, is_assigned: true, cases: 2, filings: 2 },
    { name: 'Ann Lee', has_login: null, is_assigned: false, cases: 2, filings: 2 },
  ])
  expect(seen).toMatchObject({ left: [], left_count: null })
})

test('only a role that may read walls gets a preview, and an unreadable draft is refused', async () => {
  expect((await ask({ client_id: client }, 'Docketing')).status).toBe(403)
  expect((await ask({ client_id: 7 })).status).toBe(400)
  expect((await ask({ timekeeper_ids: 'everyone' })).status).toBe(400)
  expect(await preview({})).toMatchObject({ cases: 0, filings: 0, excluded: [], left: [] })
})
