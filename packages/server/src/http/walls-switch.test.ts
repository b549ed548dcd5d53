import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { chooseRecipients } from '../notices/addressing/choose-recipients.ts'
import { findFilingPeople, findOwners } from '../notices/addressing/find-people.ts'
import { plantFiling, type TestFiling } from '../outbox/copies/test-filing.ts'
import { runExport } from '../records/transfer/export-job.ts'
import { findWallsAroundCases } from '../records/walls/walls.ts'
import { type ApiAnswer, openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

/** A user who isn't a timekeeper and may do everything. */
const free = 'Administrator'
/** Users who are the timekeeper the wall excludes. */
const held = ['Manager', 'Docketing', 'View Only'] as const

let api: TestApi
let timekeeper: string
let filing: TestFiling
let matter: string

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  timekeeper = await make('timekeeper', { full_name: 'Ruth Osei', email: 'r.osei@one.example' })
  await makeTimekeepers(held, timekeeper)
  filing = await plantFiling(api.services, { envelope: { case_name: 'Zinc v. Doe' } })
  const { rows } = await withSystem(api.services.database, (trx) =>
    sql<{ id: string }>`update cases set name = 'Zinc v. Doe' where id = ${filing.caseId}::uuid
      returning matter_id as id`.execute(trx),
  )
  matter = rows[0]?.id ?? ''
  api.services.jobs.work('export', (job) => runExport(api.services, job), { concurrency: 1 })
})
afterAll(() => api.close())
beforeEach(async () => {
  await withSystem(api.services.database, (trx) => sql`delete from ethical_walls`.execute(trx))
  expect((await turn(true)).status).toBe(200)
})

