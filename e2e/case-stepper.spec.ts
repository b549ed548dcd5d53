import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, signIn, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { sampleOf } from './sample-of.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

interface KnownCase {
  name: string
  case_number: string
  jurisdiction_id: string
}

const newPage = startBrowser()
let installation: Installation
let page: Page
let known: KnownCase
let court: string
let person: string

test.beforeAll(async () => {
  installation = await startInstallation()
  const call = await signIn(installation.url, 'Docketing')
  const cases = (await (await call('/api/v1/case/search?max=50')).json()) as { cases: KnownCase[] }
  known = cases.cases.find(({ case_number }) => /^\d:\d\d-cv-\d{5}/.test(case_number)) as KnownCase
  const jurisdictions = await (await call(`/api/v1/jurisdiction/${known.jurisdiction_id}`)).json()
  court = (jurisdictions as { name: string }).name
  const people = await (await call('/api/v1/timekeeper/search?max=1')).json()
  person = (people as { timekeepers: { full_name: string }[] }).timekeepers[0]?.full_name ?? ''
})
test.afterAll(() => installation?.close())

async function open(options: { isDark?: boolean; width?: number } = {}): Promise<void> {
  ;({ page } = await newPage(options))
  page.on('dialog', (dialog) => void dialog.accept())
}

async function logIn(role: string, path: string): Promise<void> {
  await logInAs(page, { url: installation.url, role, path })
}

async function openNewCase(role = 'Docketing'): Promise<void> {
  await logIn(role, '/cases')
  await page.locator('tbody tr[aria-rowindex]').first().waitFor()
  await page.keyboard.press('n')
  await atStep('Matters')
}

function atStep(name: string): Promise<void> {
  return page
    .getByRole('navigation', { name: 'Steps' })
    .getByText(new RegExp(`Step \\d of 6: ${name}`))
    .waitFor()
}

const field = (name: string) => page.getByRole('textbox', { name })
const list = (name: string) => page.getByRole('combobox', { name })
const dialog = (name: string) => page.getByRole('dialog', { name })
/** Returns the number spelled differently: without leading zeros. */
const respelt = () => known.case_number.replace(/-0+(\d)/, '-$1')

async function caseByName(name: string): Promise<Record<string, unknown> | undefined> {
  const call = await signIn(installation.url, 'Docketing')
  const answer = await call(`/api/v1/case/search?freeText=${encodeURIComponent(name)}`)
  return ((await answer.json()) as { cases: Record<string, unknown>[] }).cases[0]
}

function hasFocus(input: Locator): Promise<void> {
  return expect.poll(() => input.evaluate((node) => node === document.activeElement)).toBe(true)
}

async function shoot(name: string): Promise<void> {
  const folder = process.env.COURTCRIER_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('a case is created by mouse, with a missing matter and client, and is distinguished from an existing one', async () => {
  await open()
  await openNewCase()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText('This field is required.').waitFor()
  await expectAccessible(page, 'matters, wrong')
  await shoot('1-matters')
  await list('Matter').fill('Brightwater Lease')
  await page.getByRole('option', { name: 'Add matter “Brightwater Lease”…' }).click()
  const matter = dialog('New matter')
  await expect(matter.getByRole('textbox', { name: 'Name' })).toHaveValue('Brightwater Lease')
  await matter.getByRole('textbox', { name: 'Number' }).fill('BW-001')
  await matter.getByRole('combobox', { name: 'Client' }).fill('Brightwater Ltd')
  await page.getByRole('option', { name: 'Add client “Brightwater Ltd”…' }).click()
  const client = dialog('New client')
  await client.getByRole('textbox', { name: 'Number' }).fill('BW')
  await shoot('2-client-in-place')
  await expectAccessible(page, 'client in place')
  await client.getByRole('button', { name: 'Create client' }).click()
  await client.waitFor({ state: 'detached' })
  await expect.poll(() => matter.getByRole('combobox', { name: 'Client' }).inputValue()).toBe('Brightwater Ltd')
  await matter.getByRole('button', { name: 'Create matter' }).click()
  await matter.waitFor({ state: 'detached' })
  await expect.poll(() => list('Matter').inputValue()).toBe('Brightwater Lease')
  await page.getByRole('button', { name: 'Next', exact: true }).click()

  await atStep('Case info')
  await field('Name').fill('Brightwater v. Harrow')
  await field('Number').fill(respelt())
  const similar = page.getByText('This may already exist:')
  await similar.waitFor()
  await page.getByText('same number, written differently').waitFor()
  await expectAccessible(page, 'case info')
  await shoot('3-case-info')
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: `Open ${known.case_number}` }).click(),
  ])
  await other.getByRole('dialog', { name: known.name }).waitFor()
  await other.close()
  await field('Number').fill('9:26-cv-44321')
  await similar.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Next', exact: true }).click()

  await atStep('Jurisdiction')
  await list('Jurisdiction').fill(`${court} II`)
  const addition = page.getByRole('option', { name: /^Add jurisdiction/ })
  await addition.waitFor()
  const named = page.getByRole('option').filter({ hasText: court })
  await expect(named).toHaveCount(1)
  // Shown by its short name, a court is also known by its full one, and not offered to be added.
  await list('Jurisdiction').fill(court)
  await addition.waitFor({ state: 'detached' })
  const option = named.first()
  await option.waitFor()
  await expect(named).toHaveCount(1)
  const [short = '', full] = await option.locator('span > span, span > small').allTextContents()
  expect(full).toBe(court)
  await option.click()
  await expect.poll(() => list('Jurisdiction').inputValue()).toBe(short)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await atStep('Timekeepers')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText('At least one item is required.').waitFor()
  await list('Assigned timekeepers').fill(person)
  await page.getByRole('option', { name: person }).click()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await atStep('Judge and storage policy')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await atStep('Review')
  await page.getByText('Brightwater Lease', { exact: true }).waitFor()
  await page.getByText(person).first().waitFor()
  await page.getByText(short, { exact: true }).first().waitFor()
  await shoot('4-review')
  await expectAccessible(page, 'review')
  await page.getByRole('button', { name: 'Create case' }).click()
  await page.getByText('Brightwater v. Harrow created.').waitFor()
  await expect
    .poll(() => caseByName('Brightwater v. Harrow'))
    .toMatchObject({ case_number: '9:26-cv-44321', status: 'Open' })
})

