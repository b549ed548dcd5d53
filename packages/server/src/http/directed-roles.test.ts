import { permissionSubjects } from '@courtcrier/contract/access.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DirectedWorld, type MarkedFiling, openDirectedWorld, unusedName } from '../testing/directed-world.ts'

/** The user whose role is limited. */
const limited = 'Manager'
const free = 'Administrator'
const own = 'carol@elsewhere.example'

let world: DirectedWorld
let filing: MarkedFiling
let ann: string

beforeAll(async () => {
  world = await openDirectedWorld()
  const body = { full_name: 'Ann Lee', email: 'ann@one.example' }
  ann = String((await world.write(free, 'POST', 'timekeeper', body)).id)
  filing = await world.plant('Zinc')
  await world.system(sql`update cases set assigned_timekeepers = ${[ann]}::uuid[] where id = ${filing.caseId}::uuid`)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.forget()
  for (const table of ['webhooks', 'deliveries', 'document_copies', 'notification_rules'])
    await world.system(sql`delete from ${sql.table(table)}`)
  await world.system(sql`update firms set additional_receipt_emails = '{}', storage_policy_id = null`)
})

/** Gives the user a role with FULL on these subjects, and nothing else but what `more` says. */
async function limitTo(subjects: readonly string[], more: AnyRow = {}): Promise<void> {
  const grants = Object.fromEntries(
    permissionSubjects.map((subject) => [`${subject}_access`, subjects.includes(subject) ? 'FULL' : 'DENY']),
  )
  const body = { name: unusedName(), ...grants, ...more, user_ids: [world.api.userIds[1]['View Only']] }
  await world.api.giveRole(limited, String((await world.write(free, 'POST', 'user_security_role', body)).id))
}

const all = [...permissionSubjects]

async function makeWebhook(): Promise<string> {
  const body = { name: unusedName(), url: `${world.hookUrl}/carol`, events: ['case.updated', 'delivery.sent'] }
  return String((await world.write(limited, 'POST', 'webhook', body)).id)
}

const changeCase = () => world.write(free, 'PUT', `case/${filing.caseId}`, { name: `Zinccase v. ${unusedName()}` })

const callsOf = async (id: string) => (await world.api.call({ as: limited, url: `/api/v1/webhook/${id}/calls` })).text

test('a role with only webhooks receives nothing about cases, and reads nothing about them in the log of calls', async () => {
  await limitTo(['webhook'])
  const id = await makeWebhook()
  await changeCase()
  expect(await world.send()).toEqual([])
  const log = await callsOf(id)
  expect(log).toContain("doesn't include this kind of record")
  expect(log).not.toContain('Zinc')
})

test('a webhook receives only the fields its maker may see, and others who read its calls only theirs', async () => {
  await limitTo(all, { case_permissions: { name: 'DENY' } })
  const id = await makeWebhook()
  await changeCase()
  const [left] = await world.send()
  expect(left?.text).not.toContain('Zinccase')
  expect(JSON.parse(left?.text ?? '').data).toMatchObject({ id: filing.caseId, case_number: '1:26-cv-Zincnumber' })
  expect(await callsOf(id)).not.toContain('Zinccase')
})

test("a receiver's answer is not shown to a role that may not see the whole call", async () => {
  await limitTo(all)
  const id = await makeWebhook()
  await changeCase()
  await world.send()
  expect(await callsOf(id)).toContain('thanks')
  await limitTo(all, { case_permissions: { name: 'DENY' } })
  const log = await callsOf(id)
  expect(log).not.toContain('thanks')
  expect(log).not.toContain('Zinccase')
})

test('a sentence with a field that the maker may not see is replaced', async () => {
  await limitTo(all, { delivery_permissions: { sentence: 'DENY', email: 'DENY', inbox_item_id: 'DENY' } })
  await makeWebhook()
  await world.notice(filing)
  await world.send()
  const left = (await world.send()).filter(({ by }) => by === 'call')
  expect(left).toHaveLength(1)
  expect(left[0]?.text).not.toContain('ann@one.example')
  expect(left[0]?.text).not.toContain(filing.itemId)
  expect(JSON.parse(left[0]?.text ?? '').data.sentence).toBe('Delivery: delivery.sent.')
})

test('the role counts as it is when something is sent, not as it was', async () => {
  await limitTo(all)
  await makeWebhook()
  await changeCase()
  await limitTo(['webhook'])
  expect(await world.send()).toEqual([])
})

const rule = () => world.write(limited, 'POST', 'notification_rule', { name: unusedName(), include_emails: [own] })
const firmWide = () => world.write(limited, 'PUT', 'firm/1', { additional_receipt_emails: [own] })

test.each<[string, () => Promise<unknown>, AnyRow]>([
  ['a rule', rule, { envelope_access: 'DENY' }],
  ['a rule', rule, { document_access: 'DENY' }],
  ['a rule', rule, { envelope_permissions: { docket_text: 'DENY' } }],
  ["the firm's addresses", firmWide, { case_permissions: { name: 'DENY' } }],
  ["the firm's addresses", firmWide, { document_permissions: { file_id: 'DENY' } }],
])(
  'nothing is emailed to an address that %s has from a role that may not see all of it (%#)',
  async (_, direct, more) => {
    const emailed = async () => {
      await world.notice(filing)
      return (await world.send()).flatMap(({ by, to }) => (by === 'mail' ? [to] : []))
    }
    await limitTo(all)
    await direct()
    expect(await emailed()).toEqual(expect.arrayContaining([own, 'ann@one.example']))
    await world.forget()
    await limitTo(all, more)
    expect(await emailed()).toEqual(['ann@one.example'])
    expect(await world.history(filing)).toContain(
      `Not notified: ${own}. The role of the person who directed it here doesn't let them see all of it.`,
    )
  },
)