async function make(entity: string, body: object): Promise<string> {
  const answer = await api.call({ as: free, method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

async function makeTimekeepers(roles: readonly TestRole[], id: string | null): Promise<void> {
  await withSystem(api.services.database, (trx) =>
    sql`update users set timekeeper_id = ${id}::uuid
      where firm_id = 1 and id = any(${roles.map((role) => api.userIds[1][role])}::uuid[])`.execute(trx),
  )
}

const wall = (name = 'Screen', people = [timekeeper]) =>
  make('ethical_wall', { name, wall_type: 'EXCLUSIONARY', matter_id: matter, timekeeper_ids: people })

const turn = (on: boolean, as: TestRole = free) =>
  api.call({ as, method: 'PUT', url: '/api/v1/firm/1', body: { internal_walls_enabled: on } })

const stateOf = async () => (await api.call({ as: free, url: '/api/v1/firm' })).json().internal_walls_state

async function sees(as: TestRole): Promise<boolean> {
  const one = await api.call({ as, url: `/api/v1/case/${filing.caseId}` })
  const list = await api.call({ as, url: '/api/v1/case/search?freeText=zinc' })
  const found = await api.call({ as, url: '/api/v1/find?freeText=zinc' })
  const summary = await api.call({ as, url: `/api/v1/filing/${filing.envelopeId}` })
  const seen = [one.status === 200, list.text.includes(filing.caseId), found.text.includes(filing.caseId)]
  const all = [...seen, summary.status === 200]
  expect(new Set(all).size, `every way says the same: ${all}`).toBe(1)
  return all[0] ?? false
}

function codesOf(answer: ApiAnswer): string[] {
  const problems = (answer.json().errors ?? []) as { field: string; code: string }[]
  return problems.map(({ field, code }) => `${field} ${code}`)
}

test('a new firm has its walls on, and nothing is applied until there is one', async () => {
  const firm = (await api.call({ as: free, url: '/api/v1/firm' })).json()
  expect(firm).toMatchObject({ internal_walls_enabled: true, internal_walls_state: 'unapplied' })
  const id = await wall()
  expect(await stateOf()).toBe('applied')
  const second = await wall('Second')
  await api.call({ as: free, method: 'DELETE', url: `/api/v1/ethical_wall/${id}` })
  expect(await stateOf()).toBe('applied')
  await api.call({ as: free, method: 'DELETE', url: `/api/v1/ethical_wall/${second}` })
  expect(await stateOf()).toBe('unapplied')
})

test('removing the last two walls simultaneously leaves nothing applied', async () => {
  const ids = [await wall(), await wall('Second')]
  const answers = await Promise.all(
    ids.map((id) => api.call({ as: free, method: 'DELETE', url: `/api/v1/ethical_wall/${id}` })),
  )
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  expect(await stateOf()).toBe('unapplied')
})

test.each(held)('off excludes %s from nothing, on excludes them again', async (as) => {
  await wall()
  expect(await sees(as)).toBe(false)
  expect((await turn(false)).json()).toMatchObject({ internal_walls_state: 'unapplied' })
  expect(await sees(as)).toBe(true)
  expect((await turn(true)).json()).toMatchObject({ internal_walls_state: 'applied' })
  expect(await sees(as)).toBe(false)
})

test('a wall added while they are off is enforced once they are on', async () => {
  await turn(false)
  await wall()
  expect(await stateOf()).toBe('unapplied')
  expect(await sees('Docketing')).toBe(true)
  await turn(true)
  expect(await stateOf()).toBe('applied')
  expect(await sees('Docketing')).toBe(false)
})

test('who is notified, and what reports list, follow the switch', async () => {
  await wall()
  const ask = () =>
    withFirm(api.services.database, 1, async (trx) => {
      const { walls } = await findFilingPeople(trx, { firmId: 1, caseIds: [filing.caseId] })
      const around = await findWallsAroundCases(trx, { firmId: 1, ids: [filing.caseId] })
      return [walls.map(({ name }) => name), around.map(({ name }) => name)]
    })
  expect(await ask()).toEqual([['Screen'], ['Screen']])
  await turn(false)
  expect(await ask()).toEqual([[], []])
})

test('a file exported while they were off cannot be downloaded once they are on', async () => {
  await wall()
  await turn(false)
  const body = { file_name: 'cases', format: 'csv' }
  const started = await api.call({ as: 'Manager', method: 'POST', url: '/api/v1/case/export', body })
  const url = `/api/v1/export_run/${started.json().id}`
  await expect
    .poll(async () => (await api.call({ as: 'Manager', url })).json().status, { timeout: 60_000 })
    .toBe('done')
  expect((await api.call({ as: 'Manager', url: `${url}/file` })).text).toContain(filing.caseId)
  await turn(true)
  const refused = await api.call({ as: 'Manager', url: `${url}/file` })
  expect(refused.status).toBe(403)
  expect(refused.text).not.toContain(filing.caseId)
})

describe('someone a wall may exclude', () => {
  test.each([true, false])('cannot turn them on or off, whatever their role (%s)', async (from) => {
    await wall()
    await turn(from)
    await makeTimekeepers([free], timekeeper)
    try {
      const refused = await turn(!from)
      expect(refused.status, refused.text).toBe(400)
      expect(codesOf(refused)).toEqual(['internal_walls_enabled walls_manager_only'])
      const name = await api.call({ as: free, method: 'PUT', url: '/api/v1/firm/1', body: { reply_to_email: null } })
      expect(name.status, 'the rest of the firm is theirs').toBe(200)
    } finally {
      await makeTimekeepers([free], null)
    }
    expect((await api.call({ as: free, url: '/api/v1/firm' })).json().internal_walls_enabled).toBe(from)
  })

  test('cannot turn them on or off by undo', async () => {
    await wall()
    const off = await turn(false)
    const undo = String(off.headers['x-undo-id'])
    await makeTimekeepers([free], timekeeper)
    const tried = await api
      .call({ as: free, method: 'POST', url: `/api/v1/undo/${undo}` })
      .finally(() => makeTimekeepers([free], null))
    expect(tried.text).toContain('Only users without a timekeeper who may manage ethical walls can change this.')
    expect((await api.call({ as: free, url: '/api/v1/firm' })).json().internal_walls_enabled).toBe(false)
    expect((await api.call({ as: free, method: 'POST', url: `/api/v1/undo/${undo}` })).status).toBe(200)
    expect(await sees('Docketing')).toBe(false)
  })

  test('cannot take over an account that fewer walls exclude while they are off', async () => {
    await wall()
    await turn(false)
    const other = await make('timekeeper', { full_name: 'Ann Lee', email: 'a.lee@one.example' })
    const body = { additional_receipt_emails: ['r.osei@private.example'] }
    const tried = await api.call({ as: 'Manager', method: 'PUT', url: `/api/v1/timekeeper/${other}`, body })
    expect(codesOf(tried)).toEqual(['additional_receipt_emails freed_of_wall'])
  })
})

test('no one can set the state, and the switch is in the audit log', async () => {
  const body = { internal_walls_state: 'applied' }
  expect((await api.call({ as: free, method: 'PUT', url: '/api/v1/firm/1', body })).status).toBe(400)
  expect(await stateOf()).toBe('unapplied')
  await turn(false)
  const { rows } = await withSystem(api.services.database, (trx) =>
    sql<{ sentence: string; user: string; details: string }>`
      select sentence, user_id as user, details::text as details from system_events
      where entity = 'firm' order by created_at desc, id desc limit 1`.execute(trx),
  )
  expect(rows[0]).toMatchObject({
    sentence: 'Ethical walls were turned off: they restrict no one.',
    user: api.userIds[1][free],
  })
})

test('someone a wall excludes has no access to webhooks, to which walls do not apply', async () => {
  const body = { name: 'Docket feed', url: 'https://feed.one.example/in', events: ['case.updated'] }
  const id = await make('webhook', body)
  const calls = [
    { method: 'POST', url: '/api/v1/webhook', body: { ...body, name: 'Another' } },
    { method: 'PUT', url: `/api/v1/webhook/${id}`, body: { name: 'Renamed' } },
    { method: 'POST', url: `/api/v1/webhook/${id}/secret` },
    { method: 'GET', url: `/api/v1/webhook/${id}/calls` },
    { method: 'POST', url: `/api/v1/webhook/${id}/calls/${id}/replay` },
    { method: 'POST', url: `/api/v1/webhook/${id}/test` },
    { method: 'DELETE', url: `/api/v1/webhook/${id}` },
  ] as const
  const other = await make('timekeeper', { full_name: 'Eve Ito', email: 'e.ito@one.example' })
  await wall()
  await makeTimekeepers([free], timekeeper)
  try {
    for (const call of calls) {
      const answer = await api.call({ as: free, ...call })
      expect(answer.status, `${call.method} ${call.url}: ${answer.text}`).toBe(403)
      expect(answer.json().detail).toContain('Ask a user no wall restricts to do this.')
    }
    await makeTimekeepers([free], other)
    expect((await api.call({ as: free, ...calls[3] })).status, 'a timekeeper whom no wall keeps out').toBe(200)
  } finally {
    await makeTimekeepers([free], null)
  }
  expect((await api.call({ as: free, ...calls[6] })).status).toBe(204)
})

test('an address with which a walled timekeeper logs in is left out, even as an firm address', async () => {
  await wall()
  const [who, owner] = ['docketing@one.example', timekeeper]
  const found = await withFirm(api.services.database, 1, async (trx) => {
    const owners = await findOwners(trx, { firmId: 1, emails: [who] })
    const { walls } = await findFilingPeople(trx, { firmId: 1, caseIds: [filing.caseId] })
    return { owners, walls }
  })
  expect(found.owners.map(({ id }) => id)).toEqual([owner])
  const level = { method: null, cadence: null, templateId: null, time: null, timeZone: null }
  const colleague = { id: newId(), fullName: 'Ann', email: 'ann@one.example', status: 'Active', additionalEmails: [] }
  const chosen = chooseRecipients({
    ...found,
    assigned: [{ ...colleague, settings: level, group: null, caseName: 'Zinc v. Doe' }],
    firm: { ...level, additionalEmails: [who, 'file-room@one.example'] },
    rules: [],
    facts: {} as Parameters<typeof chooseRecipients>[0]['facts'],
  })
  expect(chosen.recipients.map(({ email }) => email)).toEqual(['ann@one.example', 'file-room@one.example'])
  expect(chosen.leftOut).toEqual([{ who, reason: 'The ethical wall "Screen" prevents it.' }])
})
