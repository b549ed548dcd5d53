import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import lighthouse, { desktopConfig } from 'lighthouse'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import setUpChromium from '../e2e/chromium-setup.ts'
import { freePort } from '../packages/lib/src/free-port.ts'
import { logIn, startFilled } from './filled-firm.ts'
import { measureClicks } from './page-clicks.ts'
import { judgeTriage } from './pages-triage.ts'
import { startPostgres } from './postgres.ts'

const size = { cases: 100_000, matters: 30_000, clients: 10_000, items: 100_000 }
const pages = ['/login', '/inbox-items', '/dashboard', '/cases'] as const
const bars = { performance: 95, accessibility: 100, 'best-practices': 95 } as const

/**
 * Runs Lighthouse on the main pages of a firm with 100,000 cases and items, on desktop and phone, and measures how long
 * a page takes to respond to a click on a CPU four times slower, in tables and in the inbox. Ends with exit code 1 if
 * one misses its limit. `--only lighthouse|clicks|triage` runs one part.
 */
export async function benchPages(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string', default: '' } } })
  if (values.only !== 'triage') await judgeLargeFirm(values.only)
  if (values.only === '' || values.only === 'triage') await judgeTriage()
}

async function judgeLargeFirm(only: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-pages-'))
  const postgres = await startPostgres()
  const courtcrier = await startFilled({ folder, size, firms: 1, ...(postgres ? { url: postgres.url } : {}) })
  const browser = await openBrowser(path.join(folder, 'profile'))
  try {
    const url = courtcrier.url ?? ''
    console.log(`${size.cases.toLocaleString('en-US')} cases, ${size.items.toLocaleString('en-US')} inbox items`)
    if (only !== 'clicks') await judgePages(browser, url)
    if (only !== 'lighthouse') await judgeClicks(browser, url)
  } finally {
    await browser.context.close()
    await courtcrier.stop()
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Browsing {
  context: BrowserContext
  /** Lighthouse connects to the browser itself. */
  port: number
}

async function openBrowser(profile: string): Promise<Browsing> {
  await setUpChromium()
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.COURTCRIER_TEST_CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
    viewport: { width: 1440, height: 900 },
  })
  return { context, port }
}

async function signIn({ context }: Browsing, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  const email = page.getByLabel('Email')
  await email.or(page.locator('main nav, nav')).first().waitFor()
  // Already signed in for the pages measured before.
  if (!new URL(page.url()).pathname.startsWith('/login')) return page
  await email.fill(logIn.username)
  await page.getByLabel('Password', { exact: true }).fill(logIn.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((at) => !at.pathname.startsWith('/login'))
  return page
}

async function judgePages(browser: Browsing, url: string): Promise<void> {
  console.log('\nLighthouse'.padEnd(34), ...Object.keys(bars).map((name) => name.padStart(15)))
  // No one is signed in yet, which the first page requires.
  for (const [index, route] of pages.entries()) {
    if (index === 1) await (await signIn(browser, url)).close()
    for (const form of ['desktop', 'mobile'] as const) await judgePage(`${url}${route}`, { route, form, ...browser })
  }
}

interface Judging extends Browsing {
  route: string
  form: 'desktop' | 'mobile'
}

async function judgePage(address: string, { route, form, port }: Judging): Promise<void> {
  const flags = { port, onlyCategories: Object.keys(bars), disableStorageReset: true, logLevel: 'error' } as const
  const result = await lighthouse(address, { ...flags, onlyCategories: [...flags.onlyCategories] }, configOf(form))
  const { categories = {}, audits = {} } = result?.lhr ?? {}
  const scores = Object.entries(bars).map(([name, bar]) => {
    const score = Math.round((categories[name]?.score ?? 0) * 100)
    if (score < bar) process.exitCode = 1
    return `${score}${score < bar ? ' ✗' : ''}`.padStart(15)
  })
  const paint = audits['largest-contentful-paint']?.displayValue ?? ''
  const blocked = audits['total-blocking-time']?.displayValue ?? ''
  const shift = audits['cumulative-layout-shift']?.displayValue ?? ''
  console.log(`  ${`${route}, ${form}`.padEnd(31)}`, ...scores, `  LCP ${paint}, blocked ${blocked}, shift ${shift}`)
  const failed = Object.values(audits).filter(
    ({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary',
  )
  for (const { id, title, details } of failed) console.log(`      ${id}: ${title} ${saidOf(details)}`.trimEnd())
}

/** Returns the browser's console output, if that is what failed. */
function saidOf(details: unknown): string {
  const items = (details as { items?: readonly { description?: string }[] } | undefined)?.items ?? []
  return [...new Set(items.flatMap(({ description }) => description ?? []))].join('; ')
}

/** Returns the configuration for a form factor; Lighthouse's default is a phone. */
function configOf(form: 'desktop' | 'mobile') {
  return form === 'desktop' ? desktopConfig : undefined
}

const mostClickMs = 100

async function judgeClicks(browser: Browsing, url: string): Promise<void> {
  console.log('\nFrom a click to the next frame, processor four times slower')
  const page = await signIn(browser, url)
  for (const { name, times } of await measureClicks(page, url)) {
    const sorted = times.toSorted((a, b) => a - b)
    const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
    const isMissed = middle > mostClickMs
    if (isMissed) process.exitCode = 1
    console.log(
      `  ${name.padEnd(31)} median ${middle.toFixed(0)} ms, worst ${(sorted.at(-1) ?? 0).toFixed(0)} ms${isMissed ? ' ✗' : ''}`,
    )
  }
  await page.close()
}
