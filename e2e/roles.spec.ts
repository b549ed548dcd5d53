import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, signIn, startInstallation, until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { sampleOf } from './sample-of.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let page: Page

test.beforeAll(async () => {
  installation = await startInstallation()
})
test.afterAll(() => installation?.close())
test.beforeEach(() => open())

async function open(options: { isDark?: boolean; width?: number } = {}): Promise<void> {
  ;({ page } = await newPage(options))
}

async function logIn(role: string, path: string): Promise<void> {
  await logInAs(page, { url: installation.url, role, path })
}

/** Returns the record's row in the list of roles. */
const inList = (name: string) => page.locator('tbody tr[aria-rowindex]').filter({ hasText: name })
const drawer = () => page.getByRole('dialog').first()
const radio = (name: string) => drawer().getByRole('radio', { name, exact: true })

/** Saves a screenshot if a folder for pictures is set. */
async function picture(name: string): Promise<void> {
  const folder = process.env.COURTCRIER_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('a role is created in the matrix with its effect shown before saving, and its user no longer sees what it denies', async () => {
  await logIn('Administrator', '/security-roles')
  await inList('Docketing').first().waitFor()
  await page.getByRole('button', { name: 'New role' }).click()
  await drawer().getByRole('textbox', { name: 'Name' }).fill('Calendar clerk')
  await drawer().getByRole('combobox', { name: 'Copy from' }).click()
  await page.getByRole('option', { name: 'Docketing' }).click()
  await until(() => radio('Cases: Full Access').isChecked())
  // A whole group, then single records and a field.
  await radio('All of Storage: No Access').check()
  await expect(radio('Storage policies: No Access')).toBeChecked()
  await radio('Clients: Read Only').check()
  await drawer().getByRole('button', { name: 'Fields of Clients' }).click()
  await expect(radio('Clients, Name: Full Access')).toBeDisabled()
  await radio('Clients, Number: No Access').check()
  await radio('Judges: No Access').check()
  await drawer().getByRole('button', { name: 'Review changes' }).click()
  await drawer().getByText('At least one item is required.').waitFor()
  await drawer().getByRole('combobox', { name: 'Add users' }).fill('Maria')
  await page.getByRole('option', { name: 'Maria Delgado' }).click()
  await page.keyboard.press('Escape')
  await picture('matrix-light')
  await expectAccessible(page, 'matrix')
  await drawer().getByRole('button', { name: 'Review changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changes' })
  await dialog.getByText('Maria Delgado joins from Docketing').waitFor()
  await dialog.getByText('Judges: Full Access to No Access').waitFor()
  await dialog.getByText('Clients, Number: Full Access to No Access').waitFor()
  await picture('difference-light')
  await expectAccessible(page, 'difference')
  await dialog.getByRole('button', { name: 'Create role' }).click()
  await inList('Calendar clerk').waitFor()

  await open()
  await logIn('Docketing', '/clients')
  await page.locator('tbody tr[aria-rowindex]').first().waitFor()
  await expect(page.getByRole('columnheader', { name: /^Number/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New client' })).toHaveCount(0)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Settings' }).click()
  const settings = page.getByRole('main')
  await settings.getByRole('link', { name: 'Clients' }).waitFor()
  for (const gone of [/^Judges/, /^Storage Policies/, /^Users/])
    await expect(settings.getByRole('link', { name: gone })).toHaveCount(0)
  await page.goto(`${installation.url}/judges`)
  await page.getByText("Your role doesn't include this page").waitFor()
  const call = await signIn(installation.url, 'Docketing')
  const answer = await call('/api/v1/client/search')
  expect(await answer.text()).not.toContain('"number"')
})

test('access that someone else changes while a role is edited stays as they saved it', inLongRun, async () => {
  await logIn('Administrator', '/security-roles?q=calendar')
  await inList('Calendar clerk').getByRole('link').click()
  await radio('Locations: No Access').check()
  const call = await signIn(installation.url, 'Administrator')
  const address = `/api/v1/user_security_role/${new URL(page.url()).searchParams.get('id')}`
  const body = JSON.stringify({ matter_access: 'READ' })
  await call(address, { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
  await expect(radio('Matters: Read Only')).toBeChecked()
  await expect(radio('Locations: No Access')).toBeChecked()
  await drawer().getByRole('button', { name: 'Review changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changes' })
  await dialog.getByText('Locations: Read Only to No Access').waitFor()
  await expect(dialog.getByText(/^Matters/)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await (await call(address)).json()).toMatchObject({ matter_access: 'READ', location_access: 'DENY' })
})

test('by keyboard alone a role is changed, and only differences are shown', inLongRun, async () => {
  await logIn('Administrator', '/security-roles?q=calendar')
  await inList('Calendar clerk').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await radio('Clients: Read Only').focus()
  await page.keyboard.press('ArrowRight')
  await until(() => radio('Clients: No Access').isChecked())
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toMatch(/Clients, |: /)
  await radio('Departments: Read Only').focus()
  await page.keyboard.press('ArrowLeft')
  await until(() => radio('Departments: Full Access').isChecked())
  await drawer().getByRole('combobox', { name: 'Only differences from' }).click()
  await page.getByRole('option', { name: 'This role as saved' }).click()
  await until(
    async () => (await drawer().getByRole('radio', { name: 'Cases: Full Access', exact: true }).count()) === 0,
  )
  await radio('Departments: Full Access').waitFor()
  await radio('Departments: Full Access').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Changes' })
  await dialog.getByText('1 user who has this role').waitFor()
  await dialog.getByText('Departments: Read Only to Full Access').waitFor()
  await dialog.getByText('Clients: Read Only to No Access').waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Calendar clerk').first().waitFor()
})

test(
  'an administrator views the console as another role, can change nothing there, and returns',
  inLongRun,
  async () => {
    await logIn('Administrator', '/security-roles')
    await inList('View Only').first().getByRole('link').first().click()
    await drawer().getByText('This role is predefined.').waitFor()
    await expect(radio('Cases: Full Access')).toBeDisabled()
    await expect(drawer().getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await drawer().getByRole('button', { name: 'View as this role' }).click()
    const banner = page.getByRole('region', { name: 'You are viewing Courtcrier as View Only.' })
    await banner.waitFor()
    await page.waitForURL(/dashboard/)
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await navigation.getByRole('link', { name: 'Settings' }).click()
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Clients/ })
      .waitFor()
    await expect(page.getByRole('main').getByRole('link', { name: /^Users/ })).toHaveCount(0)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Clients/ })
      .click()
    await page.locator('tbody tr[aria-rowindex]').first().waitFor()
    await expect(page.getByRole('button', { name: 'New client' })).toHaveCount(0)
    await picture('viewing-light')
    await expectAccessible(page, 'viewing')
    await page.reload()
    await banner.waitFor()
    await page.goto(`${installation.url}/users`)
    await page.getByText("Your role doesn't include this page").waitFor()
    await banner.getByRole('button', { name: 'Leave' }).click()
    await banner.waitFor({ state: 'detached' })
    await page.waitForURL(/security-roles/)
    await page.goto(`${installation.url}/settings`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Users/ })
      .waitFor()
    const call = await signIn(installation.url, 'Administrator')
    const audit = encodeURIComponent(JSON.stringify([{ field: 'level', in: ['AUDIT'] }]))
    const log = await (await call(`/api/v1/system_event/search?sort=-created_at&max=10&filters=${audit}`)).text()
    expect(log).toContain('started viewing Courtcrier as \\"View Only\\".')
    expect(log).toContain('stopped viewing as \\"View Only\\".')
  },
)

