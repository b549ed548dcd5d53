import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { type Call, signIn } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { docketsOf, type InboxBench, startInbox } from './inbox-bench.ts'
import { logInAs, type PageOptions } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

/** A rule for cases: tried before it is saved, made to work by a preference, reviewed, and undone. */

const newPage = startBrowser()
let bench: InboxBench
let administrator: Call

test.beforeAll(async () => {
  bench = await startInbox(20, { isUnsettled: true })
  administrator = await signIn(bench.installation.url, 'Administrator')
})
test.afterAll(() => bench?.installation.close())

async function open(path: string, options: PageOptions = {}): Promise<Page> {
  const { page } = await newPage(options)
  await logInAs(page, { url: bench.installation.url, role: 'Administrator', path })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

async function write(path: string, body: object): Promise<{ id: string }> {
  const headers = { 'content-type': 'application/json' }
  const answer = await administrator(`/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.ok, await answer.clone().text()).toBe(true)
  return (await answer.json()) as { id: string }
}

async function firstOf(path: string): Promise<{ id: string; full_name?: string; name?: string }> {
  const answer = (await (await administrator(`/api/v1/${path}/search?max=1`)).json()) as Record<string, never[]>
  return Object.values(answer)[0]?.[0] ?? { id: '' }
}

/** The shots are for people to look at. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.COURTCRIER_TEST_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test('a draft shows the cases it would have made, beside what happened', async () => {
  const page = await open('/auto-case-creation')
  await page.getByRole('button', { name: 'New auto case creation' }).first().click()
  const form = page.getByRole('dialog')
  const person = await firstOf('timekeeper')
  const next = form.getByRole('button', { name: 'Next' })
  await form.getByLabel('Name').fill('New matters')
  const { name: matter = '' } = await firstOf('matter')
  await form.getByLabel('Matter').fill(matter)
  await page.getByRole('option', { name: matter }).first().click()
  await next.click()
  await form.getByLabel('Timekeepers', { exact: true }).fill(person.full_name ?? '')
  await page
    .getByRole('option', { name: person.full_name ?? '' })
    .first()
    .click()
  await next.click()
  await form.getByText(/It would have applied to .* of the latest \d+ notices/).waitFor()
  await form.getByText('No case has this number in', { exact: false }).first().waitFor()
  await shoot(page, 'case-rule-trial')
  await expectAccessible(page, 'a draft of a rule for cases')
})

test('a notification rule shows, in the same words, whom it would have added to past filings', inLongRun, async () => {
  const page = await open('/notification-rule')
  await page.getByRole('button', { name: 'New notification rule' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Desk')
  await form.getByLabel('Include emails').fill('desk@harlanlowe.example')
  await page.keyboard.press('Enter')
  const trial = form.getByRole('region', { name: 'What it would have done' })
  await trial.getByText(/It would have applied to .* of the latest \d+ notices/).waitFor()
  await trial.getByText('Also notified: desk@harlanlowe.example.').first().waitFor()
  await trial
    .getByText(/^Found .* to notify\./)
    .first()
    .waitFor()
  await form.getByRole('switch', { name: 'In use' }).click()
  await trial.getByText('It is not in use, so it applies to no filing.').waitFor()
  await shoot(page, 'rule-trial')
})

test('a disabled jurisdiction preference shows that it would apply to no notice, and why', inLongRun, async () => {
  const { id } = await write('jurisdiction_preference', { description: 'Everywhere', order: 90, enabled: true })
  const page = await open(`/jurisdiction-preferences?id=${id}`)
  const form = page.getByRole('dialog')
  const trial = form.getByRole('region', { name: 'What it would have done' })
  await trial.getByText('This one would apply.').first().waitFor()
  await form.getByRole('switch', { name: 'Enabled' }).click()
  await trial.getByText('It is disabled, so it applies to no notice.').waitFor()
  await trial.getByText(/^It would have applied to none of the latest/).waitFor()
  const removed = await administrator(`/api/v1/jurisdiction_preference/${id}`, { method: 'DELETE' })
  expect(removed.ok, await removed.clone().text()).toBe(true)
})

test(
  'a storage policy shows, in the same words, what it would have saved of past filings and where',
  inLongRun,
  async () => {
    const page = await open('/storage-policies')
    await page.locator('tbody tr[aria-rowindex]').first().getByRole('link').click()
    const form = page.getByRole('dialog')
    const trial = form.getByRole('region', { name: 'What it would have done' })
    await trial.getByText(/It would have applied to .* of the latest \d+ notices/).waitFor()
    await form.getByLabel('Document path').fill('tried/{{ case.name }}')
    await trial
      .getByText(/would be saved(, the first)? as tried\//)
      .first()
      .waitFor()
    await form.getByLabel('Document path').fill('{{ case.nmae }}')
    await trial.getByText(/There is no value "case.nmae"/).waitFor()
    await expectAccessible(page, 'a draft of a storage policy')
  },
)

test(
  'a storage policy shows what will be written with each document, by the names that its DMS gets',
  inLongRun,
  async () => {
    const settings = { region: 'us-east-1', database: 'filings', api_key: 'k', api_secret: 's' }
    const { id } = await write('generic_credential', { name: 'Bucket', driver: 'S3', ...settings })
    await write('storage_policy', {
      ...{ name: 'With properties', document_path: 'x', document_name: '{{ document.title }}', dms_credential_id: id },
      document_properties: { 'Docket number': '{{ case.case_number }}', '§': '{{ case.name }}' },
    })
    const page = await open('/storage-policies')
    await page.getByRole('link', { name: 'With properties' }).click()
    const trial = page.getByRole('dialog').getByRole('region', { name: 'What it would have done' })
    await trial.getByText('What will be written').first().waitFor()
    await trial.getByText('x-amz-meta-docket-number').first().waitFor()
    await trial.getByText('Its name has no letter and no digit.').first().waitFor()
    await shoot(page, 'policy-properties')
    await expectAccessible(page, 'what a storage policy will write')
  },
)

test('a case that a rule made says so, is reviewed, and can be undone', async () => {
  const [docket = ''] = docketsOf(await bench.items(), /^No case/)
  const [waiting] = await bench.itemsOf(docket)
  const rule = await write('auto_case_creation', {
    ...{
      name: 'New matters',
      timekeepers: [(await firstOf('timekeeper')).id],
      matter_id: (await firstOf('matter')).id,
    },
    ...{ assignment_maintenance: 'INITIAL_ONLY', party_email_domains: [] },
  })
  await write('jurisdiction_preference', { description: 'Every court', order: 1, auto_case_creation_id: rule.id })
  await write(`inbox/${waiting?.id}/requeue`, {})
  const made = async () => (await bench.item(waiting?.id ?? '')) as unknown as { case_id: string | null }
  await expect.poll(async () => (await made()).case_id).not.toBeNull()
  const { case_id: caseId } = await made()

  const list = await open('/cases?f.madeByRule=TO_REVIEW')
  await expect(list.locator('tbody tr[data-id]')).toHaveCount(1)
  await list.goto(`${bench.installation.url}/cases/id/${caseId}`)
  await list.getByRole('link', { name: /^Created by the rule “New matters” on/ }).waitFor()
  await shoot(list, 'case-by-rule')
  await expectAccessible(list, 'a case that a rule made')
  await list.getByRole('button', { name: 'Looks right' }).click()
  await expect(list.getByRole('button', { name: 'Looks right' })).toHaveCount(0)

  await list.getByRole('button', { name: 'Undo' }).click()
  const question = list.getByRole('dialog', { name: 'Undo this case?' })
  await question.getByRole('button', { name: 'Undo' }).click()
  await list.getByText(/^Undone\. \d+ notices? needs? a case again\./).waitFor()
  await list.waitForURL(/\/cases$/)
  await expect
    .poll(async () => (await bench.item(waiting?.id ?? '')).reason)
    .toContain('a person deleted the case it made')
})
