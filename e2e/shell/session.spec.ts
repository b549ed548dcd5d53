import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../expect-accessible.ts'
import { signIn, until } from '../harness.ts'
import { inLongRun } from '../in-long-run.ts'
import { sampleOf } from '../sample-of.ts'
import { chosen, installation, logIn, newContext, newPage, open, passOver, startShell } from './pages.ts'

test.describe.configure({ mode: 'serial' })

startShell()

test.describe('the session', () => {
  test('tabs renew the token once between them, and log out together', async () => {
    const context = await newContext()
    const [first, second] = [await newPage(context), await newPage(context)]
    await first.goto(`${installation.url}/login`)
    await logIn(first, 'Docketing')
    await first.goto(`${installation.url}/clients`)
    await first.locator('tbody tr').first().waitFor()
    await second.goto(`${installation.url}/cases`)
    await second.getByRole('heading', { level: 1, name: 'Cases' }).waitFor()
    // A console that is open would begin to renew it at once, and cut off by a reload, once more.
    for (const page of [first, second]) await page.goto(`${installation.url}/healthz`)
    const renewals: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith('/oauth/access_token')) renewals.push(request.url())
    })
    await first.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('courtcrier.session') ?? '')
      kept.value.refreshAt = Date.now() - 1
      kept.value.expiresAt = Date.now() + 5 * 60_000
      localStorage.setItem('courtcrier.session', JSON.stringify(kept))
    })
    await Promise.all([first.goto(`${installation.url}/clients`), second.goto(`${installation.url}/cases`)])
    for (const page of [first, second]) await page.locator('tbody tr').first().waitFor()
    expect(renewals).toHaveLength(1)
    await first.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click()
    await first.waitForURL(/\/login/)
    await second.waitForURL(/\/login/)
  })

  test('changes made before a page subscribed are shown as well', async () => {
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

  test(
    'data of another version is dropped, local data is cleared by a button, and support sees no secrets',
    inLongRun,
    async () => {
      const page = await open('/clients')
      await page.evaluate(() =>
        localStorage.setItem('courtcrier.preferences', '{"version":0,"value":{"drawer":false}}'),
      )
      await page.reload()
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('courtcrier.preferences'))).toBeNull()

      await page.goto(`${installation.url}/clients?q=zebra`)
      await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
      await page.getByRole('button', { name: /profile, appearance and log out/ }).click()
      await page.getByRole('menuitem', { name: 'Support and local data' }).click()
      const dialog = page.getByRole('dialog', { name: 'Support and local data' })
      const text = await dialog.getByRole('textbox').inputValue()
      expect(JSON.parse(text)).toMatchObject({ page: '/clients', recent_calls: expect.any(Array) })
      const token = await page.evaluate(() => JSON.parse(localStorage.getItem('courtcrier.session') ?? '').value)
      for (const secret of [token.accessToken, token.refreshToken, token.user.email, 'zebra'])
        expect(text).not.toContain(secret)
      await dialog.getByRole('switch', { name: 'Support mode' }).click()
      const bar = page.getByRole('complementary', { name: 'Support mode' })
      await bar.getByText(/ms in the server/).waitFor()
      await dialog.getByRole('button', { name: 'Clear local data' }).click()
      await page.getByRole('button', { name: 'Clear', exact: true }).click()
      await bar.waitFor({ state: 'detached' })
      await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('courtcrier.preferences'))).toBeNull()
    },
  )

  test('without a connection a banner says so, nothing typed is lost, and work resumes without a reload', async () => {
    const page = await open('/clients?id=new')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Typed before the line broke')
    await form.getByLabel('Number').fill('OFF-1')
    await page.context().setOffline(true)
    await page.getByText("Courtcrier can't be reached.", { exact: true }).waitFor()
    await form.getByRole('button', { name: /^Create/ }).click()
    await page
      .getByText(/Check the connection and try again/)
      .first()
      .waitFor()
    await expect(form.getByLabel('Name')).toHaveValue('Typed before the line broke')
    await page.context().setOffline(false)
    await page.getByText("Courtcrier can't be reached.", { exact: true }).waitFor({ state: 'detached' })
    await form.getByRole('button', { name: /^Create/ }).click()
    await page.getByText(/Typed before the line broke.* created\./).waitFor()

    await form.waitFor({ state: 'detached' })
    await page.context().setOffline(true)
    await page.getByText("Courtcrier can't be reached.", { exact: true }).waitFor()
    // What is loaded as it opens waits, too, and takes nothing away.
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documents' }).click()
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
    await expectAccessible(page, 'offline')
    await expect(page.getByText('This page stopped working')).toHaveCount(0)
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor()
    await expect.poll(() => page.evaluate(() => (window as { isSamePage?: boolean }).isSamePage)).toBe(true)
  })

  test('a call without a response in 15 seconds is retried once, reported and logged', inLongRun, async () => {
    const page = await newPage(await newContext())
    await page.clock.install()
    await page.goto(`${installation.url}/login`)
    await logIn(page, 'Docketing')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const asked: string[] = []
    await page.route('**/api/v1/document/search*', (route) => {
      asked.push(route.request().url())
      // The first one never gets a response.
      if (asked.length === 2) setTimeout(() => void route.continue(), 1500)
      else if (asked.length > 2) void route.continue()
    })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documents' }).click()
    await until(async () => asked.length === 1)
    await page.clock.fastForward(15_000)
    await page.getByText('Courtcrier is responding slowly.', { exact: false }).waitFor()
    await page.locator('tbody tr').first().waitFor()
    await page.getByText('Courtcrier is responding slowly.', { exact: false }).waitFor({ state: 'detached' })
    expect(asked.length).toBe(2)
    const kept = await page.evaluate(() => [localStorage['courtcrier.timeouts'], localStorage['courtcrier.slow-calls']])
    expect(kept[0]).toContain('GET /api/v1/document/search')
    expect(kept[1]).toContain('timed_out')
  })

  test('a server error is shown with its details, and an expired session leads to the login', async () => {
    const page = await open('/clients')
    await page.route('**/api/v1/document/search*', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"internal","detail":"boom"}' }),
    )
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documents' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Error code: 500. Internal server error' })
    await notice.getByRole('button', { name: 'Details' }).click()
    await page.getByRole('dialog', { name: 'Support and local data' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').getByRole('textbox').inputValue()).toContain('"status": 500')
    await page.keyboard.press('Escape')
    await page.route('**/api/v1/case/search*', (route) =>
      route.fulfill({ status: 401, contentType: 'application/json', body: '{"code":"session_expired","detail":"x"}' }),
    )
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cases', exact: true }).click()
    await page.waitForURL(/\/login/)
    await page.getByText('Your session has expired. You have been logged out.').waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('courtcrier.session'))).toBeNull()
    passOver(/boom|status of 500/)
  })
})

