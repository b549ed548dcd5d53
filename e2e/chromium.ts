import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { isLongRun } from '../packages/server/src/testing/long-run.ts'

/** The Chromium that the global set-up unpacked, without what would need a network. */
export function launchChromium(): Promise<Browser> {
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
 * Holds the page to WCAG 2.2 AA, or to some of axe's rules. Contrast takes longer than everything else together and is
 * asked in the long form. What a frame shows is left out: that of a mail runs no
 * scripts, so axe cannot enter it and would wait for ever.
 */
export async function expectAccessible(page: Page, where: string, rules?: string[]): Promise<void> {
  // Beside the page's own scripts, whose policy allows no others; a page that stays keeps it.
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
