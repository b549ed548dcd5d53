import { expect, type Locator, type Page, test } from '@playwright/test'
import { isLongRun } from '../packages/server/src/testing/long-run.ts'
import { textPdf } from '../packages/server/src/testing/pdf.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Call, type Installation, signIn, startInstallation, until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'
import { type Stuck, type StuckKind, stickNotices, stuckKinds } from './stuck-notices.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let call: Call
let stuck: Stuck
let timekeeper: string

test.beforeAll(async () => {
  installation = await startInstallation()
  call = await signIn(installation.url, 'Docketing')
  stuck = await stickNotices(installation, call, isLongRun ? 2 : 1)
  const { timekeepers } = await read<{ timekeepers: { full_name: string }[] }>('timekeeper/search?max=1')
  timekeeper = timekeepers[0]?.full_name ?? ''
})
test.afterAll(() => installation?.close())

async function read<T>(path: string): Promise<T> {
  return (await (await call(`/api/v1/${path}`)).json()) as T
}

interface View {
  item: { status: string; envelope_id: string | null; case_id: string | null }
  documents: { verdict: string; uploaded: boolean }[]
  history: { sentence: string }[]
}

const viewOf = (id: string) => read<View>(`inbox/${id}`)

async function open(path: string, width = 1440): Promise<Page> {
  const { page } = await newPage({ width })
  await logInAs(page, { url: installation.url, role: 'Docketing', path })
  return page
}

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.COURTCRIER_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** Waits until the item's history has a line, which the act adds before the pipeline continues. */
async function historySays(id: string, sentence: RegExp): Promise<void> {
  const sentences = async () => (await viewOf(id)).history.map((line) => line.sentence)
  await expect.poll(sentences).toContainEqual(expect.stringMatching(sentence))
}

/** What closing an item of each kind leaves in its history. */
const leaves: Record<StuckKind, RegExp> = {
  login: /^Uploaded: /,
  unavailable: /^Retrieving the missing documents again\./,
  'no case': / was chosen\.$/,
  'two cases': / was chosen\.$/,
  'no timekeeper': / was assigned to the case\.$/,
  unverified: / trusted the sender\.$/,
  fake: /^Marked as not needed\.$/,
  announcement: /^Marked as not needed\.$/,
  'no court': /^S\.D\.N\.Y\. was chosen\.$/,
}

/** Attaches the PDF that the court stamped for the filing. */
async function upload(part: Locator, { docket, number }: { docket: string; number: number }): Promise<void> {
  const stamp = `Case ${docket} Document ${number} Filed 11/20/26 Page 1 of 1`
  const file = { name: 'scan.pdf', mimeType: 'application/pdf', buffer: await textPdf([stamp]) }
  await part.locator('input[type="file"]').setInputFiles(file)
}

interface Picked {
  name: string
  value: string
  button: string
  /** What the option starts with, if it isn't titled by what is typed. */
  title?: RegExp
}

async function pick(part: Locator, { name, value, button, title = /^/ }: Picked) {
  await part.getByRole('combobox', { name }).fill(value)
  const option = part.page().getByRole('option', { name: title }).filter({ hasText: value })
  await option.first().click()
  await part.getByRole('button', { name: button, exact: true }).click()
}

async function createCase(page: Page, docket: string): Promise<void> {
  const drawer = page.getByRole('dialog', { name: 'New case' })
  const review = drawer.getByRole('heading', { name: 'Review' })
  const matter = drawer.getByRole('combobox', { name: 'Matter' })
  await review.or(matter).waitFor()
  if (await matter.isVisible()) {
    await matter.click()
    await page.getByRole('option').first().click()
    await drawer.getByRole('button', { name: 'Next', exact: true }).click()
  }
  await review.waitFor()
  await drawer.getByText(docket, { exact: true }).waitFor()
  await shoot(page, 'verbs-new-case')
  await drawer.getByRole('button', { name: 'Create case' }).click()
  await drawer.waitFor({ state: 'detached' })
}

/** Found by its full name, shown and quoted by its short one. */
const court = {
  name: 'Court that sent it',
  value: 'Southern District of New York',
  title: /^S\.D\.N\.Y\./,
  button: 'Use this court',
}

