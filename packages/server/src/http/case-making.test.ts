import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { type NoticeBench, openNoticeBench } from '../notices/preferences/notice-bench.fixture.ts'
import { forgetWanted } from '../records/happenings/happenings.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { isOnServer } from '../testing/database.ts'
import { caseMakingRoutes } from './case-making.ts'
import { resourceRoutes } from './resources.ts'
import { importRoutes } from './transfer/import.ts'

let api: TestApi
let bench: NoticeBench
let ids: Record<'ada' | 'ben' | 'matter' | 'rule', string>

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      caseMakingRoutes(app, services)
      importRoutes(app, services)
    },
  })
  bench = await openNoticeBench(api.services)
  const client = await bench.add('clients', { name: 'C', number: 'C' })
  await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
  ids = {
    ada: await bench.add('timekeepers', { full_name: 'Ada', email: 'ada@firm.example' }),
    ben: await bench.add('timekeepers', { full_name: 'Ben', email: 'ben@firm.example' }),
    matter: await bench.add('matters', { name: 'New cases', number: 'M', client_id: client }),
    rule: '',
  }
  await bench.add('webhooks', { name: 'Told', url: 'https://told.invalid', events: ['case.updated'] })
  await bench.inFirm(async (trx) => forgetWanted(trx, 1))
})
afterAll(async () => {
  await bench.close()
  await api.close()
})
beforeEach(async () => {
  ids.rule = await bench.add('auto_case_creations', {
    ...{ name: 'California', timekeepers: [ids.ada], party_email_domains: ['firm.example'], matter_id: ids.matter },
    assignment_maintenance: 'ADD_NEW',
  })
  const preference = { description: 'all', order: 1, enabled: true, auto_case_creation_id: ids.rule }
  await bench.add('jurisdiction_preferences', preference)
})
afterEach(async () => {
  for (const table of ['jurisdiction_preferences', 'auto_case_creations', 'ethical_walls'])
    await bench.query(sql`delete from ${sql.table(table)} where firm_id = 1`)
})

let serial = 27_000
const unknown = (more: object = {}) => ({
  ...{ court: 'cand', number: `3:26-cv-${++serial}`, name: `Calder v. Stranger ${serial}`, emails: [] as string[] },
  ...more,
})

const call = (method: 'GET' | 'POST', path: string, as: 'Docketing' | 'View Only' = 'Docketing') =>
  api.call({ as, method, url: `/api/v1${path}` })

/** The cases in the list that is filtered by what rules made. */
async function listed(state: string): Promise<unknown[]> {
  const filters = JSON.stringify([{ field: 'madeByRule', in: [state] }])
  const answer = await call('GET', `/case/search?${new URLSearchParams({ filters })}`)
  return (answer.json().cases as { id: string }[]).map(({ id }) => id)
}

const versionOf = async (id: string | null) => String((await call('GET', `/case/${id}`)).json().updated_at)
const peopleOf = async (id: string | null) =>
  (
    await bench.query(
      sql<{ people: string[] }>`select assigned_timekeepers as people from cases where id = ${id}::uuid`,
    )
  )[0]?.people

test('a case says which rule made it from which notice, and is reviewed once', async () => {
  const { caseId, id } = await bench.send(unknown())
  expect(await listed('TO_REVIEW')).toEqual([caseId])
  expect((await call('GET', `/case/${caseId}/making`)).json()).toMatchObject({
    ...{ state: 'TO_REVIEW', rule: { id: ids.rule, name: 'California' }, item_id: id },
  })
  expect((await call('POST', `/case/${caseId}/making/reviewed`, 'View Only')).status).toBe(403)
  // A form that was opened at a moment that the clock hasn't reached.
  await bench.query(sql`update cases set updated_at = now() + interval '1 minute' where id = ${caseId}::uuid`)
  const opened = await versionOf(caseId)
  for (let times = 0; times < 2; times++)
    expect((await call('POST', `/case/${caseId}/making/reviewed`)).status).toBe(204)
  expect((await versionOf(caseId)) > opened).toBe(true)
  expect((await call('GET', `/case/${caseId}/making`)).json()).toMatchObject({ state: 'REVIEWED' })
  expect(await listed('TO_REVIEW')).toEqual([])
  const calls = await bench.query(sql`select event from webhook_calls where payload->>'entityId' = ${caseId}`)
  expect(calls).toEqual([{ event: 'case.updated' }])
  expect(
    await bench.query(sql`select sentence from system_events where entity_id = ${caseId} and type = 'object update'`),
  ).toEqual([
    { sentence: expect.stringMatching(/^The case "Calder v\. Stranger \d+", which a rule made, was reviewed\.$/) },
  ])
})