test('the same works by keyboard only', inLongRun, async () => {
  await open()
  await openNewCase()
  const press = (key: string) => page.keyboard.press(key)
  const type = (text: string) => page.keyboard.type(text)
  await hasFocus(list('Matter'))
  await type('Keyboard Matter')
  await page.getByRole('option', { name: 'Add matter' }).waitFor()
  await press('ArrowDown')
  await press('Enter')
  const matter = dialog('New matter')
  await hasFocus(matter.getByRole('textbox', { name: 'Number' }))
  await type('KM-1')
  await press('Tab')
  await type('Keyboard Client')
  await page.getByRole('option', { name: 'Add client' }).waitFor()
  await press('ArrowDown')
  await press('Enter')
  const client = dialog('New client')
  await hasFocus(client.getByRole('textbox', { name: 'Number' }))
  await press('Escape')
  await client.waitFor({ state: 'detached' })
  await expect(matter).toBeVisible()
  const clientField = matter.getByRole('combobox', { name: 'Client' })
  await hasFocus(clientField)
  await type('Keyboard Client')
  await page.getByRole('option', { name: 'Add client' }).waitFor()
  await press('ArrowDown')
  await press('Enter')
  await hasFocus(client.getByRole('textbox', { name: 'Number' }))
  await type('KC-1')
  await press('Enter')
  await client.waitFor({ state: 'detached' })
  await expect.poll(() => clientField.inputValue()).toBe('Keyboard Client')
  await hasFocus(clientField)
  await press('Enter')
  await matter.waitFor({ state: 'detached' })
  await hasFocus(list('Matter'))
  await press('Enter')
  await atStep('Case info')
  await hasFocus(field('Name'))
  await type(known.name.replace(/ v\. /, ' vs '))
  await page.getByText(/similar name|same name/).waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await type('Keyboard v. Mouse')
  await press('Tab')
  await type('9:26-cv-44322')
  await press('Alt+ArrowLeft')
  await atStep('Matters')
  await press('Alt+ArrowRight')
  await atStep('Case info')
  await press('Control+Enter')
  await atStep('Jurisdiction')
  await page.getByRole('group', { name: '2 fields need your attention' }).waitFor()
  await page.getByRole('button', { name: 'Jurisdiction', exact: true }).last().focus()
  await press('Enter')
  await hasFocus(list('Jurisdiction'))
  await type(court)
  await page.getByRole('option', { name: court }).waitFor()
  await press('ArrowDown')
  await press('Enter')
  await press('Enter')
  await atStep('Timekeepers')
  await hasFocus(list('Assigned timekeepers'))
  await type(person)
  await page.getByRole('option', { name: person }).waitFor()
  await press('ArrowDown')
  await press('Enter')
  await press('Escape')
  await press('Control+Enter')
  await page.getByText('Keyboard v. Mouse created.').waitFor()
  await expect.poll(() => caseByName('Keyboard v. Mouse')).toMatchObject({ case_number: '9:26-cv-44322' })
})

