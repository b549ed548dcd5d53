import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, signIn, startInstallation, until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { sampleOf } from './sample-of.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let context: BrowserContext | undefined
let page: Page

test.beforeAll(async () => {
  installation = await startInstallation()
  const call = await signIn(installation.url, 'Administrator')
  for (let n = 0; n < 12; n++) {
    const body = { name: `Zeta ${n}`, number: `Z-${10 + n}`, status: n % 3 === 0 ? 'Pending' : 'Closed' }
    expect((await send(call, 'client', body)).status).toBe(201)
  }
})
test.afterAll(() => installation?.close())
test.afterEach(() => {
  context = undefined
})

type Call = Awaited<ReturnType<typeof signIn>>

function send(call: Call, entity: string, body: object): Promise<Response> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return call(`/api/v1/${entity}`, init)
}

/** Opens another browser, logs in and goes to a table. */
async function logIn(role: string, to: string, options: { isDark?: boolean; width?: number } = {}): Promise<void> {
  await context?.close()
  const permissions = ['clipboard-read', 'clipboard-write']
  ;({ context, page } = await newPage({ ...options, permissions }))
  const { pathname, search } = new URL(to, installation.url)
  await logInAs(page, { url: installation.url, role, path: pathname + search })
  await page.locator('tbody tr[aria-rowindex]').first().waitFor()
}

async function goTo(path: string): Promise<void> {
  await page.goto(new URL(path, installation.url).href)
  await page.locator('tbody tr[aria-rowindex]').first().waitFor()
}

const menu = () => page.getByRole('button', { name: /^View: / })

async function choose(name: string): Promise<void> {
  await menu().click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

async function heads(): Promise<string[]> {
  const texts = await page.getByRole('columnheader').allTextContents()
  return texts.map((text) => text.split(',')[0] ?? '').filter((text) => text !== '')
}

function numbers(index: number): Promise<string[]> {
  return page.locator(`tbody tr[aria-rowindex] > td:nth-child(${index})`).allTextContents()
}

const pending = ['Z-19', 'Z-16', 'Z-13', 'Z-10']

test('a firm view shows everyone who opens its link the same rows and columns, as far as the role sees them', async () => {
  await logIn('Administrator', '/clients?q=zeta&f.status=Pending&sort=-number')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Show Open date').uncheck()
  await page.getByRole('button', { name: 'Move Status forward' }).click()
  await page.keyboard.press('Escape')
  await choose('Save as…')
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('Pending zeta')
  await dialog.getByLabel('Everyone at the firm').check()
  await expectAccessible(page, 'save as')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await page.waitForURL((url) => /^\?viewId=[0-9a-f-]+$/.test(url.search))
  await page.getByRole('button', { name: 'View: Pending zeta', exact: true }).waitFor()
  await expect.poll(() => heads()).toEqual(['Name', 'Status', 'Number'])
  await choose('Copy link')
  await page.getByText('Link copied.').waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/clients\?viewId=[0-9a-f-]+$/)

  await logIn('Docketing', link)
  await page.getByRole('button', { name: 'View: Pending zeta', exact: true }).waitFor()
  await expect.poll(() => heads()).toEqual(['Name', 'Status', 'Number'])
  // The header row is the view's before the rows are.
  await until(async () => (await numbers(4))[0] === pending[0])
  await expect.poll(() => numbers(4)).toEqual(pending)
  await menu().click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: /^Rename/ })).toHaveCount(0)

  await hideStatus()
  await logIn('View Only', link)
  await page.getByRole('button', { name: 'View: Pending zeta', exact: true }).waitFor()
  await expect.poll(() => heads()).toEqual(['Name', 'Number'])
  await until(async () => (await numbers(3))[0] === 'Z-21')
  await expect.poll(() => numbers(3)).toHaveLength(12)
  await expect.poll(() => page.content()).not.toContain('Pending<')
})

/** Assigns the read-only user another role, which doesn't see the status of clients. */
async function hideStatus(): Promise<void> {
  const call = await signIn(installation.url, 'Administrator')
  const found = (await (await call('/api/v1/user/search?max=100')).json()) as { users: { id: string; email: string }[] }
  const viewers = found.users.filter(({ email }) => email.startsWith('viewer@'))
  const grants = { client_access: 'READ', client_permissions: { status: 'DENY' } }
  const role = { name: 'Half blind', user_ids: viewers.map(({ id }) => id), ...grants }
  expect((await send(call, 'user_security_role', role)).status).toBe(201)
}

