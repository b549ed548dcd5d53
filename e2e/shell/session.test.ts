import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from '../chromium.ts'
import { signIn, until } from '../harness.ts'
import { sampleOf } from '../sample-of.ts'
import { chosen, installation, logIn, newContext, newPage, open, passOver, startShell } from './pages.ts'

startShell()

describe('the session', () => {
  test('tabs renew the token once between them, and log out together', async () => {
    const context = await newContext()
    const [first, second] = [await newPage(context), await newPage(context)]
    await first.goto(`${installation.url}/login`)
    await logIn(first, 'Docketing')
    await first.goto(`${installation.url}/clients`)
    await first.locator('tbody tr').first().waitFor()
    await second.goto(`${installation.url}/cases`)
    await second.getByRole('heading', { level: 1, name: 'Cases' }).waitFor()
    const renewals: string[] = []
    // One that the reload cut off is begun anew by the page that comes after it.
    context.on('requestfinished', (request) => {
      if (request.url().endsWith('/oauth/access_token')) renewals.push(request.url())
    })
    await first.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('courtcrier.session') ?? '')
      kept.value.refreshAt = Date.now() - 1
      kept.value.expiresAt = Date.now() + 5 * 60_000
      localStorage.setItem('courtcrier.session', JSON.stringify(kept))
    })
    await Promise.all([first.reload(), second.reload()])
    for (const page of [first, second]) await page.locator('tbody tr').first().waitFor()
    expect(renewals).toHaveLength(1)
    await first.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Log out' }).click()
    await first.waitForURL(/\/login/)
    await second.waitForURL(/\/login/)
  })

  test('what changed before a page was listening is shown all the same', async () => {
    const page = await open('/clients')
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/v1/events', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.reload()
    await page.locator('tbody tr').first().waitFor()
    const call = await signIn(installation.url, 'Administrator')
    const client = { name: 'Aaron & Daughters, told of meanwhile', number: 'M-1' }
    const headers = { 'content-type': 'application/json' }
    const made = await call('/api/v1/client', { method: 'POST', headers, body: JSON.stringify(client) })
    expect(made.status).toBe(201)
    gate.resolve()
    await page.getByText(client.name).waitFor()
  })

  test('what another version kept is dropped, local data is cleared by a button, and support sees no secrets', async () => {
    const page = await open('/clients')
    await page.evaluate(() => localStorage.setItem('courtcrier.preferences', '{"version":0,"value":{"drawer":false}}'))
    await page.reload()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('courtcrier.preferences'))).toBeNull()

    await page.goto(`${installation.url}/clients?q=zebra`)
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
    await page.getByRole('button', { name: /profile, look and log out/ }).click()
    await page.getByRole('menuitem', { name: 'Support and local data' }).click()
    const dialog = page.getByRole('dialog', { name: 'Support and local data' })
    const text = await dialog.getByRole('textbox').inputValue()
    expect(JSON.parse(text)).toMatchObject({ page: '/clients', recent_calls: expect.any(Array) })
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('courtcrier.session') ?? '').value)
    for (const secret of [token.accessToken, token.refreshToken, token.user.email, 'zebra'])
      expect(text).not.toContain(secret)
    await dialog.getByRole('switch', { name: 'Support mode' }).click()
    const bar = page.getByRole('complementary', { name: 'Support mode' })
    await bar.getByText(/of it the server/).waitFor()
    await dialog.getByRole('button', { name: 'Clear local data' }).click()
    await page.getByRole('button', { name: 'Clear it' }).click()
    await bar.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('courtcrier.preferences'))).toBeNull()
  })

  test('without a connection a banner says so, nothing typed is lost, and all goes on without loading the page', async () => {
    const page = await open('/clients?id=new')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Typed before the line broke')
    await form.getByLabel('Number').fill('OFF-1')
    await page.context().setOffline(true)
    await page.getByText('Courtcrier cannot be reached.', { exact: true }).waitFor()
    await form.getByRole('button', { name: /^Create/ }).click()
    await page
      .getByText(/Check the connection and try again/)
      .first()
      .waitFor()
    expect(await form.getByLabel('Name').inputValue()).toBe('Typed before the line broke')
    await page.context().setOffline(false)
    await page.getByText('Courtcrier cannot be reached.', { exact: true }).waitFor({ state: 'detached' })
    await form.getByRole('button', { name: /^Create/ }).click()
    await page.getByText(/Typed before the line broke.* is created\./).waitFor()

    await form.waitFor({ state: 'detached' })
    await page.context().setOffline(true)
    await page.getByText('Courtcrier cannot be reached.', { exact: true }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
    await expectAccessible(page, 'offline')
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    expect(await page.evaluate(() => (window as { isSamePage?: boolean }).isSamePage)).toBe(true)
  })

  test('a call that is not answered in 15 seconds is made once more, said and written down', async () => {
    const page = await newPage(await newContext())
    await page.clock.install()
    await page.goto(`${installation.url}/login`)
    await logIn(page, 'Docketing')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const asked: string[] = []
    await page.route('**/api/v1/judge/search*', (route) => {
      asked.push(route.request().url())
      // The first one is never answered.
      if (asked.length === 2) setTimeout(() => void route.continue(), 1500)
      else if (asked.length > 2) void route.continue()
    })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Judges' }).click()
    await until(async () => asked.length === 1)
    await page.clock.fastForward(15_000)
    await page.getByText('Courtcrier answers slowly.', { exact: false }).waitFor()
    await page.locator('tbody tr').first().waitFor()
    await page.getByText('Courtcrier answers slowly.', { exact: false }).waitFor({ state: 'detached' })
    expect(asked.length).toBe(2)
    const kept = await page.evaluate(() => [localStorage['courtcrier.timeouts'], localStorage['courtcrier.slow-calls']])
    expect(kept[0]).toContain('GET /api/v1/judge/search')
    expect(kept[1]).toContain('timed_out')
  })

  test('an error of the server is told with its details, a session that ended leads to the log-in', async () => {
    const page = await open('/clients')
    await page.route('**/api/v1/judge/search*', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"internal","detail":"boom"}' }),
    )
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Judges' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Error code: 500. Internal server error' })
    await notice.getByRole('button', { name: 'Details' }).click()
    await page.getByRole('dialog', { name: 'Support and local data' }).waitFor()
    expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toContain('"status": 500')
    await page.keyboard.press('Escape')
    await page.route('**/api/v1/matter/search*', (route) =>
      route.fulfill({ status: 401, contentType: 'application/json', body: '{"code":"session_expired","detail":"x"}' }),
    )
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Matters', exact: true }).click()
    await page.waitForURL(/\/login/)
    await page.getByText('Your session has expired. You have been logged out.').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('courtcrier.session'))).toBeNull()
    passOver(/boom|status of 500/)
  })
})

