import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type NoticeBench, openNoticeBench } from './notice-bench.fixture.ts'
import { findDocumentProcessing } from './notice-preference.ts'

let bench: NoticeBench
let jurisdictionId: string

beforeAll(async () => {
  bench = await openNoticeBench()
  const clientId = await bench.add('clients', { name: 'C', number: 'C' })
  const matterId = await bench.add('matters', { name: 'M', number: 'M', client_id: clientId })
  const timekeeper = await bench.add('timekeepers', { full_name: 'Ada Quill', email: 'ada@firm.example' })
  jurisdictionId = await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
  await bench.add('jurisdictions', { name: 'S.D.N.Y.', ecfx_jurisdiction_ids: ['nysd'] })
  await bench.add('cases', {
    ...{ name: 'Calder v. Northgate', case_number: '3:26-cv-04417', jurisdiction_id: jurisdictionId },
    ...{ matter_id: matterId, assigned_timekeepers: [timekeeper] },
  })
})
afterAll(() => bench.close())

const calder = { court: 'cand', number: '3:26-cv-04417', name: 'Calder v. Northgate', emails: ['ada@firm.example'] }
const rules = async (name: string) =>
  bench.add('notification_rules', { name, include_emails: [`${name}@firm.example`], is_active: true })

/** Adds a preference that lists a rule of its own. */
async function prefer(name: string, fields: object): Promise<string> {
  const rule = await rules(name)
  return bench.add('jurisdiction_preferences', { description: name, notification_rules: [rule], order: 1, ...fields })
}

afterEach(async () => {
  await bench.query(sql`delete from jurisdiction_preferences where firm_id = 1`)
  await bench.query(sql`update notification_rules set is_active = false where firm_id = 1`)
})

test('the first enabled preference that fits decides about the rules, and the timeline names it', async () => {
  await prefer('second', { order: 2 })
  await bench.add('jurisdiction_preferences', { description: 'disabled', order: 0, enabled: false })
  await prefer('first', { order: 1 })
  const item = await bench.send(calder)
  expect(item.recipients).toEqual(['ada@firm.example', 'first@firm.example'])
  expect(item.history.find((line) => line.startsWith('address'))).toContain(
    'The jurisdiction preference "first" applies.',
  )
})

test('a preference for a group of jurisdictions applies to notices of its courts only', async () => {
  const group = await bench.add('jurisdiction_groups', { name: 'California', jurisdiction_ids: [jurisdictionId] })
  const other = await bench.add('jurisdiction_groups', { name: 'Bankruptcy', categories: ['FEDERAL_BANKRUPTCY'] })
  await prefer('bankruptcy', { order: 1, jurisdiction_groups: [other] })
  await prefer('california', { order: 2, jurisdiction_groups: [group] })
  expect((await bench.send(calder)).recipients).toEqual(['ada@firm.example', 'california@firm.example'])
})

test('a preference for party email domains applies to notices served at one of them', async () => {
  await prefer('client', { party_email_domains: ['client.example'] })
  expect((await bench.send(calder)).recipients).toEqual(['ada@firm.example'])
  const served = { ...calder, emails: ['roe@mail.client.example'] }
  expect((await bench.send(served)).recipients).toEqual(['ada@firm.example', 'client@firm.example'])
})

test('the document processing of a notice is found by its court before it has a case', async () => {
  const processing = await bench.add('document_processings', {
    ...{ name: 'Wait', wait_for_stamp: true, max_minutes_wait_for_stamp: 30 },
    ...{ extraction_provider: 'NO_PROVIDER', billing_party: 'ECFX' },
  })
  const group = await bench.add('jurisdiction_groups', { name: 'N.D. Cal.', jurisdiction_ids: [jurisdictionId] })
  await prefer('stamps', { jurisdiction_groups: [group], document_processing_id: processing })
  const noticeOf = (value: string) => ({ courtId: { value, from: 'derived' as const }, recipients: [] })
  const find = (court: string) =>
    bench.inFirm((trx) => findDocumentProcessing(trx, { firmId: 1, notice: noticeOf(court) }))
  expect(await find('cand')).toMatchObject({
    preference: { description: 'stamps' },
    processing: { waitForStamp: true, maxMinutesWaitForStamp: 30 },
  })
  expect(await find('nysd')).toBeUndefined()
})
