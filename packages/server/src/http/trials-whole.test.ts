import { stepsType } from '@courtcrier/contract/calls/call.ts'
import { noticeTrialLimits } from '@courtcrier/contract/calls/trials.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type NoticeBench, openNoticeBench } from '../notices/preferences/notice-bench.fixture.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { notificationRuleRoutes } from './notification-rule.ts'
import { openTrialRunner } from './trial-runner.ts'
import { trialRoutes } from './trials.ts'

const enough = 60_000
const limits = { partMs: enough, batch: 2, stepMs: 0 }

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
  reached?: string
  untried?: number
}

async function attempt(path: string, body: object): Promise<Trial> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${path}/try`, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as Trial
}

async function attemptInSteps(path: string, body: object): Promise<Trial[]> {
  const url = `/api/v1/${path}/try`
  const answer = await api.call({ as: 'Administrator', method: 'POST', url, headers: { accept: stepsType }, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Trial)
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

test.each<[string, object]>([
  ['jurisdiction_preference', everywhere],
  ['ignored_case', { case_number: number, ecfx_jurisdiction_id: 'cand' }],
  ['storage_policy', { document_path: 'x', document_name: 'y', store_email: 'pdf' }],
  ['notification_rule', { template: '', include_emails: ['desk@firm.example'] }],
  ['firm', { ignored_case_statuses: ['Open'] }],
])('in steps, a trial of %s goes on to the end, and says how far it is and what it has found', async (path, draft) => {
  // Whatever time a trial at once would have.
  limits.partMs = 0
  const steps = await attemptInSteps(path, draft)
  const last = steps.at(-1)
  expect(last).toMatchObject({ looked: items.length, count: items.length })
  expect(last).not.toHaveProperty('left')
  expect(last).not.toHaveProperty('reached')
  expect(steps.slice(0, -1).map(({ looked, count }) => [looked, count])).toEqual([
    [2, 2],
    [4, 4],
  ])
  const reached = steps.slice(0, -1).map(({ reached = '' }) => Math.round((Date.now() - Date.parse(reached)) / day))
  expect(reached).toEqual([2, 3])
  limits.partMs = enough
  const { left: _, ...atOnce } = await attempt(path, draft)
  expect(last).toEqual(atOnce)
})

test('a rule for cases says in steps how many cases are still to be tried', async () => {
  const ids: string[] = []
  for (const docket of ['3:26-cv-31021', '3:26-cv-31022', '3:26-cv-31023'])
    ids.push((await bench.send({ court: 'cand', number: docket, name: 'Roe v. Doe' })).id)
  const steps = await attemptInSteps('auto_case_creation', { party_email_domains: ['firm.example'] })
  expect(steps[0]).toMatchObject({ looked: 2, count: 0, untried: 2, reached: expect.any(String) })
  expect(steps.at(-1)).not.toHaveProperty('untried')
  // And that of the notices from before, which are older than their case.
  expect(steps.at(-1)?.caught).toHaveLength(4)
  await makeOld(ids)
})

test('a trial that is refused is refused as such, also in steps', async () => {
  const answer = await api.call({
    as: 'Administrator',
    method: 'POST',
    url: '/api/v1/jurisdiction_preference/try',
    headers: { accept: stepsType },
    body: { order: 'first' },
  })
  expect(answer.status).toBe(400)
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
