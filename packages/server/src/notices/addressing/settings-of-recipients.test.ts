import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type NoticeBench, openNoticeBench } from '../preferences/notice-bench.fixture.ts'

let bench: NoticeBench
let groupId: string
let templates: Record<'firm' | 'group', string>

beforeAll(async () => {
  bench = await openNoticeBench()
  const clientId = await bench.add('clients', { name: 'C', number: 'C' })
  const matterId = await bench.add('matters', { name: 'M', number: 'M', client_id: clientId })
  const template = (name: string) => bench.add('email_templates', { name, kind: 'FILING', subject: name, body: name })
  templates = { firm: await template('Of the firm'), group: await template('Of the group') }
  groupId = await bench.add('timekeeper_groups', { name: 'Partners', time_zone: 'America/New_York' })
  const person = { full_name: 'Ada Quill', email: 'ada@firm.example', timekeeper_group_id: groupId }
  const timekeeper = await bench.add('timekeepers', person)
  const jurisdictionId = await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
  await bench.add('cases', {
    ...{ name: 'Calder v. Northgate', case_number: '3:26-cv-04417', jurisdiction_id: jurisdictionId },
    ...{ matter_id: matterId, assigned_timekeepers: [timekeeper] },
  })
})
afterAll(() => bench.close())

afterEach(async () => {
  await setFirm({ method: 'PDF', cadence: 'REALTIME', template: null })
  await setGroup({ method: 'INHERIT_METHOD', cadence: 'INHERIT_CADENCE', template: null })
  await bench.query(sql`update firms set additional_receipt_emails = '{}' where firm_id = 1`)
})

interface Settings {
  method: string
  cadence: string
  template: string | null
}

const setFirm = ({ method, cadence, template }: Settings) =>
  bench.query(sql`update firms set default_delivery_method = ${method}, default_notification_cadence = ${cadence},
    default_email_template_id = ${template}::uuid where firm_id = 1`)
const setGroup = ({ method, cadence, template }: Settings) =>
  bench.query(sql`update timekeeper_groups set delivery_method = ${method}, notification_cadence = ${cadence},
    email_template_id = ${template}::uuid where id = ${groupId}::uuid`)

const calder = { court: 'cand', number: '3:26-cv-04417', name: 'Calder v. Northgate' }

/** Sends a notice. Returns how each of its recipients is notified. */
async function settingsOf() {
  const { id } = await bench.send(calder)
  const rows = await bench.query(sql<Settings & { email: string }>`
    select email, method, cadence, email_template as template from deliveries where inbox_item_id = ${id}::uuid
    order by email`)
  return rows.map(({ email, method, cadence, template }) => [email, method, cadence, template])
}

test("people are notified by the firm's method, cadence and template", async () => {
  await setFirm({ method: 'WEB_LINK', cadence: 'DAILY', template: templates.firm })
  expect(await settingsOf()).toEqual([['ada@firm.example', 'WEB_LINK', 'DAILY', templates.firm]])
})

test("a preference group's method, cadence and template take precedence over the firm's", async () => {
  await setFirm({ method: 'WEB_LINK', cadence: 'DAILY', template: templates.firm })
  await setGroup({ method: 'DMS_LINK', cadence: 'DAILY_AND_REALTIME', template: templates.group })
  expect(await settingsOf()).toEqual([['ada@firm.example', 'DMS_LINK', 'DAILY_AND_REALTIME', templates.group]])
})

test("the firm's additional addresses are notified with the people on the case", async () => {
  await bench.query(sql`update firms set additional_receipt_emails = '{desk@firm.example}' where firm_id = 1`)
  expect((await bench.send(calder)).recipients).toEqual(['ada@firm.example', 'desk@firm.example'])
})

test('a rule that is not in use adds no one', async () => {
  const rule = { name: 'Desk', include_emails: ['desk@firm.example'] }
  const id = await bench.add('notification_rules', { ...rule, is_active: true })
  expect((await bench.send(calder)).recipients).toEqual(['ada@firm.example', 'desk@firm.example'])
  await bench.query(sql`update notification_rules set is_active = false where id = ${id}::uuid`)
  expect((await bench.send(calder)).recipients).toEqual(['ada@firm.example'])
})

test('a rule whose condition does not hold adds no one', async () => {
  const rule = { name: 'Orders', include_emails: ['desk@firm.example'], is_active: true }
  const id = await bench.add('notification_rules', { ...rule, template: 'event contains "order"' })
  expect((await bench.send(calder)).recipients).toEqual(['ada@firm.example', 'desk@firm.example'])
  await bench.query(sql`update notification_rules set template = 'event contains "motion"' where id = ${id}::uuid`)
  expect((await bench.send(calder)).recipients).toEqual(['ada@firm.example'])
})
