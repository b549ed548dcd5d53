import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import setUpChromium from '../e2e/chromium-setup.ts'
import { logInAs, openPage, type PageOptions } from '../e2e/open-page.ts'
import { comparedScreens, type Screen } from './compared-screens.ts'
import { watchAnswers } from './settled-page.ts'

/**
 * Takes each screen from two running demos, light, dark and on a phone, and puts them beside each other in one picture
 * per screen: `node scripts/compare-pictures.ts BEFORE_URL AFTER_URL [FOLDER] [SCREEN …]`.
 */
const [before, after, folder = 'docs/pictures/before-after', ...only] = process.argv.slice(2)
if (!before || !after) throw new Error('The addresses of both demos are needed: BEFORE_URL AFTER_URL.')

const looks = [
  { name: 'light', width: 1440, height: 900 },
  { name: 'dark', width: 1440, height: 900, isDark: true },
  { name: 'phone', width: 390, height: 844 },
] as const satisfies readonly (PageOptions & { name: string })[]

/** A screen that one of the versions doesn't have is shown as it answers: waiting for it would end the whole run. */
const longestWait = 15_000

await setUpChromium()
await mkdir(folder, { recursive: true })
const executablePath = process.env.COURTCRIER_TEST_CHROMIUM ?? ''
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
for (const screen of comparedScreens) {
  if (only.length > 0 && !only.includes(screen.name)) continue
  const rows = [await shotsOf(browser, before, screen), await shotsOf(browser, after, screen)]
  await writeFile(path.join(folder, `${screen.name}.webp`), await sheetOf(browser, rows))
}
await browser.close()

async function shotsOf(within: Browser, url: string, screen: Screen): Promise<readonly string[]> {
  const shots: string[] = []
  for (const { name: _, ...look } of looks) {
    const { page, context } = await openPage(within, look)
    page.setDefaultTimeout(longestWait)
    const settled = watchAnswers(page)
    await logInAs(page, { url, role: screen.role, path: screen.route })
    await screen.prepare?.(page).catch((error: unknown) => console.warn(`${url} ${screen.name}: ${String(error)}`))
    await settled()
    shots.push((await page.screenshot()).toString('base64'))
    await context.close()
  }
  return shots
}

/** One row per version: light, dark, phone. */
async function sheetOf(within: Browser, rows: readonly (readonly string[])[]): Promise<Buffer> {
  const page = await within.newPage({ viewport: { width: 1900, height: 1060 } })
  const cells = rows.map((shots, index) => {
    const images = shots.map((shot) => `<img src="data:image/png;base64,${shot}">`).join('')
    return `<h1>${index === 0 ? 'Before' : 'After'}</h1><div>${images}</div>`
  })
  await page.setContent(`<style>
    body { margin: 12px; font: 14px sans-serif; background: #888 } h1 { font-size: 16px; margin: 4px 0 }
    div { display: flex; gap: 10px } img { height: 490px }
  </style>${cells.join('')}`)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 55 })
  await page.context().close()
  return Buffer.from(data, 'base64')
}
