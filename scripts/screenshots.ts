import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Page } from 'playwright-core'
import setUpChromium from '../e2e/chromium-setup.ts'

/** Takes the pictures of docs/ from a running demo: `node scripts/screenshots.ts [URL] [FOLDER]`. */
const [url = 'http://127.0.0.1:8420', folder = 'docs'] = process.argv.slice(2)
const dark = JSON.stringify({ version: 1, value: { isDark: true, isAccessible: false } })

await setUpChromium()
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.COURTCRIER_TEST_CHROMIUM ?? '',
  args: ['--no-sandbox'],
})

await take('screenshot', { width: 1720, height: 960 }, async (page) => {
  await page.getByRole('row').filter({ hasText: 'Succeeded' }).first().click()
  await page.getByText('What happened').first().waitFor()
})
await take('screenshot-dark', { width: 1720, height: 960, isDark: true }, async (page) => {
  await page
    .getByRole('button', { name: /Action required/ })
    .first()
    .click()
  await page.getByRole('row').nth(1).click()
  await page.getByText('What happened').first().waitFor()
})
await browser.close()

interface Size {
  width: number
  height: number
  isDark?: boolean
}

async function take(
  name: string,
  { width, height, isDark }: Size,
  prepare: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' })
  if (isDark) await context.addInitScript((look) => localStorage.setItem('courtcrier.look', look), dark)
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.getByRole('button', { name: 'Log in as Docketing' }).click()
  await page.getByRole('row').nth(1).waitFor()
  await prepare(page)
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
  await context.close()
}
