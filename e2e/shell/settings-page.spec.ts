import { expect, type Page, test } from '@playwright/test'
import { faces } from '../../packages/console/src/screens/registry.ts'
import { hrefOf, navigationOf } from '../../packages/console/src/shell/nav-plan.ts'
import { systemRoles } from '../../packages/contract/src/resources/system-roles.ts'
import { expectAccessible } from '../expect-accessible.ts'
import { signIn, until } from '../harness.ts'
import { inLongRun } from '../in-long-run.ts'
import { sampleOf, schemes } from '../sample-of.ts'
import { installation, open, pathnameOf, startShell } from './pages.ts'

test.describe.configure({ mode: 'serial' })

startShell()

const drawer = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search settings' })
const links = (page: Page) => page.getByRole('main').getByRole('link')
const isFocused = (page: Page) => field(page).evaluate((input) => input === document.activeElement)

async function hrefs(page: Page): Promise<string[]> {
  const read = (found: Element[]) => found.map((link) => link.getAttribute('href') ?? '')
  await links(page).first().waitFor()
  const shown = [...(await drawer(page).getByRole('link').evaluateAll(read)), ...(await links(page).evaluateAll(read))]
  return shown.map((href) => decodeURIComponent(href))
}

test.describe('the settings page', () => {
  for (const name of sampleOf(['Administrator', 'View Only']))
    test(`lists for ${name}, with the drawer, every page the role may open`, async () => {
      const page = await open('/settings', { role: name })
      const role = systemRoles.find((known) => known.name === name)
      const wanted = role ? navigationOf(faces, { id: '', ...role }).flatMap(({ entries }) => entries.map(hrefOf)) : []
      await expect
        .poll(async () => new Set(await hrefs(page)))
        .toEqual(new Set([...wanted, '/settings', '/profile', '/exports']))
    })

  test('is searched and operated by keyboard, and each of its pages leads back', async () => {
    const page = await open('/inbox-items')
    await page.keyboard.press('g')
    await page.keyboard.press(',')
    await page.waitForURL(/settings$/)
    await until(() => isFocused(page))
    await page.keyboard.type('public links')
    await page.getByText('1 page found').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/firm-information#mail$/)
    await page.getByRole('heading', { level: 1, name: 'Firm Information' }).waitFor()
    const settings = drawer(page).getByRole('link', { name: 'Settings' })
    await expect(settings).toHaveAttribute('aria-current', 'true')
    await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Settings' }).click()
    await until(() => isFocused(page))
    await expect(settings).toHaveAttribute('aria-current', 'page')

    for (const [typed, best] of [
      ['password', 'User Profile'],
      ['wall', 'Ethical Walls'],
      ['docket', 'Cases'],
    ] as const) {
      await field(page).fill(typed)
      await page.getByRole('main').locator('a', { hasText: best }).waitFor()
    }
    await field(page).fill('xyzzy')
    await page.getByText('No settings match “xyzzy”').waitFor()
    await page.getByRole('button', { name: 'Show all settings' }).click()
    await until(() => isFocused(page))
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() =>
        links(page)
          .first()
          .evaluate((link) => link === document.activeElement),
      )
      .toBe(true)
    await page.keyboard.press('ArrowRight')
    await expect
      .poll(() =>
        links(page)
          .nth(1)
          .evaluate((link) => link === document.activeElement),
      )
      .toBe(true)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => isFocused(page)).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('/')
    await expect.poll(() => isFocused(page)).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/matters$/)
  })

  for (const scheme of schemes)
    test(`has nothing axe finds in ${scheme}, searched or not`, async () => {
      const page = await open('/settings', { isDark: scheme === 'dark' })
      await links(page).first().waitFor()
      await expectAccessible(page, 'all settings')
      await field(page).fill('wall')
      await expectAccessible(page, 'found settings')
      await field(page).fill('xyzzy')
      await expectAccessible(page, 'no settings')
    })

  for (const width of sampleOf([390, 320]))
    test(`fits a phone of ${width} pixels, and is reached from its drawer`, inLongRun, async () => {
      const page = await open('/inbox-items', { width })
      await page.getByRole('button', { name: 'Navigation' }).click()
      await drawer(page).getByRole('link', { name: 'Settings' }).click()
      await drawer(page).waitFor({ state: 'detached' })
      await links(page).first().waitFor()
      await expectAccessible(page, 'settings on a phone')
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Ethical Walls/ })
        .click()
      await page.waitForURL(/ethical-walls$/)
      await page.getByRole('button', { name: 'Navigation' }).click()
      const settings = drawer(page).getByRole('link', { name: 'Settings' })
      await until(async () => (await settings.getAttribute('aria-current')) === 'true')
    })
})

test.describe('the drawer', () => {
  test("shows the user's saved views, and keeps the current entry in view in a low window", inLongRun, async () => {
    const call = await signIn(installation.url, 'Administrator')
    const view = { name: 'Pending clients', entity: 'client', state: 'f.status=Pending', audience: 'self' }
    const headers = { 'content-type': 'application/json' }
    const made = await call('/api/v1/saved_view', { method: 'POST', headers, body: JSON.stringify(view) })
    expect(made.status, await made.text()).toBe(201)
    const page = await open('/inbox-items', { height: 300 })
    await drawer(page).getByRole('link', { name: 'Pending clients' }).click()
    await page.waitForURL((url) => url.pathname === '/clients' && url.searchParams.has('viewId'))
    const settings = drawer(page).getByRole('link', { name: 'Settings' })
    await until(async () => (await settings.getAttribute('aria-current')) === 'true')
    const isInView = () =>
      settings.evaluate((link) => {
        const { bottom } = link.getBoundingClientRect()
        return bottom > 0 && bottom <= innerHeight
      })
    await until(isInView)
  })
})

test.describe('the first stop of Tab', () => {
  test('skips to the list, or to the page if it has none', async () => {
    const page = await open('/cases')
    await page.locator('tbody tr[aria-rowindex]').first().waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the list')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('tbody tr') !== null)).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname.startsWith('/cases/id/'))
    await page.goto(`${installation.url}/profile`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to main content')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    expect(pathnameOf(page)).toBe('/profile')
  })
})