test('viewed as a read-only role, the console changes nothing, and logging out ends the view', inLongRun, async () => {
  await logIn('Administrator', '/security-roles')
  await inList('Manager').first().getByRole('link').first().click()
  await drawer().getByRole('button', { name: 'View as this role' }).click()
  await page.getByText('You are viewing Courtcrier as Manager.').waitFor()
  await page.goto(`${installation.url}/departments?id=new`)
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Never')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Number' }).fill('N')
  await page.getByRole('button', { name: 'Create department' }).click()
  await page.getByText('Leave that view to make changes.').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  // The banner has a button of the same name.
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('dialog', { name: 'New department' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /profile, appearance and log out/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Log in as Administrator' }).click()
  await page.waitForURL(/dashboard/)
  await expect(page.getByText('You are viewing Courtcrier as Manager')).toHaveCount(0)
})

test('the last administrator is not locked out', inLongRun, async () => {
  await logIn('Administrator', '/security-roles')
  await inList('Manager').first().getByRole('link').first().click()
  await drawer().getByRole('combobox', { name: 'Add users' }).fill('Dana')
  await page.getByRole('option', { name: 'Dana Whitfield' }).click()
  await drawer().getByRole('button', { name: 'Review changes' }).click()
  await page.getByRole('dialog', { name: 'Changes' }).getByRole('button', { name: 'Save role' }).click()
  await drawer().getByText('The firm would have no administrator left.').waitFor()
})

for (const [isDark, width] of sampleOf([
  [false, 1440],
  [true, 1440],
  [false, 390],
  [true, 390],
] as const))
  test(`axe finds nothing, dark ${isDark} at ${width} pixels`, inLongRun, async () => {
    await open({ isDark, width })
    await logIn('Administrator', '/security-roles')
    await inList('View Only').first().waitFor()
    const row = await (await signIn(installation.url, 'Administrator'))(
      '/api/v1/user_security_role/search?freeText=calendar',
    )
    const [role] = ((await row.json()) as { user_security_roles: { id: string }[] }).user_security_roles
    await page.goto(`${installation.url}/security-roles?id=${role?.id}`)
    await drawer().getByRole('button', { name: 'Fields of Clients' }).click()
    await radio('Clients, Number: No Access').waitFor()
    await picture(`role-${isDark ? 'dark' : 'light'}-${width}`)
    await expectAccessible(page, `role ${isDark} ${width}`)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
