import { type Browser, expect, type Page, test } from '@playwright/test'
import { routeAccess } from '../packages/contract/src/access.ts'
import { systemRoles } from '../packages/contract/src/resources/system-roles.ts'
import { isLongRun } from '../packages/server/src/testing/long-run.ts'
import { allPages } from './all-routes.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, signIn, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs, openPage } from './open-page.ts'
import { schemes } from './sample-of.ts'

test.describe.configure({ mode: 'serial' })

let installation: Installation
let browser: Browser

test.beforeAll(async ({ browser: own }) => {
  browser = own
  installation = await startInstallation()
  const { sandbox, smtp } = installation
  await sandbox.sendFilings({ smtp, count: 3 })
})
test.afterAll(async () => {
  for (const context of browser.contexts()) await context.close()
  await installation?.close()
})

test.describe('every route', inLongRun, () => {
  for (const name of systemRoles.map(({ name }) => name))
    test(`opens for ${name}, or leads to the page that says why not`, async () => {
      const { page, context, problems } = await openPage(browser)
      await logInAs(page, { url: installation.url, role: name })
      const role = systemRoles.find((each) => each.name === name)
      const led: Record<string, string> = {}
      const expected: Record<string, string> = {}
      for (const [route, accessKey] of allPages) {
        const isDenied =
          accessKey !== '' && role !== undefined && routeAccess(accessKey, { id: '', ...role }) === 'DENY'
        expected[route] = isDenied ? '/success' : route
        led[route] = await goWithin(page, route)
      }
      expect(led).toEqual(expected)
      expect(problems).toEqual([])
      await context.close()
    })

  test('asks a signed-out visitor to sign in, and leads there afterwards', async () => {
    const { page, context } = await openPage(browser)
    await page.goto(`${installation.url}/judges?q=x`)
    await page.waitForURL((url) => url.pathname === '/login')
    await page.getByRole('button', { name: 'Log in as Administrator' }).click()
    await page.waitForURL((url) => url.pathname === '/judges' && url.search === '?q=x')
    await page.goto(`${installation.url}/no-such-page`)
    await page.waitForURL((url) => url.pathname === '/dashboard')
    await context.close()
  })
})

/**
 * Difficult colors: a light yellow, a mid red that is neither light nor dark, and a near-black. Of all axe's checks,
 * only contrast depends on colors.
 */
const palettes = [
  { primary_color: '#f5d547', secondary_color: '#9be564', rules: undefined },
  { primary_color: '#d0453f', secondary_color: '#7a5cff', rules: ['color-contrast'] },
  { primary_color: '#10131a', secondary_color: '#c9a227', rules: ['color-contrast'] },
]

for (const scheme of schemes)
  test.describe(`in ${scheme}`, () => {
    const isDark = scheme === 'dark'
    for (const { rules, ...palette } of isLongRun ? palettes : palettes.slice(0, 1))
      test(`axe finds nothing on any page in a firm's ${palette.primary_color}`, inLongRun, async () => {
        await paint(palette)
        const { page, context } = await openPage(browser, { isDark })
        await logInAs(page, { url: installation.url, role: 'Administrator' })
        for (const [route] of allPages) {
          await goWithin(page, route)
          await expectAccessible(page, `${route}, dark ${isDark}, ${palette.primary_color}`, rules)
        }
        await context.close()
      })
  })

for (const width of [320, 720])
  test(
    `no page is cut off at ${width} pixels, which is 1280 at 400 percent zoom or 1440 at 200 percent`,
    inLongRun,
    async () => {
      const { page, context } = await openPage(browser, { width })
      await logInAs(page, { url: installation.url, role: 'Administrator' })
      const wide: string[] = []
      for (const [route] of allPages) {
        await goWithin(page, route)
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        if (overflow > 0) wide.push(`${route}: ${overflow} px`)
      }
      expect(wide).toEqual([])
      await context.close()
    },
  )

/** Navigates like a link, without reloading the console, and returns the path where it ended up. */
async function goWithin(page: Page, route: string): Promise<string> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, route)
  await page.waitForFunction((to) => location.pathname === to || location.pathname === '/success', route)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"], main [data-loading]') === null)
  return page.evaluate(() => location.pathname)
}

async function paint(palette: Readonly<Record<string, string>>): Promise<void> {
  const call = await signIn(installation.url, 'Administrator')
  const firm = (await (await call('/api/v1/firm')).json()) as { id: string }
  const answer = await call(`/api/v1/firm/${firm.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(palette),
  })
  expect(answer.status).toBe(200)
}
