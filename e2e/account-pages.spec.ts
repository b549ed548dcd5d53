import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { firm, freshPage, go, installation, logIn, picture, setFirm, startFirmPages } from './firm-pages.ts'
import { signIn, until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { sampleOf, schemes } from './sample-of.ts'
import { moveTo } from './steady.ts'

test.describe.configure({ mode: 'serial' })

startFirmPages()

test('the profile lists sessions, ends one, and says how its user is notified', async () => {
  const page = await logIn(await freshPage(), 'Docketing')
  const other = await logIn(
    await freshPage({ userAgent: 'Mozilla/5.0 (iPhone) Version/26.0 Safari/604.1' }),
    'Docketing',
  )
  await go(other, '/profile')
  await go(page, '/profile')
  const sessions = page.getByRole('region', { name: 'Where you are logged in' })
  await sessions.getByRole('row', { name: /Chrome on Linux .* This device/ }).waitFor()
  await page.getByRole('region', { name: 'Your notifications' }).getByText('You are not a timekeeper.').waitFor()
  for (const [width, isDark] of sampleOf([
    [1440, false],
    [390, true],
  ] as const)) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(
      (dark) => document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light'),
      isDark,
    )
    await picture(page, `profile-${width}`)
    await expectAccessible(page, `profile ${width}`)
  }
  await sessions.getByRole('button', { name: /^Log out Safari on iPhone/ }).click()
  await page.getByText('Safari on iPhone logged out.').waitFor()
  await other.reload()
  await other.waitForURL(/\/login/)
  await logIn(other, 'Docketing')
  await page.reload()
  await sessions.getByRole('button', { name: 'Log out everywhere else' }).click()
  await sessions.getByText('You are logged in only here.').waitFor()
  await expect(sessions.getByRole('button', { name: /^Log out/ })).toHaveCount(0)
})

test('a timekeeper sees each setting with its level, and changes what the role may', async () => {
  const call = await signIn(installation.url, 'Administrator')
  const headers = { 'content-type': 'application/json' }
  const people = (await (await call('/api/v1/timekeeper/search?max=50')).json()) as {
    timekeepers: { id: string; timekeeper_group_id: string | null }[]
  }
  const { users } = (await (await call('/api/v1/user/search?max=50')).json()) as {
    users: { id: string; email: string }[]
  }
  const keeper = people.timekeepers.find((each) => each.timekeeper_group_id)
  const manager = users.find(({ email }) => email === 'manager@harlanlowe.example')
  const body = JSON.stringify({ timekeeper_id: keeper?.id })
  await call(`/api/v1/user/${manager?.id}`, { method: 'PUT', headers, body })

  const page = await go(await logIn(await freshPage(), 'Manager'), '/profile')
  const own = page.getByRole('region', { name: 'Your notifications' })
  await own.getByRole('row', { name: /^Method .* The firm$/ }).waitFor()
  await own.getByRole('button', { name: 'Change my settings' }).click()
  await own.getByLabel('Additional receipt emails').fill('assistant@harlanlowe.example')
  await page.keyboard.press('Enter')
  await expectAccessible(page, 'own settings being changed')
  await own.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Notification settings saved.').waitFor()
  await own.getByRole('button', { name: 'Change my settings' }).waitFor()
  const kept = (await (await call(`/api/v1/timekeeper/${keeper?.id}`)).json()) as Record<string, unknown>
  expect(kept.additional_receipt_emails).toEqual(['assistant@harlanlowe.example'])
  await own.getByRole('link', { name: /^Change (the|your) group/ }).waitFor()
  await picture(page, 'profile-delivery')
  await expectAccessible(page, 'profile of a timekeeper')
})

