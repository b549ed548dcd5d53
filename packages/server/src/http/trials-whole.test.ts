import { noticeTrialLimits } from '@courtcrier/contract/calls/trials.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type NoticeBench, openNoticeBench } from '../notices/preferences/notice-bench.fixture.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { notificationRuleRoutes } from './notification-rule.ts'
import { openTrialRunner } from './trial-runner.ts'
import { trialRoutes } from './trials.ts'

const enough = 60_000
const limits = { partMs: enough, batch: 2 }

let api: TestApi
let bench: NoticeBench
let items: readonly string[]

const number = '3:26-cv-31001'

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      const runTrial = openTrialRunner(services, limits)
      trialRoutes(app, { ...services, runTrial })
      notificationRuleRoutes(app, { ...services, runTrial })
    },
  })
  bench = await openNoticeBench(api.services)
  const client_id = await bench.add('clients', { name: 'C', number: 'C' })
  await bench.add('cases', {
    ...{ name: 'Calder v. Northgate', case_number: number },
    jurisdiction_id: await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] }),
    matter_id: await bench.add('matters', { name: 'M', number: 'M', client_id }),
    assigned_timekeepers: [await bench.add('timekeepers', { full_name: 'Ada', email: 'ada@firm.example' })],
  })
  const sent: string[] = []
  const now = Date.now()
  for (let n = 0; n < 5; n++) {
    const { id } = await bench.send({ court: 'cand', number, name: 'Calder v. Northgate' })
    // Two of each moment, so that a batch may end between them.
    await setTime([id], new Date(now - (Math.floor((n + 1) / 2) + 1) * day))
    sent.push(id)
  }
  const { id: old } = await bench.send({ court: 'cand', number, name: 'Calder v. Northgate' })
  await makeOld([old])
  items = sent
})
beforeEach(() => {
  limits.partMs = enough
})
afterEach(async () => {
  await bench.query(sql`delete from jurisdiction_preferences where firm_id = 1`)
})
afterAll(async () => {
  await bench.close()
  await api.close()
})

const day = 86_400_000

/** Sets when items were received, and their filings recorded. */
async function setTime(ids: readonly string[], at: Date): Promise<void> {
  await bench.query(sql`update inbox_items set received_at = ${at}::timestamptz where id = any(${[...ids]}::uuid[])`)
  await bench.query(sql`update envelopes set created_at = ${at}::timestamptz
    where id in (select envelope_id from inbox_items where id = any(${[...ids]}::uuid[]))`)
}

/** Has items be from before the days that a trial looks at. */
const makeOld = (ids: readonly string[]) => setTime(ids, new Date(Date.now() - (noticeTrialLimits.days + 1) * day))

interface Trial {
  caught: { id: string; did: string | null; would: string | null }[]
  count: number
  looked: number
  left?: { count: number; before: string }
}

