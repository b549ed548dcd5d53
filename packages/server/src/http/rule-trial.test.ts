import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import type { tryRule } from '@courtcrier/contract/calls/trials.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NoticeBench, openNoticeBench } from '../notices/preferences/notice-bench.fixture.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { notificationRuleRoutes } from './notification-rule.ts'

let api: TestApi
let bench: NoticeBench
let ids: Record<'ada' | 'court' | 'rule', string>
let filings: Record<'before' | 'since', string>

const desk = 'desk@firm.example'
const known = { court: 'cand', number: '3:26-cv-30002', name: 'Roe v. Acme' }

beforeAll(async () => {
  api = await openTestApi({ register: notificationRuleRoutes })
  bench = await openNoticeBench(api.services)
  const client = await bench.add('clients', { name: 'C', number: 'C' })
  const matter = await bench.add('matters', { name: 'M', number: 'M', client_id: client })
  const ada = await bench.add('timekeepers', { full_name: 'Ada', email: 'ada@firm.example' })
  const court = await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
  await bench.add('cases', {
    ...{ name: known.name, case_number: known.number, jurisdiction_id: court, matter_id: matter },
    assigned_timekeepers: [ada],
  })
  const before = await sendKnown()
  const rule = await bench.add('notification_rules', { name: 'Desk', include_emails: [desk], is_active: true })
  ids = { ada, court, rule }
  filings = { before, since: await sendKnown() }
})
afterAll(async () => {
  await bench.close()
  await api.close()
})

/** Has a notice of the known case processed. Returns its filing. */
async function sendKnown(): Promise<string> {
  const { id } = await bench.send(known)
  const [row] = await bench.query(
    sql<{ filing: string }>`select envelope_id as filing from inbox_items where id = ${id}::uuid`,
  )
  return row?.filing ?? ''
}

async function attempt(body: object, as: TestRole = 'Administrator'): Promise<AnswerOf<typeof tryRule>> {
  const answer = await api.call({ as, method: 'POST', url: '/api/v1/notification_rule/try', body })
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as AnswerOf<typeof tryRule>
}

const rest = { did: 'Found one person to notify.' }

test('a new rule shows whom it would add and leave out, beside what was done', async () => {
  const clerk = 'clerk@firm.example'
  const tried = await attempt({ template: 'court is "cand"', include_emails: [clerk], exclude_emails: [desk] })
  expect(tried).toMatchObject({ count: 2, looked: 2 })
  expect(tried.caught).toMatchObject([
    {
      id: filings.since,
      did: 'Found 2 people to notify.',
      would: `Also notified: ${clerk}. Left out: ${desk}.`,
    },
    { ...rest, id: filings.before, would: `Also notified: ${clerk}.` },
  ])
})

test('a saved rule shows what it would have done before it was there, and no change where it did it', async () => {
  const { caught } = await attempt({ id: ids.rule, template: '', include_emails: [desk] })
  expect(caught).toMatchObject([
    { id: filings.since, would: 'The same people would be notified.' },
    { id: filings.before, would: `Also notified: ${desk}.` },
  ])
})

test('a saved rule that is narrowed shows the filings that it would no longer apply to', async () => {
  const tried = await attempt({ id: ids.rule, template: 'event contains "hearing"', include_emails: [desk] })
  expect(tried.count).toBe(0)
  expect(tried.caught[0]).toMatchObject({ id: filings.since, would: `Left out: ${desk}.` })
})

test('a rule that isn’t in use applies to none, and the answer says why', async () => {
  const tried = await attempt({ id: ids.rule, template: '', include_emails: [desk], is_active: false })
  expect(tried).toMatchObject({ count: 0, looked: 2, why: 'It is not in use, so it applies to no filing.' })
  expect(tried.caught[0]).toMatchObject({ id: filings.since, would: `Left out: ${desk}.` })
})

test('nothing is taken for the rule’s doing that changed since for other reasons', async () => {
  const ben = await bench.add('timekeepers', { full_name: 'Ben', email: 'ben@firm.example' })
  const assign = (people: readonly string[]) =>
    bench.query(sql`update cases set assigned_timekeepers = ${[...people]}::uuid[] where firm_id = 1`)
  await assign([ben])
  const { caught } = await attempt({ template: '', include_emails: ['clerk@firm.example'] })
  expect(caught.map(({ would }) => would)).toEqual(Array(2).fill('Also notified: clerk@firm.example.'))
  await assign([ids.ada])
})

test('a rule that only other preferences list applies to none', async () => {
  const none = await bench.add('jurisdiction_groups', { name: 'None', jurisdiction_ids: [] })
  const group = await bench.add('jurisdiction_groups', { name: 'California', jurisdiction_ids: [ids.court] })
  const named = { notification_rules: [ids.rule], enabled: true }
  const preference = await bench.add('jurisdiction_preferences', {
    ...{ description: 'Named', order: 1, jurisdiction_groups: [none] },
    ...named,
  })
  const draft = { id: ids.rule, template: '', include_emails: [desk] }
  expect((await attempt(draft)).count).toBe(0)
  await bench.query(
    sql`update jurisdiction_preferences set jurisdiction_groups = ${[group]}::uuid[] where id = ${preference}::uuid`,
  )
  expect((await attempt(draft)).count).toBe(2)
  await bench.query(sql`delete from jurisdiction_preferences where id = ${preference}::uuid`)
})

test('a role that may not see all that this reveals gets the filings alone', async () => {
  await bench.query(sql`update user_security_roles set grants = grants || '{"timekeeper_access": "DENY"}', updated_at = now()
    where firm_id = 1 and name = 'Docketing'`)
  api.clock.advance(60_000)
  const { caught, count } = await attempt({ template: '', include_emails: [desk], exclude_emails: [] }, 'Docketing')
  expect(count).toBe(2)
  expect(caught).toMatchObject(Array(2).fill({ did: null, would: null }))
})

test('a filing of which no one is notified yet, and one older than 90 days', async () => {
  const { id } = await bench.send({ ...known, number: '3:26-cv-30009', name: 'Zhao v. Reyes' })
  const [row] = await bench.query(
    sql<{ filing: string }>`select envelope_id as filing from inbox_items where id = ${id}::uuid`,
  )
  const waiting = await attempt({ template: '', include_emails: [desk] })
  expect(waiting.caught.find((each) => each.id === row?.filing)).toMatchObject({
    did: null,
    would: 'It would apply once people are notified of the filing.',
  })
  await bench.query(
    sql`update envelopes set created_at = now() - interval '91 days' where id = ${filings.before}::uuid`,
  )
  const { looked, caught } = await attempt({ template: '' })
  expect([looked, caught.map((each) => each.id)]).toEqual([2, [row?.filing, filings.since]])
})
