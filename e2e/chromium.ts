import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { isLongRun } from '../packages/server/src/testing/long-run.ts'

/** A browser for the tests of one file. */
export interface TestBrowser extends Pick<Browser, 'newContext'> {
  /** Closes its contexts. */
  close: () => Promise<void>
}

let shared: Promise<Browser> | undefined

/**
 * Returns a browser that starts without any data. Files of a worker share the program, since starting it costs as much
 * as loading a page; contexts share nothing.
 */
export async function shareChromium(): Promise<TestBrowser> {
  const running = await shared?.catch(() => undefined)
  if (!running?.isConnected()) shared = launchChromium()
  const browser = await (shared as Promise<Browser>)
  const contexts: BrowserContext[] = []
  return {
    newContext: async (options) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      return context
    },
    close: async () => {
      // Closing one that a test has closed does nothing.
      for (const context of contexts.splice(0)) await context.close()
    },
  }
}

/** Launches the Chromium that the global setup unpacked, without features that need a network. */
function launchChromium(): Promise<Browser> {
  const executablePath = process.env.COURTCRIER_TEST_CHROMIUM
  if (!executablePath) throw new Error('run this through vitest: its global set-up unpacks the browser')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/**
 * Checks the page against WCAG 2.2 AA, or some of axe's rules. Contrast takes longer than all other rules together, so
 * only the long form checks it. Frames are left out: an email's frame runs no scripts, so axe would wait for it
 * forever.
 */
export async function expectAccessible(page: Page, where: string, rules?: string[]): Promise<void> {
  // Runs in an isolated world, since the page's policy allows no other scripts; a page that isn't reloaded keeps it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: standards }
  const options = { runOnly, rules: { 'color-contrast': { enabled: isLongRun } }, iframes: false } as axe.RunOptions
  const found = await page.evaluate(async (wanted) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe
    const { violations } = await run({ exclude: [['iframe']] }, wanted)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  }, options)
  expect(found, where).toEqual([])
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