test('a case that a person entered has no maker, and nothing to undo', async () => {
  const [court] = await bench.query(sql<{ id: string }>`select id from jurisdictions where firm_id = 1`)
  const own = await bench.add('cases', {
    ...{ name: 'Own', case_number: '3:26-cv-00001', jurisdiction_id: court?.id, matter_id: ids.matter },
  })
  expect((await call('GET', `/case/${own}/making`)).status).toBe(204)
  expect((await call('POST', `/case/${own}/making/undo`)).json()).toMatchObject({ detail: 'No rule made this case.' })
  expect((await call('POST', `/case/${own}/making/reviewed`)).status).toBe(409)
})

test('undoing it deletes the case, cancels what waits, and its notices need a case again, which the rule does not make', async () => {
  const notice = unknown()
  const first = await bench.send(notice)
  const second = await bench.send(notice)
  expect(second.caseId).toBe(first.caseId)
  await bench.query(sql`update deliveries set status = 'sent' where inbox_item_id = ${first.id}::uuid`)
  expect((await call('POST', `/case/${first.caseId}/making/undo`, 'View Only')).status).toBe(403)
  const preview = () => call('GET', `/case/${first.caseId}/making/undo`)
  expect((await preview()).json()).toMatchObject({ notices: 2, notified: ['ada@firm.example'], assigned: ['Ada'] })
  expect((await call('GET', `/case/${first.caseId}/making/undo`, 'View Only')).status).toBe(403)
  // Refused as long as one of its emails is being sent.
  const undo = async () => (await call('POST', `/case/${first.caseId}/making/undo`)).json()
  await expect.poll(undo).toEqual({ notices: 2, notified: 1, copies: expect.any(Number) })
  for (const { id } of [first, second]) {
    const item = await bench.rest(id)
    expect(item).toMatchObject({ status: 'Action Required', caseId: null })
    expect(item.reason).toContain('a person deleted the case it made for this number')
  }
  expect(await bench.query(sql`select from cases where id = ${first.caseId}::uuid`)).toEqual([])
  const waiting = sql`select status from deliveries where inbox_item_id = ${second.id}::uuid and status <> 'canceled'`
  expect(await bench.query(waiting)).toEqual([])
  expect(
    await bench.query(sql`select level, type, action, sentence from system_events where entity_id = ${first.caseId}
      and type = 'object delete'`),
  ).toEqual([
    {
      ...{ level: 'WARNING', type: 'object delete', action: 'case_unmade' },
      sentence: `The case "${notice.name}", which a rule made, was undone; 2 notices need a case again.`,
    },
  ])
  expect((await preview()).status).toBe(404)
})

test.skipIf(!isOnServer)('undoing it is refused once an email of it is being sent (on a server only)', async () => {
  const { id, caseId } = await bench.send(unknown())
  await bench.query(sql`update deliveries set status = 'held' where inbox_item_id = ${id}::uuid`)
  const answer = await withFirm(api.services.database, 1, async (trx) => {
    await sql`update deliveries set status = 'waiting' where inbox_item_id = ${id}::uuid`.execute(trx)
    await sql`update deliveries set status = 'sending' where inbox_item_id = ${id}::uuid`.execute(trx)
    const undoing = call('POST', `/case/${caseId}/making/undo`)
    // What the notice leads to may wait for the same rows.
    const blocked = sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%for update of i'`
    await expect.poll(() => bench.query(blocked)).toHaveLength(1)
    return { undoing }
  })
  expect((await answer.undoing).status).toBe(409)
  expect(await bench.query(sql`select from cases where id = ${caseId}::uuid`)).toHaveLength(1)
  await bench.query(sql`update deliveries set status = 'sent' where inbox_item_id = ${id}::uuid`)
})

