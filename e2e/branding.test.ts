import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLongRun } from '../packages/server/src/testing/long-run.ts'
import { pngOf } from '../packages/server/src/testing/png.ts'
import { expectAccessible } from './chromium.ts'
import { type Installation, signIn, startInstallation, until } from './harness.ts'
import type { PageOptions } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

const newPage = startBrowser()
let installation: Installation

beforeAll(async () => {
  installation = await startInstallation()
})
afterAll(() => installation?.close())

/** A browser of its own in which nobody is signed in. */
async function freshPage(options: PageOptions = {}): Promise<Page> {
  const fresh = await newPage({ ...options, provoked: /ERR_FAILED/ })
  return fresh.page
}

async function logIn(page: Page, role = 'Administrator'): Promise<Page> {
  await page.goto(`${installation.url}/login`)
  await page.getByRole('button', { name: new RegExp(`(Log in as|Iniciar sesión como) ${role}`) }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  return page
}

async function go(page: Page, to: string): Promise<Page> {
  await page.goto(`${installation.url}${to}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

async function setFirm(values: object): Promise<void> {
  const call = await signIn(installation.url, 'Administrator')
  const headers = { 'content-type': 'application/json' }
  const answer = await call('/api/v1/firm/1', { method: 'PUT', headers, body: JSON.stringify(values) })
  if (!answer.ok) throw new Error(await answer.text())
}

async function firm(): Promise<Record<string, unknown>> {
  const call = await signIn(installation.url, 'Administrator')
  return (await (await call('/api/v1/firm')).json()) as Record<string, unknown>
}

const token = (page: Page, name: string) =>
  page.evaluate((key) => getComputedStyle(document.documentElement).getPropertyValue(key), name)

/** Keeps a picture where COURTCRIER_TEST_PICTURES names a folder. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.COURTCRIER_TEST_PICTURES
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
}

describe('before any script has run', () => {
  test("a browser that never saw the firm has its colours, name and no blue of the brand's", async () => {
    await setFirm({ primary_color: '#7a2340', secondary_color: '#1f5c3a' })
    const page = await freshPage()
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(`${installation.url}/login`)
    expect(await token(page, '--brand')).toBe('#7a2340')
    expect(await token(page, '--second')).toBe('#1f5c3a')
    const mark = await page.evaluate(() => {
      const root = document.querySelector('#root') as Element
      return [getComputedStyle(root, '::before').backgroundImage, getComputedStyle(root, '::after').content]
    })
    expect(mark).toEqual(['linear-gradient(rgb(122, 35, 64), rgb(122, 35, 64))', '"Harlan & Lowe LLP"'])
    await picture(page, 'first-paint')
  })

  test('nothing changes its colour from the first frame on, whatever this browser remembers', async () => {
    await setFirm({ primary_color: '#1f5c3a', secondary_color: null })
    const page = await freshPage({ isDark: true })
    await page.addInitScript(() => {
      const stale = { version: 1, value: { name: 'Old', primaryColor: '#c9a227' } }
      localStorage.setItem('courtcrier.firm', JSON.stringify(stale))
      const seen = new Set<string>()
      Object.assign(window, { seenColours: seen })
      const look = () => {
        if (document.body) {
          const { backgroundColor } = getComputedStyle(document.body)
          seen.add(`${getComputedStyle(document.documentElement).getPropertyValue('--brand')} on ${backgroundColor}`)
        }
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.goto(`${installation.url}/login`)
    await page.getByRole('button', { name: 'Log in as Administrator' }).waitFor()
    await page.getByText('Harlan & Lowe LLP').waitFor()
    const seen = await page.evaluate(() => [...(window as unknown as { seenColours: Set<string> }).seenColours])
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatch(/^#[0-9a-f]{6} on rgb\(18, 21, 28\)$/)
  })
})

describe('three firms', () => {
  const looks: PageOptions[] = [{}, { isDark: true }]
  const accessible: PageOptions[] = [{ isAccessible: true }, { isDark: true, isAccessible: true }]
  const palettes = [
    { name: 'gold and plum', primary_color: '#c9a227', secondary_color: '#7a2340', looks },
    { name: 'near black and near white', primary_color: '#0a0a0a', secondary_color: '#fafafa', looks },
    {
      name: 'a green that glows',
      primary_color: '#39ff14',
      secondary_color: '#ff00ff',
      looks: [...looks, ...accessible],
    },
  ]

  test.each(isLongRun ? palettes : palettes.slice(0, 1))(
    '$name: every page can be read in light and dark',
    async ({ name, looks: seen, ...colours }) => {
      await setFirm(colours)
      for (const [index, look] of seen.entries()) {
        const page = await freshPage(look)
        await page.goto(`${installation.url}/login`)
        await page.getByRole('button', { name: 'Log in as Administrator' }).waitFor()
        await picture(page, `login-${name}-${index}`)
        await expectAccessible(page, `/login ${JSON.stringify(look)}`)
        await logIn(page)
        for (const route of ['/inbox-items', '/cases', '/firm-information']) {
          await go(page, route)
          await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' })
          await picture(page, `${route.slice(1)}-${name}-${index}`)
          await expectAccessible(page, `${route} ${JSON.stringify(look)}`)
        }
        await page.context().close()
      }
    },
  )
})

describe('the firm settings', () => {
  test('say what contrast a colour reaches and take the nearest that passes with one click', async () => {
    await setFirm({ primary_color: '#23407a', secondary_color: null })
    const page = await go(await logIn(await freshPage()), '/firm-information')
    await page.getByLabel('Primary color').fill('#c9a227')
    await page.getByText(/^As chosen it reaches 2\.\d : 1 against the page\./).waitFor()
    const nearest = page.getByRole('button', { name: /^Use #[0-9a-f]{6} instead \(4\.\d : 1\)$/ })
    const taken = /#[0-9a-f]{6}/.exec((await nearest.textContent()) ?? '')?.[0]
    // On a slow line what was typed is still being saved when the other one is taken.
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/v1/firm/*', async (route) => {
      await isReleased
      await route.continue()
    })
    await nearest.click()
    await page.getByText(/^As chosen it reaches 4\.\d : 1 against the page, enough for text\.$/).waitFor()
    expect(await page.getByRole('textbox', { name: 'Primary color' }).inputValue()).toBe(taken)
    release()
    await until(async () => (await firm()).primary_color === taken)
    expect(await page.getByRole('textbox', { name: 'Primary color' }).inputValue()).toBe(taken)
    await expect.poll(() => token(page, '--brand')).toBe(taken)
    await page.getByRole('button', { name: 'Undo the change of Primary color' }).click()
    await page.getByText(/^As chosen it reaches 2\.\d : 1/).waitFor()
    await picture(page, 'firm-settings')
  })

  test('keep stripes and messages for everybody by themselves, and every console goes by them', async () => {
    await setFirm({ primary_color: '#23407a' })
    const page = await go(await logIn(await freshPage()), '/firm-information')
    const other = await go(await logIn(await freshPage(), 'View Only'), '/cases')
    await page.getByLabel('Stripes in tables').click()
    await until(async () => String((await firm()).web_preferences).includes('"tableStripes":true'))
    const ground = (row: number) =>
      other
        .locator(`tr[aria-rowindex="${row}"] td`)
        .first()
        .evaluate((cell) => getComputedStyle(cell).backgroundColor)
    await until(async () => (await ground(3)) !== (await ground(2)))
    await page.getByLabel('Only important messages').click()
    await until(async () => String((await firm()).web_preferences).includes('"messages":"important"'))
    await page.getByRole('button', { name: 'Choose a picture' }).waitFor()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a picture' }).click()
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pngOf(400, 400) })
    const logo = page.getByRole('img', { name: 'Logo' })
    await logo.waitFor()
    expect(await logo.boundingBox()).toMatchObject({ width: 400, height: 400 })
    // That it is saved is no important message, so it is not said; that a file is wrong is.
    expect(await page.getByText('The logo is saved.').count()).toBe(0)
    const again = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a picture' }).click()
    await (await again).setFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await page.getByText('The logo must be a PNG of less than 1 MB.').waitFor()
    await page.getByRole('button', { name: 'Remove the logo' }).click()
    await page.getByText('No logo yet: the initials stand in.').waitFor()
    await setFirm({ web_preferences: null })
  })
})

describe('in Spanish', () => {
  test('the way in, its mistakes and where it leads are in Spanish, and the choice is remembered', async () => {
    const page = await freshPage({ locale: 'es-MX' })
    await page.goto(`${installation.url}/login`)
    await page.getByRole('heading', { level: 1, name: 'Iniciar sesión' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('es-US')
    expect(await page.title()).toBe('Iniciar sesión · Courtcrier')
    await picture(page, 'login-es')
    await expectAccessible(page, 'login in Spanish')
    await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
    await page.getByText('El correo electrónico es obligatorio.').waitFor()
    await page.getByLabel('Correo electrónico').fill('nadie@harlanlowe.example')
    await page.getByLabel('Contraseña', { exact: true }).fill('no es la buena')
    await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
    await page.getByText('Los datos que escribió no coinciden con los registros de nuestro sistema.').waitFor()
    await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click()
    await page.getByRole('heading', { level: 1, name: 'Contraseña olvidada' }).waitFor()

    await logIn(page, 'View Only')
    const menu = page.getByRole('navigation', { name: 'Principal' })
    await menu.getByRole('link', { name: 'Bandeja de entrada' }).waitFor()
    await menu.getByRole('link', { name: 'Casos', exact: true }).click()
    await until(async () => (await page.title()) === 'Casos · Courtcrier')
    // What is not translated says so to whoever listens.
    expect(await page.getByRole('main').getAttribute('lang')).toBe('en-US')
    await go(page, '/firm-information')
    await page.getByRole('heading', { level: 1, name: 'Su rol no abre esta página' }).waitFor()
    expect(await page.getByRole('main').getAttribute('lang')).toBeNull()
    await picture(page, 'success-es')
    await expectAccessible(page, 'landing in Spanish')

    await page.getByRole('button', { name: /perfil, aspecto y cerrar sesión/ }).click()
    await page.getByRole('menuitemradio', { name: 'Español', checked: true }).waitFor()
    await picture(page, 'user-menu-es')
    await expectAccessible(page, 'user menu in Spanish')
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your role does not open this page' }).waitFor()
    await page.reload()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en-US')
  })

  test('a browser in English is not sent a word of it, and can switch on the log-in page', async () => {
    const page = await freshPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${installation.url}/login`)
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    expect(asked.filter((url) => /texts-|sentences-/.test(url))).toEqual([])
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByRole('heading', { level: 1, name: 'Iniciar sesión' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Iniciar sesión' }).waitFor()
  })
})

