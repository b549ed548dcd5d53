import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { insert, plantFiling, type TestFiling } from '../outbox/copies/test-filing.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
let filing: TestFiling
/** Assigned to the case: one by the firm's settings, one with settings of their own, one inactive. */
const people: Record<'ruth' | 'ann' | 'old', string> = { ruth: '', ann: '', old: '' }

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  filing = await plantFiling(api.services, { documents: [{ title: 'Order', number: '1', contents: 'Long text' }] })
  people.ruth = await make('timekeeper', { full_name: 'Ruth Osei', email: 'r.osei@one.example' })
  people.ann = await make('timekeeper', {
    ...{ full_name: 'Ann Lee', email: 'a.lee@one.example', additional_receipt_emails: ['desk@one.example'] },
    ...{ delivery_method: 'WEB_LINK', notification_cadence: 'DAILY' },
  })
  people.old = await make('timekeeper', { full_name: 'Old Hand', email: 'old@one.example', status: 'Inactive' })
  await system((trx) =>
    sql`update cases set assigned_timekeepers = ${Object.values(people)}::uuid[] where id = ${filing.caseId}::uuid`.execute(
      trx,
    ),
  )
  await make('notification_rule', {
    name: 'Acme desk',
    template: 'client is "Acme, Inc."',
    include_emails: ['k@one.example'],
  })
  await make('notification_rule', {
    name: 'Orders',
    template: 'event contains "order"',
    include_emails: ['o@one.example'],
  })
  await make('notification_rule', {
    name: 'Elsewhere',
    template: 'client is "Beta"',
    include_emails: ['e@one.example'],
  })
})
afterAll(() => api.close())

type Work = Parameters<typeof withSystem>[1]
const system = (work: Work) => withSystem(api.services.database, work)

async function make(entity: string, body: object): Promise<string> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

async function read(part: string, as: TestRole = 'View Only', id = filing.caseId): Promise<AnyRow> {
  const answer = await api.call({ as, url: `/api/v1/case/${id}/${part}` })
  expect(answer.status, answer.text).toBe(200)
  return answer.json()
}

/** Adds a filing of the case, filed on a day. */
async function addFiling(date: string | null, values: object = {}): Promise<string> {
  const id = newId()
  await system((trx) =>
    insert(trx, 'envelopes', {
      ...{ firm_id: 1, id, case_id: filing.caseId, ecfx_jurisdiction_id: 'cand', date, court_envelope_id: id },
      ...values,
    }),
  )
  return id
}

const envelopesOf = (docket: AnyRow) =>
  (docket.entries as { envelope: { id: string } }[]).map(({ envelope }) => envelope.id)

test('the docket has the filings newest first, each with its documents, without their text', async () => {
  const [old, latest] = [await addFiling('2026-01-02'), await addFiling('2026-11-22')]
  const docket = await read('docket')
  expect(envelopesOf(docket)).toEqual([latest, filing.envelopeId, old])
  expect(docket).toMatchObject({ filings: 3, documents: 1, copies: 0 })
  const [, entry] = docket.entries as AnyRow[]
  expect(entry).toMatchObject({ documents: [{ title: 'Order', number: '1' }], notified: 0, recipients: 0 })
  expect(JSON.stringify(docket)).not.toContain('Long text')
})

test.each([
  ['cand', '2026-11-23T03:00:00Z', 'after a later one of the evening before midnight there'],
  ['gud', '2026-11-22T15:00:00Z', 'before one of the day that is over there'],
])('a filing without a date is listed by the day it was received at its court: %s, %s, %s', async (court, received) => {
  const { caseId, envelopeId } = await plantFiling(api.services)
  const of = { case_id: caseId, ecfx_jurisdiction_id: court }
  const undated = await addFiling(null, { ...of, created_at: received })
  const dated = await addFiling('2026-11-22', { ...of, entered_at: '2026-11-23T06:00:00Z' })
  const order = court === 'cand' ? [dated, undated] : [undated, dated]
  expect(envelopesOf(await read('docket', 'View Only', caseId))).toEqual([...order, envelopeId])
})

test('a filing of several cases is on the docket of each', async () => {
  const other = await plantFiling(api.services)
  const shared = await addFiling('2026-11-23', { case_id: other.caseId, other_case_ids: [filing.caseId] })
  expect(envelopesOf(await read('docket'))[0]).toBe(shared)
  await system((trx) => sql`delete from envelopes where id = ${shared}::uuid`.execute(trx))
})

test('the copies of a filing of several cases are counted with the case that each is for', async () => {
  const [one, other] = [await plantFiling(api.services), await plantFiling(api.services)]
  const plantCopy = (caseId: string | null) =>
    system((trx) =>
      insert(trx, 'document_copies', {
        ...{ firm_id: 1, id: newId(), envelope_id: one.envelopeId, inbox_item_id: one.itemId, case_id: caseId },
        ...{ storage_policy_id: one.policyId, file_id: '0'.repeat(64), copy_key: newId() },
      }),
    )
  await system((trx) =>
    sql`update envelopes set other_case_ids = array[${other.caseId}::uuid] where id = ${one.envelopeId}::uuid`.execute(
      trx,
    ),
  )
  for (const caseId of [one.caseId, other.caseId, other.caseId]) await plantCopy(caseId)
  const counted = async (caseId: string) => (await read('docket', 'View Only', caseId)).copies
  expect([await counted(one.caseId), await counted(other.caseId)]).toEqual([1, 2])
  await plantCopy(null)
  expect(await counted(one.caseId)).toBe(2)
})

