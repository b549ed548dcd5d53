import { expect, type Page, test } from '@playwright/test'
import { sql } from 'kysely'
import { withSystem } from '../packages/server/src/base/db/firm-transaction.ts'
import { newId } from '../packages/server/src/base/db/ids.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs, type PageOptions } from './open-page.ts'
import { sampleOf } from './sample-of.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
/** One with many filings, one with none, and one that a wall hides from docketing. */
let busy: Known
let quiet: Known
let hidden: Known

interface Known {
  id: string
  name: string
  people: string[]
  matterId: string
}

test.beforeAll(async () => {
  installation = await startInstallation()
  const { rows } = await run<Known>(sql`select c.id, c.name, c.assigned_timekeepers as people, c.matter_id as "matterId"
    from cases c where c.firm_id = 1 and not exists (select from envelopes e where e.case_id = c.id)
      and cardinality(c.assigned_timekeepers) > 0 order by c.name limit 3`)
  ;[busy, quiet, hidden] = rows as [Known, Known, Known]
  await fillDocket()
})
test.afterAll(() => installation?.close())

function run<Row>(statement: ReturnType<typeof sql<Row>>) {
  return withSystem(installation.courtcrier.services.database, async (trx) => {
    await sql`reset role`.execute(trx)
    return statement.execute(trx)
  })
}

/** Thirty filings, the latest one sealed, with and without documents. */
async function fillDocket(): Promise<void> {
  const item = newId()
  await run(sql`insert into inbox_items (firm_id, id, received_at, raw_content, fingerprint, status, subject)
    values (1, ${item}::uuid, now(), 'x', ${item}, 'Succeeded', 'One')`)
  for (let n = 1; n <= 30; n++) {
    const [envelope, day] = [newId(), `2026-10-${String(n).padStart(2, '0')}`]
    const text = n === 30 ? 'SEALED document.' : `ORDER granting ${n} Motion to Compel. Responses due by 12/22/2026.`
    await run(sql`insert into envelopes (firm_id, id, ecfx_jurisdiction_id, case_id, court_envelope_id, event, docket_text,
        document_number, date, entered_at, is_sealed)
      values (1, ${envelope}::uuid, 'cand', ${busy.id}::uuid, ${envelope}, 'Order', ${text}, ${n === 28 ? null : String(100 + n)},
        ${day}::date, ${`${day}T18:02:00Z`}::timestamptz, ${n === 30})`)
    if (n < 30)
      for (const [position, title] of ['Order', 'Exhibit A'].entries())
        await run(sql`insert into documents (firm_id, id, envelope_id, position, title, verdict, sentence, pages, size)
          values (1, ${newId()}::uuid, ${envelope}::uuid, ${position}, ${`${title} ${n}`},
            ${n === 29 && position === 1 ? 'spent' : 'fetched'}, null, 6, 150000)`)
    for (const [index, person] of busy.people.slice(0, 2).entries())
      if (n < 30)
        await run(sql`insert into deliveries (firm_id, id, envelope_id, inbox_item_id, timekeeper_id, email, method, status, message_id)
          values (1, ${newId()}::uuid, ${envelope}::uuid, ${item}::uuid, ${person}::uuid, ${`${index}@x.example`}, 'PDF',
            ${n === 27 && index === 0 ? 'failed' : 'sent'}, ${newId()})`)
  }
}

async function open(
  path: string,
  { role = 'Docketing', ...options }: PageOptions & { role?: string } = {},
): Promise<Page> {
  const { page } = await newPage(options)
  await logInAs(page, { url: installation.url, role, path })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const casePath = ({ id }: Known) => `/cases/id/${id}`
const lines = (page: Page) => page.getByRole('table', { name: 'Docket' }).locator('tbody tr')
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

test('a click on a row of the cases, or Enter, reads the case; e edits it', async () => {
  const page = await open(`/cases?q=${encodeURIComponent(busy.name)}`)
  // Not any row: the docket of the page before has rows, too, and is still there right after going back.
  const row = page.locator(`tr[data-id="${busy.id}"]`)
  await row.locator('td').last().click()
  await page.waitForURL(new RegExp(casePath(busy)))
  await page.getByRole('heading', { level: 1, name: busy.name }).waitFor()
  await page.goBack()
  await row.waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(casePath(busy)))
  await page.goBack()
  await row.waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await page.getByRole('dialog').getByLabel('Name', { exact: false }).first().waitFor()
  expect(param(page, 'id')).toBe(busy.id)
})

test('Edit on the page opens the form over it, and leaves the page where it was', inLongRun, async () => {
  const page = await open(casePath(busy))
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe(casePath(busy))
})