test(
  'changes to a view are marked, in the address, reset and saved; a view is renamed and deleted',
  inLongRun,
  async () => {
    await logIn('Docketing', '/clients?q=zeta&f.status=Pending')
    await choose('Save as…')
    await page.getByRole('dialog').getByLabel('Name').fill('Mine')
    await expect(page.getByText('Shared with')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'View: Mine', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove the filter Status' }).click()
    await page.getByText('of 12').waitFor()
    await page.getByRole('button', { name: 'View: Mine, changed' }).waitFor()
    expect(new URL(page.url()).search).toMatch(/^\?viewId=[0-9a-f-]+&q=zeta$/)
    await page.reload()
    await page.getByText('of 12').waitFor()
    await choose('Reset')
    await page.getByText('of 4').waitFor()
    await page.getByRole('button', { name: 'View: Mine', exact: true }).waitFor()

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByLabel('Show Open date').uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'View: Mine, changed' }).waitFor()
    await choose('Save')
    await page.getByText('"Mine" saved.').waitFor()
    await page.getByRole('button', { name: 'View: Mine', exact: true }).waitFor()
    await expect.poll(() => heads()).not.toContain('Open date')
    await choose('Rename…')
    await page.getByRole('dialog').getByLabel('Name').fill('Ours')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'View: Ours', exact: true }).waitFor()
    const link = page.url()

    await choose('Make default')
    await page.getByText('This table now opens with "Ours".').waitFor()
    await goTo('/clients')
    await page.getByRole('button', { name: 'View: Ours', exact: true }).waitFor()
    await page.getByText('of 4').waitFor()
    await choose('All')
    await page.waitForURL(/view=all/)
    await until(async () => (await page.getByText('of 4').count()) === 0)
    await goTo(link)
    await choose('Delete')
    await page.getByText('View "Ours" deleted.').waitFor()
    await page.getByText('of 4').waitFor()
    expect(new URL(page.url()).search).toContain('f.status=Pending')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Change undone.').waitFor()
    await menu().click()
    await page.getByRole('menuitem', { name: /^Ours/ }).click()
    await page.getByRole('button', { name: 'View: Ours', exact: true }).waitFor()

    await logIn('Manager', link)
    await page.getByText("This view no longer exists, or isn't shared with you.").waitFor()
    await page.getByRole('button', { name: 'View: All' }).waitFor()
  },
)

test('everything works by keyboard', inLongRun, async () => {
  await logIn('Docketing', '/clients?q=zeta&f.status=Closed')
  await page.keyboard.press('v')
  await focused('All')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await focused('Save as…')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await until(() => page.evaluate(() => document.activeElement?.tagName === 'INPUT'))
  await page.keyboard.type('By keys')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'View: By keys', exact: true }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await until(() => page.evaluate(() => document.activeElement?.tagName !== 'INPUT'))
  await page.keyboard.press('v')
  await focused('By keys')
  await page.keyboard.press('Home')
  await focused('All')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'View: All', exact: true }).waitFor()
  await page.keyboard.press('v')
  await focused('All')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await until(() => page.evaluate(() => document.activeElement?.hasAttribute('data-view-menu')))
})

/** Waits until the menu's choice has focus. */
function focused(name: string): Promise<unknown> {
  return until(() =>
    page.evaluate((text) => {
      const { activeElement } = document
      return activeElement?.getAttribute('role') === 'menuitem' && activeElement.textContent === text
    }, name),
  )
}

for (const [scheme, width] of sampleOf([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const))
  test(`axe finds nothing in ${scheme} at ${width} pixels`, inLongRun, async () => {
    await logIn('Administrator', '/clients?q=zeta', { isDark: scheme === 'dark', width })
    await menu().click()
    await page.getByRole('menuitem', { name: 'Pending zeta' }).click()
    await page.getByText('of 4').waitFor()
    await page.getByRole('button', { name: 'Remove the filter Status' }).click()
    await page.getByRole('button', { name: 'View: Pending zeta, changed' }).click()
    await page.getByRole('menuitem', { name: 'Save as…' }).waitFor()
    await expectAccessible(page, `views ${scheme} ${width}`)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.getByRole('menuitem', { name: 'Rename or share…' }).click()
    await page.getByRole('dialog').getByLabel('Everyone with a role').check()
    await page.getByLabel('Role', { exact: true }).waitFor()
    await expectAccessible(page, `who sees a view ${scheme} ${width}`)
  })
