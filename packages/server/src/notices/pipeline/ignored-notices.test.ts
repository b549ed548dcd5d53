import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../base/db/ids.ts'
import { wholeMessage } from '../../mail/believed.ts'
import { receiveMessage } from '../../mail/receive.ts'
import { type NoticeBench, noticeOf, openNoticeBench } from '../preferences/notice-bench.fixture.ts'
import { ignoreReasons } from './ignore-reasons.ts'
import type { SenderResult, StageDeps, Work } from './stage.ts'
import { matchStage } from './stages/match.ts'

let bench: NoticeBench

beforeAll(async () => {
  bench = await openNoticeBench()
  const clientId = await bench.add('clients', { name: 'C', number: 'C' })
  const matterId = await bench.add('matters', { name: 'M', number: 'M', client_id: clientId })
  const timekeeper = await bench.add('timekeepers', { full_name: 'Ada Quill', email: 'ada@firm.example' })
  const jurisdictionId = await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
  await bench.add('cases', {
    ...{ name: 'Calder v. Northgate', case_number: '3:26-cv-04417', jurisdiction_id: jurisdictionId },
    ...{ matter_id: matterId, assigned_timekeepers: [timekeeper], status: 'On appeal' },
  })
})
afterAll(() => bench.close())

afterEach(async () => {
  await bench.query(sql`delete from ignored_cases where firm_id = 1`)
  await bench.query(sql`update firms set ignored_case_statuses = '{}', ignored_email_domains = '{}',
    accepted_email_domains = '{}' where firm_id = 1`)
})

const calder = { court: 'cand', number: '3:26-cv-04417', name: 'Calder v. Northgate' }
/** Ignores the case by its number, and by what else is said. */
const ignore = (more: object = {}) =>
  bench.add('ignored_cases', { name: '', case_number: calder.number, ecfx_jurisdiction_id: 'cand', ...more })
const recipientsOf = async () => (await bench.send(calder)).recipients

test('a notice of an ignored case notifies no one, and its timeline says why', async () => {
  expect(await recipientsOf()).toEqual(['ada@firm.example'])
  await ignore()
  const item = await bench.send(calder)
  expect(item).toMatchObject({ status: 'Succeeded', recipients: [] })
  expect(item.reason).toContain('3:26-cv-04417')
})

test('a case ignored by its name is ignored whatever its number, and says by which name', async () => {
  const id = await ignore({ case_number: 'CALDER vs. Northgate, Inc.' })
  const item = await bench.send(calder)
  expect(item).toMatchObject({
    ...{ status: 'Succeeded', recipients: [] },
    reason: "Calder v. Northgate in N.D. Cal. is among the firm's ignored cases.",
  })
  const [row] = await bench.query(
    sql<{ by: unknown }>`select outcomes #> '{ignored,by}' as by from item_progress where id = ${item.id}::uuid`,
  )
  expect(row?.by).toEqual([{ kind: 'ignored_cases', rule: id }])
})

test('a case that only resembles the ignored name, or has it in another court, is not ignored', async () => {
  await ignore({ case_number: 'Calder v. Northgate Freight' })
  await ignore({ case_number: 'Calder v. Northgate', ecfx_jurisdiction_id: 'nysd' })
  expect(await recipientsOf()).toEqual(['ada@firm.example'])
})

test('the rule that ignored a message is saved with it, so that what each rule caught can be counted', async () => {
  const ruleOf = async (itemId: string) => {
    const [row] = await bench.query(
      sql<{ by: unknown }>`select outcomes #> '{ignored,by}' as by from item_progress where id = ${itemId}::uuid`,
    )
    return row?.by
  }
  await bench.query(sql`update firms set ignored_case_statuses = '{Closed,ON APPEAL}', ignored_email_domains = '{spam.example}'
    where firm_id = 1`)
  expect(await ruleOf((await bench.send(calder)).id)).toEqual([{ kind: 'ignored_statuses', rule: 'ON APPEAL' }])
  const id = await ignore()
  expect(await ruleOf((await bench.send(calder)).id)).toEqual([{ kind: 'ignored_cases', rule: id }])
  const raw = Buffer.from(`Subject: Order\r\nFrom: clerk@mail.spam.example\r\nMessage-ID: <${newId()}@x>\r\n\r\nOrder`)
  const { itemId } = await receiveMessage(bench.services, { firmId: 1, raw, via: 'smtp', source: 'here' })
  await bench.rest(itemId)
  expect(await ruleOf(itemId)).toEqual([{ kind: 'ignored_domains', rule: 'spam.example' }])
})