test('a walled case is neither shown nor undone by someone it keeps out', async () => {
  const { caseId } = await bench.send(unknown())
  const [user] = await bench.query(
    sql<{ id: string }>`select id from users where firm_id = 1 and email = 'docketing@one.example'`,
  )
  await bench.query(sql`update users set timekeeper_id = ${ids.ben}::uuid where id = ${user?.id}::uuid`)
  const wall = { name: 'Screen', wall_type: 'EXCLUSIONARY', matter_id: ids.matter, timekeeper_ids: [ids.ben] }
  await bench.add('ethical_walls', wall)
  // Until then, who may sign in is remembered.
  api.clock.advance(60_000)
  for (const [method, path] of [
    ['GET', 'making'],
    ['POST', 'making/reviewed'],
    ['POST', 'making/undo'],
  ] as const)
    expect((await call(method, `/case/${caseId}/${path}`)).status, path).toBe(404)
  await bench.query(sql`update users set timekeeper_id = null where id = ${user?.id}::uuid`)
})

test('someone a wall keeps out of a filing undoes nothing of it with the case that they see', async () => {
  const { caseId, id } = await bench.send(unknown())
  const client = await bench.add('clients', { name: 'Walled', number: `W${serial}` })
  const matter = await bench.add('matters', { name: 'Walled', number: `W${serial}`, client_id: client })
  const [court] = await bench.query(sql<{ id: string }>`select id from jurisdictions where firm_id = 1`)
  const other = await bench.add('cases', {
    ...{ name: 'Other', case_number: `3:26-cv-${++serial}`, jurisdiction_id: court?.id, matter_id: matter },
  })
  await bench.query(sql`update envelopes set other_case_ids = ${[other]}::uuid[]
    where id = (select envelope_id from inbox_items where id = ${id}::uuid)`)
  const setTimekeeper = (to: string | null) =>
    bench.query(sql`update users set timekeeper_id = ${to}::uuid where firm_id = 1 and email = 'docketing@one.example'`)
  await setTimekeeper(ids.ben)
  const wall = { name: 'Screen', wall_type: 'EXCLUSIONARY', matter_id: matter, timekeeper_ids: [ids.ben] }
  await bench.add('ethical_walls', wall)
  api.clock.advance(60_000)
  const undo = () => call('POST', `/case/${caseId}/making/undo`)
  const refused = await undo()
  expect([refused.status, refused.json().detail]).toEqual([409, "This record is in use and can't be deleted."])
  expect(
    await bench.query(sql`select from deliveries where inbox_item_id = ${id}::uuid and status = 'canceled'`),
  ).toEqual([])
  await setTimekeeper(null)
  api.clock.advance(60_000)
  await expect.poll(async () => (await undo()).status).toBe(200)
})

test('a rule that adds new people assigns those served later, once, and not again after a person removed them', async () => {
  const notice = unknown()
  const { caseId } = await bench.send(notice)
  expect(await peopleOf(caseId)).toEqual([ids.ada])
  const later = await bench.send({ ...notice, emails: ['ben@firm.example'] })
  expect(await peopleOf(caseId)).toEqual([ids.ada, ids.ben])
  expect(later.history.find((line) => line.startsWith('match:'))).toContain(
    'The rule "California" assigned one more timekeeper.',
  )
  expect(later.recipients).toEqual(['ada@firm.example', 'ben@firm.example'])
  await bench.query(sql`update cases set assigned_timekeepers = ${[ids.ada]}::uuid[] where id = ${caseId}::uuid`)
  await bench.send({ ...notice, emails: ['ben@firm.example'] })
  expect(await peopleOf(caseId)).toEqual([ids.ada])
})

test('a rule that assigns only at first adds no one later', async () => {
  await bench.query(sql`update auto_case_creations set assignment_maintenance = 'INITIAL_ONLY' where firm_id = 1`)
  const notice = unknown()
  const { caseId } = await bench.send(notice)
  await bench.send({ ...notice, emails: ['ben@firm.example'] })
  expect(await peopleOf(caseId)).toEqual([ids.ada])
})

test.each([
  ['leaves the people a rule assigned, if the rule says so', true],
  ['replaces them otherwise', false],
])('an import %s', async (_, isIgnoring) => {
  await bench.query(
    sql`update auto_case_creations set assignments_ignore_import_deletion = ${isIgnoring} where firm_id = 1`,
  )
  const { caseId } = await bench.send(unknown())
  const answer = await api.call({
    ...{ as: 'Docketing', method: 'POST', url: '/api/v1/case/import?mode=commit' },
    ...{ headers: { 'content-type': 'text/csv' }, body: `Id,Assigned timekeepers\n${caseId},${ids.ben}\n` },
  })
  expect(answer.json(), answer.text).toMatchObject({ counts: { changed: 1 } })
  expect(await peopleOf(caseId)).toEqual(isIgnoring ? [ids.ben, ids.ada] : [ids.ben])
})