async function attempt(path: string, body: object): Promise<Trial> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${path}/try`, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as Trial
}

const everywhere = { order: 1, enabled: true }

test.each<[string, object]>([
  ['jurisdiction_preference', everywhere],
  ['ignored_case', { case_number: number, ecfx_jurisdiction_id: 'cand' }],
  ['storage_policy', { document_path: 'x', document_name: 'y', store_email: 'pdf' }],
  ['notification_rule', { template: '', include_emails: ['desk@firm.example'] }],
  ['firm', { ignored_case_statuses: ['Open'] }],
])('a trial of %s looks at everything of the last 90 days, batch by batch', async (path, draft) => {
  const tried = await attempt(path, draft)
  expect(tried).toMatchObject({ looked: items.length, count: items.length })
  expect(tried.left).toBeUndefined()
  expect(new Set(tried.caught.map(({ id }) => id)).size).toBe(items.length)
})

test('a trial whose time is over says how far it came and how much it didn’t check', async () => {
  limits.partMs = 0
  const tried = await attempt('jurisdiction_preference', everywhere)
  expect(tried).toMatchObject({ looked: 2, count: 2, left: { count: items.length - 2 } })
  expect(Date.now() - Date.parse(tried.left?.before ?? '')).toBeGreaterThan(day - 1000)
  expect(Date.now() - Date.parse(tried.left?.before ?? '')).toBeLessThan(3 * day)
})

test('a preference shows whom its rules would have added, and how documents would have been processed', async () => {
  const rule = await bench.add('notification_rules', {
    ...{ name: 'Desk', include_emails: ['desk@firm.example'], is_active: true },
  })
  // A rule that a preference lists applies to what that preference counts for only.
  await bench.add('jurisdiction_preferences', {
    ...{ description: 'elsewhere', order: 9, enabled: true, notification_rules: [rule] },
    party_email_domains: ['else.example'],
  })
  const processing = await bench.add('document_processings', {
    ...{ name: 'Stamps', wait_for_stamp: true, max_minutes_wait_for_stamp: 30, extraction_enabled: true },
  })
  const plain = await attempt('jurisdiction_preference', everywhere)
  expect(plain.caught[0]).toMatchObject({
    did: 'No jurisdiction preference applied.',
    would: 'This one would apply.',
  })
  const tried = await attempt('jurisdiction_preference', {
    ...everywhere,
    notification_rules: [rule],
    document_processing_id: processing,
  })
  expect(tried.caught[0]?.would).toBe(
    [
      'This one would apply. Also notified: desk@firm.example. The document processing "Stamps" would apply.',
      "Documents without the court's stamp would wait for it for up to 30 minutes.",
      'Titles would be read from the documents.',
    ].join(' '),
  )
  await bench.query(sql`update document_processings set max_minutes_wait_for_stamp = 1 where id = ${processing}::uuid`)
  const hasty = await attempt('jurisdiction_preference', { ...everywhere, document_processing_id: processing })
  expect(hasty.caught[0]?.would).toContain('would wait for it for up to one minute.')
  await bench.query(sql`update notification_rules set is_active = false where id = ${rule}::uuid`)
})

test('a preference shows the case that its auto case creation would have made', async () => {
  const matter = await bench.query(sql<{ id: string }>`select id from matters where firm_id = 1 limit 1`)
  const creation = await bench.add('auto_case_creations', {
    ...{ name: 'California', matter_id: matter[0]?.id, party_email_domains: ['firm.example'] },
  })
  const emails = ['ada@firm.example']
  const { id } = await bench.send({ court: 'cand', number: '3:26-cv-31009', name: 'Roe v. Doe', emails })
  const would = async (more: object) =>
    (await attempt('jurisdiction_preference', { ...everywhere, ...more })).caught.find((each) => each.id === id)?.would
  expect(await would({})).toBe('This one would apply.')
  expect(await would({ auto_case_creation_id: creation })).toBe(
    'This one would apply. The rule "California" would count. The case would be made and assigned to one timekeeper.',
  )
  await makeOld([id])
})

/** Plants a message that was received from the address, and what became of it. */
async function plantMessage(from: string, { row = {}, outcomes = {} } = {}): Promise<string> {
  const id = await bench.add('inbox_items', {
    ...{
      subject: `From ${from}`,
      sender: from,
      received_at: new Date(),
      raw_content: '0'.repeat(64),
      fingerprint: from,
    },
    ...{ status: 'Succeeded', source_type: 'smtp', attempts: 0, disposition: 'PROCESSED', hidden: false, ...row },
  })
  await bench.query(sql`insert into item_progress (firm_id, id, outcomes)
    values (1, ${id}::uuid, ${JSON.stringify(outcomes)}::text::jsonb)`)
  return id
}

test('ignored and accepted domains are tried on past messages, and what they would change comes first', async () => {
  const news = await plantMessage('letter@news.example')
  const spam = await plantMessage('a@spam.example', {
    row: { disposition: 'IGNORED', reason: "Mail from spam.example is ignored by the firm's settings." },
    outcomes: { ignored: { by: [{ kind: 'ignored_domains', rule: 'spam.example' }] } },
  })
  const tried = await attempt('firm', { ignored_email_domains: ['spam.example', 'news.example'] })
  expect(tried.count).toBe(2)
  expect(tried.caught).toEqual([
    expect.objectContaining({
      id: news,
      did: null,
      would:
        "Mail from news.example is ignored by the firm's settings. It would be saved, and no one would be notified.",
    }),
  ])
  const without = await attempt('firm', { ignored_email_domains: [] })
  expect(without.count).toBe(0)
  expect(without.caught).toMatchObject([
    {
      ...{ id: spam, did: "Mail from spam.example is ignored by the firm's settings." },
      would: 'It would be processed like any other notice.',
    },
  ])
  const accepted = await attempt('firm', { accepted_email_domains: ['news.example'], ignored_email_domains: [] })
  expect(accepted).toMatchObject({ count: 1, caught: [{ id: spam }] })
  await makeOld([news, spam])
})
