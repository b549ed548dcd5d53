import { expect, type Page, test } from '@playwright/test'
import { isLongRun } from '../../packages/server/src/testing/long-run.ts'
import { expectAccessible } from '../expect-accessible.ts'
import { signIn, until } from '../harness.ts'
import { inLongRun } from '../in-long-run.ts'
import { moveTo } from '../steady.ts'
import {
  allowPublicLinks,
  chosen,
  drawn,
  installation,
  keptDocument,
  logIn,
  newContext,
  newPage,
  open,
  passOver,
  pathnameOf,
  startShell,
} from './pages.ts'

test.describe.configure({ mode: 'serial' })

startShell()

test.describe('routes', () => {
  test('a signed-out visitor reaches the requested address, with search and hash, and scrolls there', async () => {
    const page = await newPage(await newContext())
    await page.goto(`${installation.url}/firm-information?x=1#reports`)
    await page.waitForURL(/\/login\?/)
    expect(new URL(page.url()).searchParams.get('from')).toBe('/firm-information?x=1#reports')
    await expect.poll(() => page.title()).toMatch(/^Log in · /)
    await logIn(page, 'Administrator')
    await page.waitForURL((url) => url.pathname === '/firm-information')
    expect(new URL(page.url()).hash).toBe('#reports')
    const top = () => page.locator('#reports').evaluate((node) => node.getBoundingClientRect().top)
    await until(async () => (await top()) >= 0 && (await top()) < 450)
    await expect.poll(() => page.title()).toMatch(/^Firm Information · Courtcrier$/)
    await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Settings' }).click()
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Dictionary/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Dictionary' }).waitFor()
    await expect.poll(() => page.locator('#content').evaluate((node) => node.scrollTop)).toBe(0)
  })

  test('unknown paths lead to the dashboard or its substitute, denied ones to a page that says why', async () => {
    const page = await open('/no/such/page', { role: 'View Only' })
    await page.waitForURL(/\/(dashboard|inbox-items)$/)
    await page.goto(`${installation.url}/judges`)
    await page.getByRole('heading', { level: 1, name: 'Judges' }).waitFor()
    for (const route of ['/users', '/firm-information', '/event-logs', '/security-roles']) {
      await moveTo(page, route)
      await page.waitForURL(/\/success\?denied=/)
      await page.getByText(`The role View Only doesn't include ${route}.`).waitFor()
    }
    await page.getByRole('link', { name: 'Back to where you were' }).click()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  })

  test('links in emails lead to their target, even on a phone, or to a reason if it is gone', inLongRun, async () => {
    const { id, itemId } = await keptDocument()
    const page = await open(`/load-notice/${itemId}`, { role: 'Docketing', width: 390 })
    await page.waitForURL(new RegExp(`/inbox-items/id/${itemId}`))
    await page.getByText('Filing details').first().waitFor()
    await page.goto(`${installation.url}/load-document/${id}`)
    await drawn(page)
    await page.goto(`${installation.url}/load-dms/${id}`)
    await page.getByRole('heading', { level: 1, name: 'Copies of this document in DMS' }).waitFor()
    await page.getByRole('button', { name: 'Copy path' }).first().click()
    await page.getByText('Path copied.').waitFor()
    await page.getByRole('link', { name: 'Open the document here' }).click()
    await drawn(page)
    for (const [at, route] of ['load-notice', 'load-document', 'load-dms'].entries())
      for (const hostile of isLongRun ? wrongTargets : wrongTargets.slice(at, at + 1))
        await isRefused(page, `/${route}/${hostile}`)
  })

  const wrongTargets = ['018f0000-0000-7000-8000-000000000000', '%3Cscript%3Ealert(1)%3C%2Fscript%3E', '..%2F..%2Ffirm']

  async function isRefused(page: Page, path: string): Promise<void> {
    await page.goto(installation.url + path)
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
    await expect(page.getByRole('alert'), path).toHaveText(/Record not found|not allow|fields need to be corrected/)
  }

  test('a document that fails to load is requested again by a button', inLongRun, async () => {
    const { id } = await keptDocument()
    const page = await open('/inbox-items', { role: 'Docketing' })
    let isBroken = true
    await page.route('**/content', (route) => (isBroken ? route.fulfill({ status: 503, body: '' }) : route.continue()))
    await page.goto(`${installation.url}/load-document/${id}`)
    await page.getByRole('alert').getByText("The document can't be shown.").waitFor()
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await drawn(page)
    passOver(/status of 503/)
  })
})