test('a draft is restored at its step after a reload, and no one else who uses this tab sees it', async () => {
  await open()
  await openNewCase()
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Case info' }).click()
  await field('Name').fill('Typed and not saved')
  await page.reload()
  await atStep('Case info')
  await page.getByText('Your unsaved changes are restored.').waitFor()
  await expect(field('Name')).toHaveValue('Typed and not saved')
  await page.goto(`${installation.url}/clients`)
  await page.getByRole('button', { name: /profile, appearance and log out/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL(/\/login/)
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft'))))
    .toEqual([])
  for (const role of ['Administrator', 'Docketing']) {
    await openNewCase(role)
    await expect(page.getByText('Your unsaved changes are restored')).toHaveCount(0)
    await page.evaluate(() => localStorage.removeItem('courtcrier.session'))
  }
})

test(
  'a number in use is reported under its field while typing, with a link to the record that uses it',
  inLongRun,
  async () => {
    const call = await signIn(installation.url, 'Docketing')
    const headers = { 'content-type': 'application/json' }
    await call('/api/v1/client', {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Taken Co.', number: 'T-1' }),
    })
    await open()
    await logIn('Docketing', '/clients?new')
    await page.locator('tbody tr[aria-rowindex]').first().waitFor()
    await page.keyboard.press('n')
    const panel = dialog('New client')
    await panel.getByRole('textbox', { name: 'Number' }).fill('T-1')
    await panel.getByText("This value can't be used. Enter another.").waitFor()
    await panel.getByRole('link', { name: 'Open Taken Co.', exact: true }).waitFor()
    await panel.getByRole('textbox', { name: 'Number' }).fill('T-2')
    await panel.getByText("This value can't be used. Enter another.").waitFor({ state: 'detached' })
  },
)

test('a number in use blocks its step, even when a later choice makes it a duplicate', inLongRun, async () => {
  await open()
  await openNewCase()
  await list('Matter').click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await atStep('Case info')
  await field('Name').fill('Another v. One')
  await field('Number').fill(known.case_number)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  // Another court may use the number; within this jurisdiction it is in use.
  await atStep('Jurisdiction')
  await list('Jurisdiction').fill(court.slice(0, 12))
  await page.getByRole('option', { name: court }).click()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText("This value can't be used. Enter another.").waitFor()
  await page.getByRole('link', { name: `Open ${known.name}`, exact: true }).waitFor()
  await hasFocus(list('Jurisdiction'))
  await atStep('Jurisdiction')
  await expectAccessible(page, 'a number that is taken')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await atStep('Case info')
  await field('Number').fill('9:26-cv-55555')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await atStep('Jurisdiction')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await atStep('Timekeepers')
})

test('an existing record shows its sections, says that a secret is set, and is deactivated instead of deleted', async () => {
  const call = await signIn(installation.url, 'Administrator')
  const headers = { 'content-type': 'application/json' }
  const make = async (entity: string, body: object) => {
    const answer = await call(`/api/v1/${entity}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await answer.json()) as { id: string }).id
  }
  const hook = { name: 'Desk', url: 'https://desk.example', events: ['case.created'], signing_secret: 'hunter2' }
  const id = await make('webhook', hook)
  const isSet = async () => (await call(`/api/v1/webhook/${id}`)).headers.get('x-secrets-set')
  await open()
  await logIn('Administrator', `/webhooks?id=${id}`)
  const panel = dialog('Desk')
  await panel.getByRole('navigation', { name: 'Sections of the form' }).getByRole('button', { name: 'Events' }).click()
  const secret = panel.getByLabel('Signing secret', { exact: true })
  await expect(secret).toHaveAttribute('placeholder', 'Saved and never shown. Type to replace it.')
  await expect(secret).toHaveValue('')
  await panel.getByRole('button', { name: 'Remove Signing secret' }).click()
  await panel.getByText('Removed when you save.').waitFor()
  await expectAccessible(page, 'sections')
  await shoot('5-sections')
  await expect.poll(() => isSet()).toBe('signing_secret')
  await panel.getByRole('button', { name: 'Save changes' }).click()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => isSet()).toBe('')

  const client = await make('client', { name: 'Led to', number: 'LED-1' })
  await make('matter', { name: 'Leads to it', number: 'LEADS-1', client_id: client })
  await page.goto(`${installation.url}/clients?id=${client}`)
  await dialog('Led to').getByRole('button', { name: 'Delete' }).click()
  const offer = dialog('Led to is in use')
  await offer.getByText('This record is used by 1 matter.').waitFor()
  await shoot('6-in-use')
  await offer.getByRole('button', { name: 'Set Status to Closed' }).click()
  await offer.waitFor({ state: 'detached' })
  await expect.poll(async () => (await call(`/api/v1/client/${client}`)).json()).toMatchObject({ status: 'Closed' })
})

for (const [scheme, width] of sampleOf([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const))
  test(`every step is accessible in ${scheme} at ${width} pixels`, inLongRun, async () => {
    await open({ isDark: scheme === 'dark', width })
    await openNewCase()
    for (const name of ['Case info', 'Jurisdiction', 'Timekeepers', 'Judge and storage policy', 'Review']) {
      await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click()
      await atStep(name)
      await expectAccessible(page, `${name} ${scheme} ${width}`)
      await shoot(`step-${scheme}-${width}-${name.replaceAll(' ', '-')}`)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