describe('notices', () => {
  test('come once, stand five seconds unless pointed at, keep off what has the focus, and are reached by keys', async () => {
    const page = await newPage(await newContext({ width: 390 }))
    await page.clock.install()
    await page.goto(`${installation.url}/login`)
    await logIn(page, 'Docketing')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const notice = page.getByText('The address is in the clipboard.')
    const tell = async () => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or go to' }).fill('copy the address')
      await chosen(page, 'copy the address')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await notice.first().waitFor()
    }
    const find = page.getByRole('button', { name: 'Search or go to' })
    await find.focus()
    await tell()
    await tell()
    expect(await notice.count()).toBe(1)
    await find.focus()
    await until(async () => !(await overlaps(page, find)))
    await notice.hover()
    await page.clock.fastForward(8000)
    expect(await notice.count()).toBe(1)
    await page.mouse.move(10, 800)
    await page.clock.fastForward(5100)
    await notice.waitFor({ state: 'detached' })

    await tell()
    await find.focus()
    await page.keyboard.press('F8')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Close this notice')
    await page.clock.fastForward(8000)
    expect(await notice.count()).toBe(1)
    await page.keyboard.press('Escape')
    await notice.waitFor({ state: 'detached' })
    expect(await find.evaluate((node) => node === document.activeElement)).toBe(true)
  })

  async function overlaps(page: Page, focused: ReturnType<Page['getByRole']>): Promise<boolean> {
    const [a, b] = [
      await focused.boundingBox(),
      await page.getByRole('region', { name: 'Notices' }).locator('> div').first().boundingBox(),
    ]
    if (!a || !b) return true
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  }
})

describe('everybody can use them', () => {
  test.each(
    sampleOf([
      ['light', 1440],
      ['dark', 1440],
      ['light', 390],
      ['dark', 390],
    ] as const),
  )('axe finds nothing in %s at %d pixels', async (scheme, width) => {
    const page = await open('/clients', { isDark: scheme === 'dark', width })
    await page.locator('tbody tr').first().waitFor()
    const say = (what: string) => `${what} ${scheme} ${width}`
    const picture = async (name: string) => {
      if (process.env.COURTCRIER_PICTURES)
        await page.screenshot({ path: `${process.env.COURTCRIER_PICTURES}/${name}-${scheme}-${width}.png` })
    }
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search or go to' })
    await field.waitFor()
    await picture('palette-empty')
    await expectAccessible(page, say('palette'))
    await field.fill('al')
    await page
      .getByRole('dialog')
      .getByText(/things? fit/)
      .waitFor()
    await picture('palette')
    await expectAccessible(page, say('palette with records'))
    await field.fill('copy the address')
    await chosen(page, 'copy the address')
    await page.keyboard.press('Enter')
    await page.getByText('The address is in the clipboard.').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await picture('toast')
    await expectAccessible(page, say('toast'))
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await picture('keys')
    await expectAccessible(page, say('keys'))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /profile, look and log out/ }).click()
    await page.getByRole('menuitem', { name: 'Support and local data' }).click()
    await page.getByRole('switch', { name: 'Support mode' }).click()
    await page.getByRole('complementary', { name: 'Support mode' }).waitFor()
    await picture('support')
    await expectAccessible(page, say('support'))
    await page.keyboard.press('Escape')
    for (const path of ['/load-document/018f0000-0000-7000-8000-000000000000', '/clients/import']) {
      await page.goto(installation.url + path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await picture(path.split('/')[1] + (path.split('/')[2] === 'import' ? '-import' : ''))
      await expectAccessible(page, say(path))
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
})