test('one item of each kind is closed from the list', async () => {
  const page = await open('/inbox-items?f.status=Action+Required')
  const row = (kind: StuckKind) => page.locator(`tr[data-id="${stuck[kind][0]?.id}"]`)
  const press = (kind: StuckKind, name: string | RegExp) => row(kind).getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog')
  await row('login').getByRole('button', { name: 'Open on PACER' }).waitFor()
  await shoot(page, 'verbs-list')
  await expectAccessible(page, 'list of verbs')
  const closed = async (kind: StuckKind) => {
    await historySays(stuck[kind][0]?.id ?? '', leaves[kind])
    await dialog.waitFor({ state: 'detached' })
  }

  await press('login', 'Open on PACER')
  const link = dialog.getByRole('link', { name: 'Open on PACER' })
  const address = (await link.getAttribute('href')) ?? ''
  expect(address).toMatch(/^https:\/\/ecf\.\w+\.uscourts\.gov\/doc1\//)
  await dialog.getByText(address, { exact: true }).waitFor()
  await until(() => link.evaluate((node) => node === document.activeElement))
  await shoot(page, 'verbs-upload')
  await expectAccessible(page, 'upload dialog')
  await upload(dialog, stuck.login[0] ?? { docket: '', number: 0 })
  await closed('login')

  await press('unavailable', 'Retrieve again')
  await closed('unavailable')
  await press('no case', 'Create case')
  await createCase(page, stuck['no case'][0]?.docket ?? '')
  await closed('no case')
  await press('two cases', /^Use /)
  await closed('two cases')
  await press('no timekeeper', 'Assign timekeeper')
  await shoot(page, 'verbs-assign')
  await pick(dialog, { name: 'Timekeeper to assign to the case', value: timekeeper, button: 'Assign' })
  await closed('no timekeeper')
  await press('unverified', 'Trust sender')
  await dialog.getByRole('button', { name: 'Trust sender' }).click()
  await closed('unverified')
  await press('fake', 'Not needed')
  await closed('fake')
  await press('announcement', 'Not needed')
  await closed('announcement')
  await press('no court', 'Choose court')
  await pick(dialog, court)
  await closed('no court')
})

test('one item of each kind is closed from the item', inLongRun, async () => {
  const page = await open(`/inbox-items/id/${stuck.login[1]?.id}`, 1280)
  const note = page.getByRole('region', { name: 'Needs attention' })
  const press = (name: string | RegExp) => note.getByRole('button', { name }).first().click()
  const acts: Record<StuckKind, () => Promise<void>> = {
    login: () => upload(note, stuck.login[1] ?? { docket: '', number: 0 }),
    unavailable: () => press('Retrieve again'),
    'no case': async () => {
      const { cases } = await read<{ cases: { name: string }[] }>('case/search?max=1')
      await pick(note, { name: 'Existing case', value: cases[0]?.name ?? '', button: 'Use this case' })
    },
    'two cases': async () => {
      await note.getByText('Docket number matches · Parties match').waitFor()
      await press(/^Use this:/)
    },
    'no timekeeper': () =>
      pick(note, { name: 'Timekeeper to assign to the case', value: timekeeper, button: 'Assign' }),
    unverified: () => press('Trust sender'),
    fake: () => press('Not needed'),
    announcement: () => press('Not needed'),
    'no court': () => pick(note, court),
  }
  for (const kind of stuckKinds) {
    const id = stuck[kind][1]?.id ?? ''
    await page.goto(`${installation.url}/inbox-items/id/${id}`)
    await note.waitFor()
    await shoot(page, `verbs-item-${kind.replaceAll(' ', '-')}`)
    await acts[kind]()
    await historySays(id, leaves[kind])
  }
})

test(
  'a document that is still missing is marked as not needed, and is supplied on the docket of its case after all',
  inLongRun,
  async () => {
    const id = stuck.unavailable[0]?.id ?? ''
    await until(async () => (await viewOf(id)).item.status === 'Action Required')
    const page = await open(`/inbox-items/id/${id}`, 390)
    const note = page.getByRole('region', { name: 'Needs attention' })
    await note.getByRole('button', { name: 'Not needed' }).click()
    await until(async () => (await viewOf(id)).item.status === 'Succeeded')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const { item } = await viewOf(id)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${installation.url}/cases/id/${item.case_id}`)
    const line = page.locator(`tr[data-id="${item.envelope_id}"]`)
    await line.getByRole('button', { name: 'Open on PACER' }).waitFor()
    await line.getByRole('button', { name: 'Upload PDF' }).click()
    const dialog = page.getByRole('dialog', { name: 'Missing documents' })
    await dialog.getByRole('link', { name: 'Open on PACER' }).waitFor()
    await shoot(page, 'verbs-docket')
    await expectAccessible(page, 'docket upload')
    await upload(dialog, stuck.unavailable[0] ?? { docket: '', number: 0 })
    await dialog.waitFor({ state: 'detached' })
    await line.getByRole('button', { name: /uploaded manually/ }).waitFor()
    await expect.poll(async () => (await viewOf(id)).documents).toMatchObject([{ verdict: 'fetched', uploaded: true }])
  },
)