test('the docket shows each filing, newest first, with documents, recipients and what is sealed', async () => {
  const page = await open(casePath(busy))
  await lines(page).first().waitFor()
  await expect(lines(page)).toHaveCount(25)
  const [sealed, latest] = [lines(page).nth(0), lines(page).nth(1)]
  await expect(sealed).toContainText('Sealed: access restricted by the court.')
  await expect(sealed).toContainText('Not notified')
  await expect(latest).toHaveText(/129.*ORDER granting 29 Motion.*Order 29.*Exhibit A 29/s)
  await page.getByRole('link', { name: 'Older filings' }).click()
  await lines(page).nth(5).waitFor({ state: 'detached' })
  await expect(lines(page)).toHaveCount(5)
})

test('keys go through the filings and, with a document open, through the documents', async () => {
  const page = await open(casePath(busy))
  await lines(page).first().waitFor()
  for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key)
  const filing = page.getByRole('dialog', { name: 'Open filing' })
  await filing.getByText('ORDER granting 29 Motion').waitFor()
  await page.keyboard.press('j')
  await filing.getByText('ORDER granting 28 Motion').waitFor()
  await page.keyboard.press('Escape')
  await filing.waitFor({ state: 'hidden' })
  await page.keyboard.press('d')
  const viewer = page.getByRole('complementary', { name: 'Open document' })
  await viewer.waitFor()
  const first = param(page, 'doc')
  await page.keyboard.press('j')
  await expect.poll(() => param(page, 'doc')).not.toBe(first)
  await page.keyboard.press('k')
  await expect.poll(() => param(page, 'doc')).toBe(first)
  await viewer.locator('[role="document"]').focus()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-document'))).toBe(first)
})

