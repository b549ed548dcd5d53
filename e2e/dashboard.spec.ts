import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { startFilledConsole } from './filled-console.ts'
import { signIn, until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { sampleOf } from './sample-of.ts'

test.describe.configure({ mode: 'serial' })

const { installation, open } = startFilledConsole()

const day = 86_400_000

/** Returns the number at the beginning of a link's or footer's text. */
const numberIn = (text: string | null) => Number(/[\d,]+/.exec(text ?? '')?.[0]?.replaceAll(',', ''))

/** Returns the list's total from its footer: `1 to 50 of 93`. */
async function totalOf(page: Page): Promise<number> {
  const text = await page
    .getByText(/^\d+ to \d+ of [\d,]+/)
    .first()
    .textContent()
  return numberIn(text?.split(' of ')[1] ?? null)
}

test.describe('the dashboard', () => {
  test('is the landing page, lists first what needs attention, and each number opens its list', async () => {
    const page = await open('')
    await page.waitForURL(/\/dashboard$/)
    await page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening)/ }).waitFor()
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
    await page.getByRole('link', { name: /2\s*notices need a decision/ }).waitFor()
    await expectAccessible(page, 'dashboard')

    const lists: [string, RegExp][] = [
      ['Notices', /ecfx-notification\?f\.createdAt/],
      ['Documents saved', /documents\?.*f\.verdict=fetched/],
      ['Deliveries', /deliveries\?f\.createdAt/],
    ]
    for (const [title, address] of lists) {
      const link = page.getByRole('link', { name: new RegExp(`^[\\d,]+ ${title}$`) })
      const count = numberIn(await link.textContent())
      expect(count, title).toBeGreaterThan(50)
      await link.click()
      await page.waitForURL(address)
      await expect.poll(() => totalOf(page), { message: title }).toBe(count)
      await page.goBack()
    }
    for (const name of [/notices of Federal$/, /notices of State$/, /^Peak/]) {
      const link = page.getByRole('link', { name }).first()
      const text = (await link.textContent()) ?? ''
      const count = numberIn(/^Peak/.test(text) ? (text.split(', ').at(-1) ?? '') : text)
      await link.click()
      await page.waitForURL(/ecfx-notification/)
      await expect.poll(() => totalOf(page), { message: text }).toBe(count)
      await page.goBack()
    }
    for (const list of ['Top matters', 'Top clients', 'Top timekeepers']) {
      const link = page
        .getByRole('region', { name: list })
        .getByRole('link', { name: /^[\d,]+ (notices of|deliveries to)/ })
      const count = numberIn(await link.first().textContent())
      await link.first().click()
      await page.waitForURL(/ecfx-notification|deliveries/)
      await expect.poll(() => totalOf(page), { message: list }).toBe(count)
      await page.goBack()
    }
    await page.getByRole('link', { name: /notices need a decision/ }).click()
    await page.waitForURL(/inbox-items\?f\.status=Action\+Required$/)

    const call = await signIn(installation().url, 'Administrator')
    await until(async () => {
      const log = await (await call('/api/v1/system_event/search?max=50&sort=-created_at')).text()
      return (
        log.includes('viewed /dashboard.') && log.includes('viewed /ecfx-notification.') && !log.includes('/login.')
      )
    })
  })

  test('keeps its range in the address, counts custom days, and has a table for each chart', inLongRun, async () => {
    const page = await open('/dashboard?range=last_3_months')
    const ranges = page.getByRole('navigation', { name: 'Date range' })
    await until(async () => (await ranges.locator('[aria-current]').allTextContents()).join() === 'Last 3 months')
    for (const range of ['All time', 'Today', 'Yesterday', 'Last 7 days', 'Last month', 'Last 6 months', 'Last year']) {
      await ranges.getByRole('link', { name: range, exact: true }).click()
      await until(async () => (await ranges.locator('[aria-current]').allTextContents()).join() === range)
      await page.locator('[aria-busy="false"]').waitFor()
    }
    await page.goBack()
    await until(async () => (await ranges.locator('[aria-current]').allTextContents()).join() === 'Last 6 months')

    await page.getByRole('button', { name: 'By hour of day as a table' }).click()
    const hours = page.getByRole('table', { name: 'By hour of day' })
    await expect(hours.getByRole('row')).toHaveCount(25)
    const hour = hours.getByRole('link').first()
    const count = numberIn(await hour.textContent())
    await hour.click()
    await page.waitForURL(/f\.createdAt=.*@|%40/)
    await expect.poll(() => totalOf(page)).toBe(count)
    await page.goBack()

    await ranges.getByRole('button', { name: 'Custom…' }).click()
    const from = new Date(Date.now() - 9 * day).toISOString().slice(0, 10)
    await page.getByRole('textbox', { name: 'From' }).fill(from)
    await page.getByRole('textbox', { name: 'To' }).fill(from)
    await page.getByRole('button', { name: 'Show these dates' }).click()
    await page.waitForURL(new RegExp(`range=custom&from=${from}&to=${from}`))
    await page.getByRole('link', { name: /^\d+ Notices$/ }).waitFor()
    await page.goto(`${installation().url}/dashboard?range=custom&from=1999-01-01&to=1999-02-01`)
    await page.getByText('No notices on these dates').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'All time' }).last().click()
    await page.getByRole('link', { name: '240 Notices' }).waitFor()
  })

  test('shows how time saved is calculated, and says what went wrong when it cannot count', inLongRun, async () => {
    const page = await open('/dashboard?range=all_time')
    await page.getByText('How this is calculated').click()
    await page.getByText('240 notices × 4 min').waitFor()
    await page.getByText('234 documents × 2 min').waitFor()
    await page.route('**/api/v1/dashboard?*', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status: 503, code: 'unavailable', detail: 'Counting takes too long.' }),
      }),
    )
    await page.goto(`${installation().url}/dashboard?range=last_year`)
    await page.getByText('Counting takes too long.').waitFor()
    await page.unroute('**/api/v1/dashboard?*')
    await page.getByRole('button', { name: /again/i }).click()
    await page.getByRole('link', { name: '240 Notices' }).waitFor()
  })

  test('is hidden from a role without it, with a message that says so', inLongRun, async () => {
    const call = await signIn(installation().url, 'Administrator')
    const users = (await (await call('/api/v1/user/search?freeText=view')).json()) as { users: { id: string }[] }
    const made = await call('/api/v1/user_security_role', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'No dashboard',
        user_ids: [users.users[0]?.id],
        dashboard_access: 'DENY',
        inbox_item_access: 'READ',
      }),
    })
    expect(made.status, await made.text()).toBe(201)
    const page = await open('', { role: 'View Only' })
    await page.waitForURL(/\/success$/)
    await page.getByRole('heading', { name: 'You are logged in as Peter Nakamura' }).waitFor()
    await page.goto(`${installation().url}/no-such-page`)
    await page.waitForURL(/\/success$/)
    await page.goto(`${installation().url}/dashboard`)
    await page.waitForURL(/\/success\?denied=\/dashboard/)
    await page.getByText('dashboardAccess').waitFor()
    await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Dashboard')).toHaveCount(0)
  })
})

test.describe('accessibility', () => {
  for (const [scheme, width] of sampleOf([
    ['light', 1440],
    ['dark', 1440],
    ['light', 320],
    ['dark', 390],
  ] as const))
    test(`axe finds nothing in ${scheme} at ${width} pixels`, inLongRun, async () => {
      const page = await open('/dashboard', { isDark: scheme === 'dark', width })
      await page.getByRole('link', { name: /^\d+ Notices$/ }).waitFor()
      await expectAccessible(page, `dashboard ${scheme} ${width}`)
      await page.getByRole('button', { name: 'Notices by day as a table' }).click()
      await page.getByText('How this is calculated').click()
      await expectAccessible(page, `dashboard tables ${scheme} ${width}`)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
})