test(
  'release notes, the developer page and slow calls open only for roles that may see the firm',
  inLongRun,
  async () => {
    const page = await logIn(await freshPage())
    await page.route('**/api/v1/judge/search*', async (route) => {
      const answer = await route.fetch()
      await new Promise((resolve) => setTimeout(resolve, 1100))
      await route.fulfill({ response: answer })
    })
    await go(page, '/judges')
    await page.getByRole('row').nth(2).waitFor()
    const shown = {
      '/totest': page.getByRole('heading', { level: 2, name: /^0\.1\.0/ }),
      '/dev': page.getByRole('row', { name: /^notice 0 0/ }),
      '/slow': page.getByRole('cell', { name: 'GET /api/v1/judge/search' }),
      '/demo': page.getByRole('cell', { name: 'admin@harlanlowe.example' }),
    }
    for (const [route, sign] of Object.entries(shown)) {
      await go(page, route)
      await sign.first().waitFor()
      for (const scheme of schemes) {
        await page.evaluate((to) => document.documentElement.setAttribute('data-mantine-color-scheme', to), scheme)
        await picture(page, `${route.slice(1)}-${scheme}`)
        await expectAccessible(page, `${route} ${scheme}`)
      }
    }
    await go(page, '/slow')
    await page.getByRole('button', { name: 'Clear list' }).click()
    await page.getByText('No slow calls').waitFor()

    const viewer = await logIn(await freshPage(), 'View Only')
    for (const route of Object.keys(shown)) {
      await moveTo(viewer, route)
      await viewer.getByText(`The role View Only doesn't include ${route}.`).waitFor()
    }
  },
)

test('the demo sends notices on request and resets its firm', inLongRun, async () => {
  const page = await go(await logIn(await freshPage()), '/demo')
  const count = async () => {
    const call = await signIn(installation.url, 'Administrator')
    return ((await (await call('/api/v1/inbox/counts')).json()) as { total: number }).total
  }
  const isSending = async () => {
    const answer = await fetch(`${installation.sandbox.httpUrl}/control/sending`)
    return ((await answer.json()) as object[]).length > 0
  }
  const before = await count()
  await page.getByLabel('Number of filings').fill('2')
  await page.getByRole('button', { name: 'Send notices' }).click()
  await page.getByText('2 filings are on their way to the inbox.').waitFor()
  // Each filing is several messages, and one that arrives later would be the new firm's.
  await until(async () => (await count()) >= before + 2 && !(await isSending()))
  await setFirm({ primary_color: '#7a2340' })
  await page.getByRole('button', { name: 'Reset the demo firm' }).click()
  const question = page.getByRole('dialog', { name: 'Reset the demo firm?' })
  await expectAccessible(page, 'reset')
  await question.getByRole('button', { name: 'Reset the demo firm' }).click()
  await page.waitForURL(/\/login/)
  await page.getByText('The demo firm is reset. Log in again.').waitFor()
  await expect.poll(() => count()).toBe(0)
  await expect.poll(async () => (await firm()).primary_color).toBe('#23407a')
  await logIn(page)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
})

test('pages before login focus the field to fill in, or the one that is wrong', async () => {
  const page = await go(await freshPage(), '/login')
  const email = page.getByRole('textbox', { name: 'Email' })
  const password = page.getByLabel('Password', { exact: true })
  await expect(email).toBeFocused()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('alert').getByText('Email is required.').waitFor()
  await expect(email).toBeFocused()
  await email.fill('docketing@harlanlowe.example')
  await password.fill('not the password')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page
    .getByRole('alert')
    .getByText(/^The information you entered/)
    .waitFor()
  await expect(password).toBeFocused()
  await expectAccessible(page, 'refused login')

  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Forgot password' }).waitFor()
  await expect(email).toBeFocused()
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.getByRole('alert').getByText('Email is required.').waitFor()
  await expect(email).toBeFocused()
  await email.fill('docketing@harlanlowe.example')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()

  await go(page, '/password-reset?token=none&email=docketing%40harlanlowe.example')
  await page.getByRole('alert').getByText('This link is no longer valid. Ask for a new one.').waitFor()
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Save new password' })).toHaveCount(0)
  await expectAccessible(page, 'a link that is over')
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(email).toBeFocused()
})