test('every section opens by its link, and says who gets notified and why', async () => {
  const page = await open(casePath(busy), { role: 'Administrator' })
  const sections = page.getByRole('navigation', { name: /^Sections of this/ })
  await sections.getByRole('link', { name: /^Docket 30/ }).waitFor()
  await sections.getByRole('link', { name: /^Documents 58/ }).click()
  await page.getByRole('list', { name: 'Documents' }).getByRole('button').first().waitFor()
  await sections.getByRole('link', { name: 'People' }).click()
  await page
    .getByText(/Assigned to the/)
    .first()
    .waitFor()
  await page
    .getByText(/\((from the|set for the|default)/)
    .first()
    .waitFor()
  await sections.getByRole('link', { name: /^Copies in DMS/ }).click()
  await page.getByText('Nothing yet.').waitFor()
  await sections.getByRole('link', { name: 'Details' }).click()
  await expect(sections.locator('[aria-current]')).toHaveText(['Details'])
  await page.getByRole('term').filter({ hasText: 'Assigned timekeepers' }).waitFor()
  await sections.getByRole('link', { name: 'Tracking and costs' }).click()
  await page.getByText('so nothing can be ordered').waitFor()
  await sections.getByRole('link', { name: 'History' }).click()
  await page
    .getByText(/^(No events yet|All events about this)/)
    .first()
    .waitFor()
})

test('a case without filings says what will be there', inLongRun, async () => {
  const page = await open(casePath(quiet))
  await page.getByText('No filings yet').waitFor()
})

test('a case behind a wall is not there, just as one that does not exist', async () => {
  const [person] = hidden.people
  const maria = sql`email = 'docketing@harlanlowe.example'`
  await run(sql`update firms set internal_walls_enabled = true where firm_id = 1`)
  await run(sql`update users set timekeeper_id = ${person}::uuid where firm_id = 1 and ${maria}`)
  await run(sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
    values (1, ${newId()}::uuid, 'Screen', 'EXCLUSIONARY', ${hidden.matterId}::uuid, array[${person}::uuid])`)
  const page = await open('/dashboard')
  for (const path of [casePath(hidden), '/cases/id/00000000-0000-7000-8000-000000000000']) {
    await page.goto(installation.url + path)
    await page.getByText("This case doesn't exist").waitFor()
    await page.getByText("It was deleted, or you don't have access to it.").waitFor()
    await expect(page.locator('main')).not.toContainText(hidden.name)
  }
  await run(sql`delete from ethical_walls where firm_id = 1 and name = 'Screen'`)
  await run(sql`update users set timekeeper_id = null where firm_id = 1 and ${maria}`)
})

for (const [what, route, section] of sampleOf([
  ['a judge', '/judges', 'Cases'],
  ['a jurisdiction', '/jurisdictions', 'Cases'],
  ['a timekeeper', '/timekeepers', 'Cases'],
] as const))
  test(`${what} has a page with what belongs to it`, async () => {
    const page = await open(route)
    await page.locator('tr[data-id] td').last().click()
    await page.waitForURL(new RegExp(`${route}/id/`))
    await page.getByRole('heading', { level: 2, name: new RegExp(`^${section}`) }).waitFor()
  })

test('a court has a page: what it is, whether it is read, and everything of the firm’s in it, each number a link', async () => {
  const { rows } = await run<{ id: string; count: number }>(sql`
    select e.ecfx_jurisdiction_id as id, count(*)::int as count from envelopes e where e.firm_id = 1 group by 1`)
  const court = rows.find(({ id }) => id === 'cand')
  const page = await open('/courts/id/cand', { role: 'Administrator' })
  const title = page.getByRole('heading', {
    level: 1,
    name: 'United States District Court for the Northern District of California',
  })
  await title.waitFor()
  await page.getByText('Notices from CM/ECF are read.').waitFor()
  await page.getByRole('link', { name: 'Provider Credentials' }).waitFor()
  for (const name of [
    'Cases',
    'Notifications',
    'Judges',
    'Jurisdictions',
    'Jurisdiction preferences',
    'Notice formats',
  ])
    await page.getByRole('region', { name: new RegExp(`^${name}`) }).waitFor()
  await page
    .getByRole('region', { name: /^Jurisdiction preferences/ })
    .getByRole('link', { name: /^Create jurisdiction preference/ })
    .waitFor()
  for (const section of ['Cases', 'Judges', 'Jurisdictions'])
    await page
      .getByRole('region', { name: new RegExp(`^${section}`) })
      .getByRole('heading')
      .getByRole('link')
      .waitFor()
  const filings = page.getByRole('region', { name: /^Notifications/ })
  await filings
    .getByRole('heading')
    .getByRole('link', { name: `${court?.count} notifications` })
    .click()
  await page.waitForURL(/\/ecfx-notification\?.*cand/)
  await page.goBack()
  await title.waitFor()
  await expectAccessible(page, 'the page of a court')
  await expect(page.getByText(/1970|1969/)).toHaveCount(0)
})

test('courts shown elsewhere lead to their page, and rows of the directory open it', inLongRun, async () => {
  const page = await open(casePath(busy))
  await page.getByLabel('Facts').getByRole('term').filter({ hasText: 'Jurisdiction' }).waitFor()
  await page.locator('a[href^="/courts/id/"]').first().click()
  await page.waitForURL(/\/courts\/id\//)
  await page.goto(`${installation.url}/courts?q=cand`)
  await page.locator('tr[data-id="cand"] td').last().click()
  await page.waitForURL(/\/courts\/id\/cand/)
  await page.goto(`${installation.url}/courts/id/atlantis`)
  await page.getByText("This court doesn't exist").waitFor()
})

test('the page of a court counts nothing that a wall hides', inLongRun, async () => {
  const [person] = hidden.people
  const maria = sql`email = 'docketing@harlanlowe.example'`
  const { rows } = await run<{ court: string }>(sql`select j.ecfx_jurisdiction_ids[1] as court from cases c
    join jurisdictions j on j.firm_id = c.firm_id and j.id = c.jurisdiction_id where c.firm_id = 1 and c.id = ${hidden.id}::uuid`)
  const path = `/courts/id/${rows[0]?.court}`
  const countOf = async (page: Page) => {
    const cases = page.getByRole('region', { name: /^Cases/ })
    await cases.getByRole('table').waitFor()
    return Number(/\d+/.exec((await cases.getByRole('heading').textContent()) ?? '')?.[0])
  }
  const before = await countOf(await open(path))
  await run(sql`update firms set internal_walls_enabled = true where firm_id = 1`)
  await run(sql`update users set timekeeper_id = ${person}::uuid where firm_id = 1 and ${maria}`)
  await run(sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
    values (1, ${newId()}::uuid, 'Screen', 'EXCLUSIONARY', ${hidden.matterId}::uuid, array[${person}::uuid])`)
  const page = await open(path)
  await expect.poll(() => countOf(page)).toBe(before - 1)
  await expect(page.getByRole('region', { name: /^Cases/ })).not.toContainText(hidden.name)
  await run(sql`delete from ethical_walls where firm_id = 1 and name = 'Screen'`)
  await run(sql`update users set timekeeper_id = null where firm_id = 1 and ${maria}`)
})

for (const [scheme, width] of sampleOf([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['light', 320],
] as const))
  test(`the page of a case passes axe and fits, ${scheme} at ${width} pixels`, async () => {
    const page = await open(casePath(busy), { isDark: scheme === 'dark', width })
    await lines(page).first().waitFor()
    await expectAccessible(page, `case ${scheme} ${width}`)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })

test('a name of one long word is wrapped on a phone', inLongRun, async () => {
  await run(sql`update cases set name = ${'Donaudampfschifffahrt'.repeat(6)} where id = ${quiet.id}::uuid`)
  const page = await open(casePath(quiet), { width: 390 })
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toContainText('Donaudampfschifffahrt')
  for (const name of [title, page.getByRole('navigation', { name: 'You are here' })])
    await expect
      .poll(() => name.evaluate((element) => element.scrollWidth - element.clientWidth))
      .toBeLessThanOrEqual(0)
})