test('a case with the same number in another court is not ignored', async () => {
  await ignore({ ecfx_jurisdiction_id: 'nysd' })
  expect(await recipientsOf()).toEqual(['ada@firm.example'])
})

test('a case with an ignored number is processed if it has none of the parties entered with it', async () => {
  const id = await ignore({ name: 'Ortiz v. Tidewater' })
  expect(await recipientsOf()).toEqual(['ada@firm.example'])
  await bench.query(sql`update ignored_cases set name = 'Calder' where id = ${id}::uuid`)
  expect(await recipientsOf()).toEqual([])
})

test('a case ignored by status is ignored only while it has that status', async () => {
  const id = await ignore({ ignored_by_status: 'Closed' })
  expect(await recipientsOf()).toEqual(['ada@firm.example'])
  await bench.query(sql`update ignored_cases set ignored_by_status = 'on appeal' where id = ${id}::uuid`)
  expect(await recipientsOf()).toEqual([])
})

test('a case ignored by email domain is ignored only in notices from there', async () => {
  const id = await ignore({ ignored_by_email_domain: 'two.example' })
  expect(await recipientsOf()).toEqual(['ada@firm.example'])
  await bench.query(sql`update ignored_cases set ignored_by_email_domain = 'one.example' where id = ${id}::uuid`)
  expect(await recipientsOf()).toEqual([])
})

test('the domain of the court that wrote a forwarded notice counts as its domain, if that is proven', async () => {
  await ignore({ ignored_by_email_domain: 'cand.uscourts.gov' })
  const notice = noticeOf(calder, 1)
  const kindFor = async (authenticate: SenderResult) => {
    const message = { from: { name: '', address: 'jane@firm.example' } }
    const work = {
      firmId: 1,
      firm: { ignoredCaseStatuses: [] },
      origin: {},
      results: { authenticate, parse: { notice } },
    }
    const deps = { read: bench.inFirm } as unknown as StageDeps
    return (await matchStage.run({ ...work, message: async () => ({ message }) } as unknown as Work, deps)).kind
  }
  expect(await kindFor({ trust: 'forwarded', believed: { [wholeMessage]: {} } })).toBe('done')
  const believed = { original: { writer: 'cand.uscourts.gov' } }
  expect(await kindFor({ trust: 'forwarded', believed, originalIds: ['original'] })).toBe('ignore')
})

test('a firm ignores notices of cases with the statuses it lists', async () => {
  await bench.query(sql`update firms set ignored_case_statuses = '{Closed}' where firm_id = 1`)
  expect(await recipientsOf()).toEqual(['ada@firm.example'])
  await bench.query(sql`update firms set ignored_case_statuses = '{Closed,On appeal}' where firm_id = 1`)
  const item = await bench.send(calder)
  expect(item).toMatchObject({ status: 'Succeeded', recipients: [] })
  expect(item.reason).toContain('on appeal')
})

/** Receives an email from a domain. Returns why it was ignored, if it was. */
async function whyIgnoredFrom(domain: string): Promise<string | null> {
  const raw = Buffer.from(`Subject: Order\r\nFrom: clerk@${domain}\r\nMessage-ID: <${newId()}@x>\r\n\r\nOrder`)
  const { itemId } = await receiveMessage(bench.services, { firmId: 1, raw, via: 'smtp', source: 'here' })
  const { status, reason } = await bench.rest(itemId)
  return status === 'Succeeded' ? reason : null
}

test('a firm ignores email from the domains it lists', async () => {
  await bench.query(sql`update firms set ignored_email_domains = '{spam.example}' where firm_id = 1`)
  expect(await whyIgnoredFrom('mail.spam.example')).toBe(ignoreReasons.ignoredDomain('mail.spam.example'))
  expect(await whyIgnoredFrom('court.example')).toBeNull()
})

test('a firm that lists accepted domains ignores email from others', async () => {
  await bench.query(sql`update firms set accepted_email_domains = '{court.example}' where firm_id = 1`)
  expect(await whyIgnoredFrom('other.example')).toBe(ignoreReasons.domainNotAccepted('other.example'))
  expect(await whyIgnoredFrom('court.example')).toBeNull()
})
