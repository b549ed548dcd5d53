import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from './chromium.ts'
import { type Installation, startInstallation } from './harness.ts'
import { openPage } from './open-page.ts'

/**
 * What a route may load until it stands there, in kB after gzip (docs/decisions/0016-weight.md). PDFs and the editor
 * of templates come when they are opened.
 */
const bars = { login: 175, route: 300, css: 40 } as const

const dist = path.join(import.meta.dirname, '../packages/console/dist')

let installation: Installation
let browser: Browser

beforeAll(async () => {
  installation = await startInstallation()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await installation?.close()
})

test('the log-in page loads little', async ({ annotate }) => {
  const page = await quietPage()
  const weight = await weigh(page, '/login', () =>
    page.getByRole('button', { name: 'Log in as Administrator' }).waitFor(),
  )
  await page.context().close()
  await annotate(weight.told)
  expect(weight.js, weight.told).toBeLessThanOrEqual(bars.login)
  expect(weight.css, weight.told).toBeLessThanOrEqual(bars.css)
})

test('every page of the navigation stays under the bar', async ({ annotate }) => {
  const page = await quietPage()
  await page.goto(`${installation.url}/login`)
  await page.getByRole('button', { name: 'Log in as Administrator' }).click()
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await links.first().waitFor()
  const routes = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  expect(routes.length).toBeGreaterThan(20)
  const weights: Weight[] = []
  for (const route of routes) weights.push(await weigh(page, route, () => settled(page)))
  await page.context().close()
  const heaviest = weights.toSorted((a, b) => b.js - a.js)[0]
  await annotate(heaviest?.told ?? '')
  const over = weights.filter(({ js, css }) => js > bars.route || css > bars.css)
  expect(
    over.map(({ told }) => told.split('\n')[0]),
    heaviest?.told,
  ).toEqual([])
})

/** A page on which nothing is fetched ahead in idle time: what is left is what the page needs to stand there. */
async function quietPage(): Promise<Page> {
  const { context, page } = await openPage(browser)
  await context.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  return page
}

interface Weight {
  route: string
  js: number
  css: number
  /** Every file with its weight, the heaviest first: what to look at when the bar is missed. */
  told: string
}

async function weigh(page: Page, route: string, settle: () => Promise<void>): Promise<Weight> {
  const files = new Set<string>()
  const listen = (request: { url: () => string }) => files.add(new URL(request.url()).pathname)
  page.on('request', listen)
  await page.goto(`${installation.url}${route}`)
  await settle()
  await page.waitForFunction(() => document.fonts.status === 'loaded')
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

/** A file of the build, or what the server makes itself, such as the firm's colours. */
async function contentOf(file: string): Promise<Buffer> {
  if (!file.startsWith('/api/')) return readFileSync(path.join(dist, file))
  return Buffer.from(await (await fetch(installation.url + file)).arrayBuffer())
}

/** The page has its heading and nothing is on its way any more. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"], main [data-loading]'))
}
