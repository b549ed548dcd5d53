import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { weightLimits } from '../packages/console/page-weights.ts'
import { allPages } from './all-routes.ts'
import { type Installation, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { openPage } from './open-page.ts'

test.describe.configure({ mode: 'serial' })

const dist = path.join(import.meta.dirname, '../packages/console/dist')

let installation: Installation
let browser: Browser

test.beforeAll(async ({ browser: own }) => {
  browser = own
  installation = await startInstallation()
})
test.afterAll(async () => {
  for (const context of browser.contexts()) await context.close()
  await installation?.close()
})

test('the login page stays under its limit', inLongRun, async () => {
  const page = await openMeteredPage()
  const weight = await weigh(page, '/login', () =>
    page.getByRole('button', { name: 'Log in as Administrator' }).waitFor(),
  )
  await page.context().close()
  annotate(weight.told)
  expect(weight.js, weight.told).toBeLessThanOrEqual(weightLimits.login)
  expect(weight.css, weight.told).toBeLessThanOrEqual(weightLimits.css)
})

test('every page stays under the limit', inLongRun, async () => {
  const page = await openMeteredPage()
  await page.goto(`${installation.url}/login`)
  await page.getByRole('button', { name: 'Log in as Administrator' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().waitFor()
  const weights: Weight[] = []
  for (const [route] of allPages) weights.push(await weigh(page, route, () => settled(page)))
  await page.context().close()
  const heaviest = weights.toSorted((a, b) => b.js - a.js)[0]
  annotate(heaviest?.told ?? '')
  const over = weights.filter(({ js, css }) => js > weightLimits.page || css > weightLimits.css)
  expect(
    over.map(({ told }) => told.split('\n')[0]),
    heaviest?.told,
  ).toEqual([])
})

/** Opens a page that loads nothing in advance, which a page that takes over five seconds would do before it is weighed. */
async function openMeteredPage(): Promise<Page> {
  const { page } = await openPage(browser)
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  return page
}

/** Adds a weight to the test's report. */
function annotate(description: string): void {
  test.info().annotations.push({ type: 'weight', description })
}

interface Weight {
  route: string
  js: number
  css: number
  /** Every file with its size, largest first, to show where to look when the limit is exceeded. */
  told: string
}

async function weigh(page: Page, route: string, settle: () => Promise<void>): Promise<Weight> {
  const files = new Set<string>()
  const listen = (request: { url: () => string }) => files.add(new URL(request.url()).pathname)
  page.on('request', listen)
  await page.goto(`${installation.url}${route}`)
  await settle()
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  await idleTime(page)
  page.off('request', listen)
  const code = [...files].filter((file) => /\.(js|css)$/.test(file))
  const sized = await Promise.all(
    code.map(async (file) => ({ file, size: gzipSync(await contentOf(file)).length / 1000 })),
  )
  const sum = (end: string) =>
    Math.round(sized.filter(({ file }) => file.endsWith(end)).reduce((total, { size }) => total + size, 0))
  const lines = sized.toSorted((a, b) => b.size - a.size).map(({ file, size }) => `${size.toFixed(1)} ${file}`)
  const [js, css] = [sum('.js'), sum('.css')]
  return { route, js, css, told: [`${route}: ${js} kB, ${css} kB of CSS`, ...lines].join('\n') }
}

/** Returns a file of the build, or one the server generates, such as the firm's colors. */
async function contentOf(file: string): Promise<Buffer> {
  if (!file.startsWith('/api/')) return readFileSync(path.join(dist, file))
  return Buffer.from(await (await fetch(installation.url + file)).arrayBuffer())
}

/** Lets the page do what it put off until the browser is idle: what it loads then is loaded for its first view, too. */
async function idleTime(page: Page): Promise<void> {
  for (let round = 0; round < 3; round++)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 10_000 })))
}

/** Waits until the page has its heading and nothing is loading anymore. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"], main [data-loading]'))
}
