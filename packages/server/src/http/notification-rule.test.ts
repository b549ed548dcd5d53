import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import type { tryRule as tryRuleCall } from '@courtcrier/contract/calls/trials.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { notificationRuleRoutes } from './notification-rule.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      notificationRuleRoutes(app, services)
    },
  })
  for (let n = 1; n <= 12; n++) await addFiling(1, { event: 'Order', caseName: `Ortiz ${n}`, document: 'Exhibit' })
  await addFiling(1, { event: 'Notice of Hearing', caseName: 'Zhao v. Reyes', document: 'Main Document' })
  await addFiling(2, { event: 'Order', caseName: 'Not yours', document: 'Exhibit' })
})
afterAll(() => api.close())

async function addFiling(firmId: 1 | 2, filing: { event: string; caseName: string; document: string }): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(api.services.database.kysely)
  const envelope = newId()
  await run(sql`insert into envelopes (firm_id, id, ecfx_jurisdiction_id, event, case_name, docket_number, court_envelope_id, date)
    values (${firmId}, ${envelope}::uuid, 'cand', ${filing.event}, ${filing.caseName}, '3:26-cv-1', ${envelope}, '2026-11-20')`)
  await run(sql`insert into documents (firm_id, id, envelope_id, position, number, title)
    values (${firmId}, ${newId()}::uuid, ${envelope}::uuid, 0, '118', ${filing.document})`)
}

const ask = (template: unknown, as: TestRole = 'Administrator') =>
  api.call({ as, method: 'POST', url: '/api/v1/notification_rule/try', body: { template } })

async function tryRule(template: string, as?: TestRole): Promise<AnswerOf<typeof tryRuleCall>> {
  const answer = await ask(template, as)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as AnswerOf<typeof tryRuleCall>
}

test('the latest ten that it would have matched are listed, newest first, with the total', async () => {
  const { caught, count, looked } = await tryRule('event contains "order" and court is "cand"')
  expect(caught.map(({ title }) => title)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `Ortiz ${n}: Order`))
  expect({ count, looked }).toEqual({ count: 12, looked: 13 })
})

test.each([
  ['', 13],
  ['document title is "main document"', 1],
  ['case contains "zhao"', 1],
  ['case contains "not yours"', 0],
  ['court is "N.D. Cal."', 13],
])('%s matches %i', async (template, count) => {
  expect((await tryRule(template)).count).toBe(count)
})

test('a condition that cannot be parsed says what is wrong and where', async () => {
  expect(await tryRule('event "order"')).toEqual({
    problem: { message: expect.stringContaining('After "event" comes'), at: 6 },
    caught: [],
    count: 0,
    looked: 0,
  })
  expect((await ask(7)).status).toBe(400)
  expect((await ask('x'.repeat(5000))).status).toBe(400)
})

test('a rule that was left half built is refused in words, not by what the parser expected', async () => {
  const save = (template: string) =>
    api.call({
      as: 'Administrator',
      method: 'POST',
      url: '/api/v1/notification_rule',
      body: { name: 'Half', template, include_emails: ['desk@one.example'] },
    })
  const half = await save('court is  and (event contains "order" or time is between 17:00 and )')
  expect(half.status).toBe(400)
  expect(half.text).toContain('A condition has no value yet. Complete it or remove it.')
  expect((await save('court equals "cand"')).text).toContain('After \\"court\\" comes')
})

test('trying a condition reveals nothing a role may not read about filings', async () => {
  const role = {
    name: 'No events',
    user_ids: [api.userIds[1].Manager],
    notification_rule_access: 'FULL',
    envelope_access: 'READ',
    envelope_permissions: { event: 'DENY', case_name: 'DENY' },
  }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body: role })
  expect(made.status, made.text).toBe(201)
  await api.giveRole('Manager', String(made.json().id))
  expect((await tryRule('event contains "order"', 'Manager')).count).toBe(0)
  expect((await tryRule('document title is "exhibit"', 'Manager')).count).toBe(0)
  const all = await tryRule('court is "cand"', 'Manager')
  expect(all.count).toBe(13)
  expect(JSON.stringify(all)).not.toMatch(/Order|Ortiz/)
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
})