test('the profile lists where one is logged in, ends a session there, and says how one is told', async () => {
  const page = await logIn(await freshPage(), 'Docketing')
  const other = await logIn(
    await freshPage({ userAgent: 'Mozilla/5.0 (iPhone) Version/26.0 Safari/604.1' }),
    'Docketing',
  )
  await go(other, '/profile')
  await go(page, '/profile')
  const sessions = page.getByRole('region', { name: 'Where you are logged in' })
  await sessions.getByRole('row', { name: /Chrome on Linux .* This one/ }).waitFor()
  await page.getByRole('region', { name: 'How you are told of filings' }).getByText('You are no timekeeper.').waitFor()
  for (const [width, isDark] of [
    [1440, false],
    [390, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(
      (dark) => document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light'),
      isDark,
    )
    await picture(page, `profile-${width}`)
    await expectAccessible(page, `profile ${width}`)
  }
  await sessions.getByRole('button', { name: /^Log out Safari on iPhone/ }).click()
  await page.getByText('Safari on iPhone is logged out.').waitFor()
  await other.reload()
  await other.waitForURL(/\/login/)
  await logIn(other, 'Docketing')
  await page.reload()
  await sessions.getByRole('button', { name: 'Log out everywhere else' }).click()
  await sessions.getByText('You are logged in here and nowhere else.').waitFor()
  expect(await sessions.getByRole('button', { name: /^Log out/ }).count()).toBe(0)
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
  const told = page.getByRole('region', { name: 'How you are told of filings' })
  await told.getByRole('row', { name: /^Method .* The firm$/ }).waitFor()
  await told.getByLabel('Additional receipt emails').fill('assistant@harlanlowe.example')
  await page.keyboard.press('Enter')
  await told.getByRole('button', { name: 'Save' }).click()
  await page.getByText('How you are told is saved.').waitFor()
  const kept = (await (await call(`/api/v1/timekeeper/${keeper?.id}`)).json()) as Record<string, unknown>
  expect(kept.additional_receipt_emails).toEqual(['assistant@harlanlowe.example'])
  await told.getByRole('link', { name: /^Change the group/ }).waitFor()
  await picture(page, 'profile-delivery')
  await expectAccessible(page, 'profile of a timekeeper')
})

test('release notes, the developer page and slow calls open for who may see the firm, and for nobody else', async () => {
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
    for (const isDark of [false, true]) {
      await page.evaluate(
        (dark) => document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light'),
        isDark,
      )
      await picture(page, `${route.slice(1)}-${isDark ? 'dark' : 'light'}`)
      await expectAccessible(page, `${route} ${isDark ? 'dark' : 'light'}`)
    }
  }
  await go(page, '/slow')
  await page.getByRole('button', { name: 'Clear the list' }).click()
  await page.getByText('No call was slow').waitFor()

  const viewer = await logIn(await freshPage(), 'View Only')
  for (const route of Object.keys(shown)) {
    await go(viewer, route)
    await viewer.getByRole('heading', { level: 1, name: 'Your role does not open this page' }).waitFor()
  }
})

test('the demo sends notices when it is told to, and its firm begins anew', async () => {
  const page = await go(await logIn(await freshPage()), '/demo')
  const count = async () => {
    const call = await signIn(installation.url, 'Administrator')
    return ((await (await call('/api/v1/inbox/counts')).json()) as { total: number }).total
  }
  const before = await count()
  await page.getByLabel('How many filings').fill('2')
  await page.getByRole('button', { name: 'Send notices now' }).click()
  await page.getByText('2 filings are on their way to the inbox.').waitFor()
  await until(async () => (await count()) >= before + 2)
  await setFirm({ primary_color: '#7a2340' })
  await page.getByRole('button', { name: 'Reset the demo firm' }).click()
  const question = page.getByRole('dialog', { name: 'Reset the demo firm?' })
  await expectAccessible(page, 'reset')
  await question.getByRole('button', { name: 'Reset the demo firm' }).click()
  await page.waitForURL(/\/login/)
  await page.getByText('The demo firm is as on the first day. Log in again.').waitFor()
  expect(await count()).toBe(0)
  expect((await firm()).primary_color).toBe('#23407a')
  await logIn(page)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
})