test('nothing is saved to a DMS of a role that may not see documents', async () => {
  await limitTo(all)
  const credential = { name: unusedName(), driver: 'FILE_SYSTEM', folder_id: '/carol' }
  const { id } = await world.write(limited, 'POST', 'generic_credential', credential)
  const made = await world.write(free, 'POST', 'storage_policy', { name: unusedName(), dms_credential_id: id })
  await world.write(free, 'PUT', 'firm/1', { storage_policy_id: made.id })
  const saved = async () => {
    await world.notice(filing)
    return (await world.send()).filter(({ by }) => by === 'copy').length
  }
  expect(await saved()).toBe(1)
  await world.forget()
  await limitTo(all, { document_access: 'DENY' })
  expect(await saved()).toBe(0)
})

test.each<[string, AnyRow, readonly string[]]>([
  ['may see all of it', {}, ['ann@one.example', 'carol@one.example']],
  ['may not see filings', { envelope_access: 'DENY' }, []],
  ['may not see the names of cases', { case_permissions: { name: 'DENY' } }, []],
])('an activity report that a role turns on that %s names filings accordingly', async (_, more, readers) => {
  await limitTo(all)
  await reportAs(limited)
  await limitTo(all, more)
  expect(await reported()).toEqual(readers)
})

test('an activity report names no filing to someone in the group whose role may not see filings', async () => {
  await reportAs(free)
  await limitTo(all, { envelope_access: 'DENY' })
  expect(await reported()).toEqual(['ann@one.example'])
})

test.each<[string, AnyRow]>([
  ['may not see cases', { case_access: 'DENY' }],
  ['only reads cases', { case_access: 'READ' }],
  ['may not assign timekeepers', { case_permissions: { assigned_timekeepers: 'READ' } }],
])('a role that %s has no rule assign anyone to new cases', async (_, more) => {
  const { id: matter_id } = (await world.system(sql`select id from matters limit 1`))[0] ?? {}
  const rule = { name: unusedName(), timekeepers: [ann], matter_id }
  await limitTo(all, { ...more, case_access: more.case_access ?? 'FULL' })
  const refused = await world.api.call({ as: limited, method: 'POST', url: '/api/v1/auto_case_creation', body: rule })
  expect([refused.status, refused.json().errors]).toMatchObject([
    400,
    [{ field: 'timekeepers', code: 'assigned_by_rule' }],
  ])
  const { id } = await world.write(free, 'POST', 'auto_case_creation', rule)
  await world.write(limited, 'PUT', `auto_case_creation/${id}`, { name: unusedName(), timekeepers: [ann] })
  const other = await world.write(free, 'POST', 'timekeeper', { full_name: 'Dan Roe' })
  const url = `/api/v1/auto_case_creation/${id}`
  const added = { as: limited, method: 'PUT', url, body: { timekeepers: [ann, other.id] } } as const
  expect((await world.api.call(added)).status).toBe(400)
})

/** Makes a group of Ann and the limited user, for which this user turns the activity report on. */
async function reportAs(as: typeof limited | typeof free): Promise<void> {
  const carol = { full_name: 'Carol Low', email: 'carol@one.example' }
  const { id: carolId } = await world.write(free, 'POST', 'timekeeper', carol)
  await world.system(sql`update users set timekeeper_id = ${String(carolId)}::uuid
    where id = ${world.api.userIds[1][limited]}::uuid`)
  const group = { name: unusedName(), time_zone: 'America/New_York', timekeeper_ids: [ann, carolId] }
  const { id } = await world.write(free, 'POST', 'timekeeper_group', group)
  await world.write(as, 'PUT', `timekeeper_group/${id}`, { receive_daily_activity_report: true })
}

/** Returns to which addresses the group's activity report names the filing. */
async function reported(): Promise<readonly string[]> {
  await world.notice(filing)
  const left = await world.send()
  const reports = left.filter(({ text }) => text.includes('notice to your group'))
  expect(reports).toHaveLength(2)
  await world.system(sql`update timekeepers set timekeeper_group_id = null`)
  await world.system(sql`delete from digests`)
  return reports.flatMap(({ to, text }) => (text.includes('Zinc') ? [to] : [])).toSorted()
}

test('what a user directed says no more once they are deleted', async () => {
  await limitTo(all, { case_permissions: { name: 'DENY' } })
  await makeWebhook()
  await world.write(limited, 'PUT', 'firm/1', { additional_receipt_emails: [own] })
  // Once nothing in the log names them any more.
  await world.system(sql`delete from users where id = ${world.api.userIds[1][limited]}::uuid`)
  await changeCase()
  await world.notice(filing)
  const left = await world.send()
  const call = left.find(({ by }) => by === 'call')
  expect(JSON.parse(call?.text ?? '{}').data).toMatchObject({ id: filing.caseId })
  expect(call?.text).not.toContain('Zinccase')
  expect(left.filter(({ to }) => to.includes(own))).toEqual([])
})
