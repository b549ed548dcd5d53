import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { isLongRun } from '../packages/server/src/testing/long-run.ts'

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
