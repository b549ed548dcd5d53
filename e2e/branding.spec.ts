import { expect, type Page, test } from '@playwright/test'
import { isLongRun } from '../packages/server/src/testing/long-run.ts'
import { pngOf } from '../packages/server/src/testing/png.ts'
import { expectAccessible } from './expect-accessible.ts'
import { firm, freshPage, go, installation, logIn, picture, setFirm, startFirmPages } from './firm-pages.ts'
import { until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import type { PageOptions } from './open-page.ts'

test.describe.configure({ mode: 'serial' })

startFirmPages()

const token = (page: Page, name: string) =>
  page.evaluate((key) => getComputedStyle(document.documentElement).getPropertyValue(key), name)

test.describe('before any script has run', () => {
  test("a browser new to the firm shows its colors and name, and none of the brand's blue", async () => {
    await setFirm({ primary_color: '#7a2340', secondary_color: '#1f5c3a' })
    const page = await freshPage({ isSingleUse: true })
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(`${installation.url}/login`)
    await expect.poll(() => token(page, '--brand')).toBe('#7a2340')
    await expect.poll(() => token(page, '--second')).toBe('#1f5c3a')
    const mark = await page.evaluate(() => {
      const root = document.querySelector('#root') as Element
      return [getComputedStyle(root, '::before').backgroundImage, getComputedStyle(root, '::after').content]
    })
    expect(mark).toEqual(['linear-gradient(rgb(122, 35, 64), rgb(122, 35, 64))', '"Harlan & Lowe LLP"'])
    await picture(page, 'first-paint')
  })

  test('no color changes after the first frame, whatever this browser remembers', inLongRun, async () => {
    await setFirm({ primary_color: '#1f5c3a', secondary_color: null })
    const page = await freshPage({ isDark: true, isSingleUse: true })
    await page.addInitScript(() => {
      const stale = { version: 1, value: { name: 'Old', primaryColor: '#c9a227' } }
      localStorage.setItem('courtcrier.firm', JSON.stringify(stale))
      const seen = new Set<string>()
      Object.assign(window, { seenColors: seen })
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
    const seen = await page.evaluate(() => [...(window as unknown as { seenColors: Set<string> }).seenColors])
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatch(/^#[0-9a-f]{6} on rgb\(18, 21, 28\)$/)
  })
})

test.describe('three firms', () => {
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

  for (const { name, looks: seen, ...colors } of isLongRun ? palettes : palettes.slice(0, 1))
    test(`${name}: every page can be read in light and dark`, inLongRun, async () => {
      await setFirm(colors)
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
    })
})

test.describe('the firm settings', () => {
  test('show the contrast of a color and, with one click, change it to the nearest that passes', async () => {
    await setFirm({ primary_color: '#23407a', secondary_color: null })
    const page = await go(await logIn(await freshPage()), '/firm-information')
    await page.getByLabel('Primary color').fill('#c9a227')
    await page.getByText(/^This color has a contrast of 2\.\d : 1 with the page\./).waitFor()
    const nearest = page.getByRole('button', { name: /^Use #[0-9a-f]{6} instead \(4\.\d : 1\)$/ })
    const taken = /#[0-9a-f]{6}/.exec((await nearest.textContent()) ?? '')?.[0]
    // On a slow connection the typed value is still being saved when the other color is chosen.
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/v1/firm/*', async (route) => {
      await isReleased
      await route.continue()
    })
    await nearest.click()
    await page.getByText(/^This color has a contrast of 4\.\d : 1 with the page, enough for text\.$/).waitFor()
    await expect(page.getByRole('textbox', { name: 'Primary color' })).toHaveValue(taken ?? '')
    release()
    await until(async () => (await firm()).primary_color === taken)
    // The server has saved it before its response reaches the page.
    await until(async () => (await token(page, '--brand')) === taken)
    await expect(page.getByRole('textbox', { name: 'Primary color' })).toHaveValue(taken ?? '')
    await page.getByRole('button', { name: 'Undo the change of Primary color' }).click()
    await page.getByText(/^This color has a contrast of 2\.\d : 1/).waitFor()
    await picture(page, 'firm-settings')
  })

  test('save row stripes and messages for everyone automatically, and every open console applies them', async () => {
    await setFirm({ primary_color: '#23407a' })
    const page = await go(await logIn(await freshPage()), '/firm-information')
    const other = await go(await logIn(await freshPage(), 'View Only'), '/cases')
    await page.getByLabel('Striped tables').click()
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
    await expect.poll(() => logo.boundingBox()).toMatchObject({ width: 400, height: 400 })
    // A picture that can't be loaded has that size, too.
    const status = await logo.evaluate(async (picture: HTMLImageElement) => (await fetch(picture.src)).status)
    expect(status).toBe(200)
    // A saved logo needs no message; a wrong file does.
    await expect(page.getByText('Logo saved.')).toHaveCount(0)
    const again = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a picture' }).click()
    await (await again).setFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await page.getByText('The logo must be a PNG under 1 MB.').waitFor()
    await expect(page.locator('input[type="file"]')).toHaveJSProperty('value', '')
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await page.getByText("No logo yet. The console shows the firm's initials.").waitFor()
    await setFirm({ web_preferences: null })
  })
})

test.describe('in Spanish', () => {
  test('the login, its errors and the landing page are in Spanish, and the choice is remembered', async () => {
    const page = await freshPage({ locale: 'es-MX' })
    await page.goto(`${installation.url}/login`)
    await page.getByRole('heading', { level: 1, name: 'Iniciar sesión' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('es-US')
    await expect(page).toHaveTitle('Iniciar sesión · Courtcrier')
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
    await page.getByRole('columnheader', { name: 'Profesionales asignados' }).waitFor()
    await go(page, '/firm-information')
    await page.getByRole('heading', { level: 1, name: 'Su rol no incluye esta página' }).waitFor()
    await picture(page, 'success-es')
    await expectAccessible(page, 'landing in Spanish')

    await page.getByRole('button', { name: /perfil, aspecto y cerrar sesión/ }).click()
    await page.getByRole('menuitemradio', { name: 'Español', checked: true }).waitFor()
    await picture(page, 'user-menu-es')
    await expectAccessible(page, 'user menu in Spanish')
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await page.getByRole('heading', { level: 1, name: "Your role doesn't include this page" }).waitFor()
    await page.reload()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en-US')
  })

  test('a browser in English loads no Spanish text, and can switch on the login page', inLongRun, async () => {
    const page = await freshPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${installation.url}/login`)
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    expect(asked.filter((url) => /public-|sentences-/.test(url))).toEqual([])
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByRole('heading', { level: 1, name: 'Iniciar sesión' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Iniciar sesión' }).waitFor()
  })
})