test.describe('public links', () => {
  test('are copied from the documents, open without signing in, and end with the setting', async () => {
    const { itemId, title } = await keptDocument()
    const page = await open(`/inbox-items/id/${itemId}`, { role: 'Docketing' })
    await page.locator('button[data-document]').first().waitFor()
    await expect(page.getByRole('button', { name: /^Copy link/ })).toHaveCount(0)
    await allowPublicLinks(true)
    await page.getByRole('button', { name: `Copy link: ${title}` }).click()
    await page.getByText(/Link copied\./).waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toContain('/public-document/')

    const stranger = await newPage(await newContext({ width: 390 }))
    await stranger.goto(link)
    await drawn(stranger)
    await stranger.getByText(/This link works until/).waitFor()
    await expectAccessible(stranger, 'public document')
    const call = await signIn(installation.url, 'Administrator')
    const log = await (await call('/api/v1/system_event/search?max=30&sort=-createdAt')).text()
    expect(log).toContain(`was opened with a public link that`)

    await stranger.goto(`${link.slice(0, -4)}AAAA`)
    await stranger.getByText(/This isn't a Courtcrier link/).waitFor()
    await allowPublicLinks(false)
    await stranger.goto(link)
    await stranger.getByText("The firm doesn't show this document to people who aren't logged in.").waitFor()
    await expect(stranger.locator('canvas')).toHaveCount(0)
    await expectAccessible(stranger, 'closed public document')
    await page.getByRole('button', { name: /^Copy link/ }).waitFor({ state: 'detached' })
  })
})

test.describe('the palette and the keys', () => {
  test('lead to records, pages and actions without the mouse, and remember choices', async () => {
    const page = await open('/inbox-items')
    const call = await signIn(installation.url, 'Administrator')
    const { clients } = (await (await call('/api/v1/client/search?max=1')).json()) as {
      clients: { id: string; name: string }[]
    }
    const client = clients[0]
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search or go to' })
    await field.waitFor()
    await until(() => field.evaluate((input) => input === document.activeElement))
    await page.keyboard.type(client?.name ?? '')
    const option = page
      .getByRole('group', { name: 'Clients' })
      .getByRole('option')
      .filter({ has: page.getByText(client?.name ?? '', { exact: true }) })
    await option.waitFor()
    await until(async () => {
      if ((await option.getAttribute('aria-selected')) === 'true') return true
      const before = await field.getAttribute('aria-activedescendant')
      await page.keyboard.press('ArrowDown')
      await until(async () => (await field.getAttribute('aria-activedescendant')) !== before)
      return false
    })
    await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === `/clients/id/${client?.id}`)

    await page.getByRole('heading', { level: 1, name: client?.name }).waitFor()
    await field.waitFor({ state: 'detached' })
    await choose(page, 'new case')
    await page.waitForURL((url) => url.pathname === '/cases' && url.searchParams.get('id') === 'new')
    await page.getByRole('dialog').getByRole('heading').first().waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.searchParams.has('id'))
    await choose(page, 'export matters')
    await page.getByRole('dialog', { name: /^Export/ }).waitFor()
    expect(pathnameOf(page)).toBe('/matters')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await choose(page, 'dark')
    await until(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme === 'dark'))
    await page.keyboard.press('Control+k')
    await page
      .getByRole('group', { name: 'Recent' })
      .getByRole('option', { name: /Use light appearance/ })
      .waitFor()
    await expect(page.locator('#palette-list [role="option"]').first()).toHaveText('Use light appearance')
    await page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: client?.name }).waitFor()
    await page.keyboard.press('Escape')
    await choose(page, 'log out')
    await page.waitForURL(/\/login/)
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('courtcrier.recent')
  })

  async function choose(page: Page, text: string): Promise<void> {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or go to' }).fill(text)
    await chosen(page, text)
    await page.keyboard.press('Enter')
  }

  test('lists pages, then actions, then cases, people and documents, and nothing by its path', inLongRun, async () => {
    const page = await open('/inbox-items')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or go to' }).fill('a')
    await page.getByRole('group', { name: 'Documents', exact: true }).waitFor()
    const groups = await page
      .locator('#palette-list [role="group"]')
      .evaluateAll((found) => found.map((group) => group.firstElementChild?.textContent ?? ''))
    const order = ['Pages', 'Actions', 'Cases', 'Clients', 'Timekeepers', 'Users', 'Documents']
    expect(groups.filter((name) => order.includes(name))).toEqual(order)
    expect(groups).not.toContain('Copies in DMS')
    await expect(page.getByRole('option').filter({ hasText: /\.pdf$|^\// })).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Search or go to' }).fill('PACER password')
    await page
      .getByRole('group', { name: 'Pages' })
      .getByRole('option', { name: /credentials/i })
      .waitFor()
  })

  test('open a menu on the first click or key, and it has a name and returns the focus', inLongRun, async () => {
    const page = await open('/clients', { role: 'Docketing' })
    const button = page.getByRole('banner').locator('[aria-haspopup="menu"]')
    // Like a tap: no pointer event precedes the click.
    await button.evaluate((node: HTMLElement) => node.click())
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    const name = await button.getAttribute('aria-label')
    await expect(page.getByRole('menu', { name: name ?? '' })).toHaveAttribute(
      'id',
      (await button.getAttribute('aria-controls')) ?? '',
    )
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Columns' }).focus()
    await page.keyboard.press('Enter')
    await until(() => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null))
    await page.keyboard.press('Escape')
    await until(() => page.evaluate(() => document.activeElement?.textContent === 'Columns'))
  })

  test('show a role only what it may open', inLongRun, async () => {
    const page = await open('/inbox-items', { role: 'View Only' })
    await page.keyboard.press('Control+k')
    for (const text of ['users', 'new case', 'firm information']) {
      await page.getByRole('combobox', { name: 'Search or go to' }).fill(text)
      await page
        .getByRole('dialog')
        .getByRole('status')
        .getByText(/results?\.|No matches/)
        .waitFor()
      const names = await page.getByRole('option').allTextContents()
      expect(names.filter((name) => name.toLowerCase() === text)).toEqual([])
    }
  })

  test('g and a letter navigates and does nothing else on the page; ? shows the shortcuts of the page and the global ones', async () => {
    const page = await open('/inbox-items', { role: 'Docketing' })
    await page.getByRole('row').nth(1).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.waitForURL((url) => url.pathname === '/cases')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('heading', { level: 1, name: 'Cases' }).waitFor()
    await page.locator('tbody tr').first().waitFor()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByText('Move to the next or previous row').waitFor()
    await sheet.getByText('Search, go to a page or do something').waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.waitForURL((url) => url.pathname === '/inbox-items')
    await page.goto(`${installation.url}/profile`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Go to the newest message').waitFor()
  })
})