test.describe('notices', () => {
  test(
    'appear once, stay five seconds unless pointed at, avoid the focused element, and are reachable by keyboard',
    inLongRun,
    async () => {
      const page = await newPage(await newContext({ width: 390 }))
      await page.clock.install()
      await page.goto(`${installation.url}/login`)
      await logIn(page, 'Docketing')
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const notice = page.getByText('Link copied.')
      const tell = async () => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: 'Search or go to' }).fill('copy link')
        await chosen(page, 'copy link')
        await page.keyboard.press('Enter')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await notice.first().waitFor()
      }
      const find = page.getByRole('button', { name: 'Search or go to' })
      await find.focus()
      await tell()
      await tell()
      // On a busy machine five seconds pass between two steps of a test.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500)
      await expect(notice).toHaveCount(1)
      await find.focus()
      await until(async () => {
        await page.clock.runFor(20)
        return !(await overlaps(page, find))
      })
      await notice.hover()
      await page.clock.fastForward(8000)
      await expect(notice).toHaveCount(1)
      await page.mouse.move(10, 800)
      await page.clock.fastForward(5100)
      await notice.waitFor({ state: 'detached' })

      await page.clock.resume()
      await tell()
      await find.focus()
      await page.keyboard.press('F8')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toBe('Close this message')
      await page.clock.fastForward(8000)
      await expect(notice).toHaveCount(1)
      await page.keyboard.press('Escape')
      await notice.waitFor({ state: 'detached' })
      await expect.poll(() => find.evaluate((node) => node === document.activeElement)).toBe(true)
    },
  )

  async function overlaps(page: Page, focused: ReturnType<Page['getByRole']>): Promise<boolean> {
    const [a, b] = [
      await focused.boundingBox(),
      await page.getByRole('region', { name: 'Messages' }).locator('> div').first().boundingBox(),
    ]
    if (!a || !b) return true
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  }
})

test.describe('are accessible', () => {
  for (const [scheme, width] of sampleOf([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const))
    test(`axe finds nothing in ${scheme} at ${width} pixels`, inLongRun, async () => {
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
        .getByText(/results?\./)
        .waitFor()
      await picture('palette')
      await expectAccessible(page, say('palette with records'))
      await field.fill('copy link')
      await chosen(page, 'copy link')
      await page.keyboard.press('Enter')
      await page.getByText('Link copied.').waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await picture('toast')
      await expectAccessible(page, say('toast'))
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      await picture('keys')
      await expectAccessible(page, say('keys'))
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /profile, appearance and log out/ }).click()
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
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
    })
})