test('an entry counts the people notified, those who are to be, and those it failed for', async () => {
  const deliver = (email: string, status: string) =>
    system((trx) =>
      insert(trx, 'deliveries', {
        ...{ firm_id: 1, id: newId(), envelope_id: filing.envelopeId, inbox_item_id: filing.itemId },
        ...{ email, status, method: 'PDF', message_id: email },
      }),
    )
  await deliver('a@one.example', 'sent')
  await deliver('b@one.example', 'failed')
  await deliver('c@one.example', 'waiting')
  const entry = (await read('docket')).entries as AnyRow[]
  expect(entry.find(({ recipients }) => recipients === 3)).toMatchObject({ notified: 1, failed: 1, opened: 0 })
})

test('the docket is paged', async () => {
  const many = await plantFiling(api.services)
  for (let day = 1; day <= 26; day++)
    await addFiling(`2026-10-${String(day).padStart(2, '0')}`, { case_id: many.caseId })
  const [first, second] = [
    await read('docket', 'View Only', many.caseId),
    await read('docket?offset=25', 'View Only', many.caseId),
  ]
  expect([envelopesOf(first).length, envelopesOf(second).length, second.filings]).toEqual([25, 2, 27])
  const wrong = await api.call({ as: 'View Only', url: `/api/v1/case/${many.caseId}/docket?offset=-1` })
  expect(wrong.status).toBe(400)
})

test('everyone who will be notified is listed with how, and the level it comes from', async () => {
  const { recipients, left_out: leftOut, rules } = await read('recipients', 'Administrator')
  expect(recipients).toEqual([
    {
      ...{ email: 'r.osei@one.example', name: 'Ruth Osei', timekeeper_id: people.ruth, why: 'case' },
      ...{ rule_id: null, rule_name: null, time: null },
      method: { value: 'PDF', level: 'firm' },
      cadence: { value: 'REALTIME', level: 'firm' },
    },
    expect.objectContaining({
      ...{ email: 'a.lee@one.example', why: 'case', method: { value: 'WEB_LINK', level: 'timekeeper' } },
      cadence: { value: 'DAILY', level: 'timekeeper' },
      time: { value: '17:00', level: 'default' },
    }),
    expect.objectContaining({ email: 'desk@one.example', name: 'Ann Lee', why: 'timekeeper' }),
    expect.objectContaining({ email: 'k@one.example', name: null, why: 'rule', rule_name: 'Acme desk' }),
  ])
  expect(leftOut).toEqual([{ who: 'Old Hand', reason: 'The timekeeper is inactive.' }])
  expect(rules).toEqual([
    expect.objectContaining({ name: 'Orders', condition: 'event contains "order"', include: ['o@one.example'] }),
  ])
})

test('a role without the firm sees no setting that comes from it, and no address of the firm', async () => {
  await system((trx) =>
    sql`update firms set additional_receipt_emails = '{all@one.example}' where firm_id = 1`.execute(trx),
  )
  const seen = await read('recipients', 'View Only')
  const [ruth] = seen.recipients as AnyRow[]
  expect(ruth).toMatchObject({ email: 'r.osei@one.example', method: null, cadence: null })
  expect(seen.has_hidden_firm_addresses).toBe(true)
  expect(JSON.stringify(seen)).not.toContain('all@one.example')
  expect(JSON.stringify(await read('recipients', 'Manager'))).toContain('all@one.example')
})

test('a role that may not see who is assigned, or the rules, is told neither', async () => {
  const role = (fields: object) => ({
    ...{ name: `Role ${newId()}`, case_access: 'READ', envelope_access: 'READ', timekeeper_access: 'READ' },
    ...{ matter_access: 'READ', user_ids: [api.userIds[1].Manager], ...fields },
  })
  await api.giveRole('Manager', await make('user_security_role', role({})))
  const noRules = await read('recipients', 'Manager')
  expect(noRules.rules).toBe(null)
  expect(JSON.stringify(noRules)).not.toContain('Acme desk')
  await api.giveRole(
    'Manager',
    await make('user_security_role', role({ case_permissions: { assigned_timekeepers: 'DENY' } })),
  )
  expect(await read('recipients', 'Manager')).toMatchObject({ recipients: null, left_out: [] })
  await api.giveRole('Manager', await make('user_security_role', role({ envelope_access: 'DENY' })))
  const docket = await api.call({ as: 'Manager', url: `/api/v1/case/${filing.caseId}/docket` })
  expect(docket.status).toBe(403)
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
})

test.each(['docket', 'recipients'])(
  'the %s of a case behind a wall, of another firm or of none is not found',
  async (part) => {
    const call = (as: TestRole, id: string, firm: 1 | 2 = 1) =>
      api.call({ as, firm, url: `/api/v1/case/${id}/${part}` })
    expect((await call('Administrator', filing.caseId, 2)).status).toBe(404)
    expect((await call('Administrator', newId())).status).toBe(404)
    await system(async (trx) => {
      await sql`update users set timekeeper_id = ${people.old}::uuid where id = ${api.userIds[1].Docketing}::uuid`.execute(
        trx,
      )
      await sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
      select 1, ${newId()}::uuid, ${`Screen ${part}`}, 'EXCLUSIONARY', matter_id, array[${people.old}::uuid]
      from cases where id = ${filing.caseId}::uuid`.execute(trx)
      await sql`update firms set internal_walls_enabled = true`.execute(trx)
    })
    expect((await call('Docketing', filing.caseId)).status).toBe(404)
    expect((await call('Administrator', filing.caseId)).status).toBe(200)
    await system((trx) => sql`delete from ethical_walls`.execute(trx))
  },
)
