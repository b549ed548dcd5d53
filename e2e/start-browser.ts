import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchChromium } from './chromium.ts'
import { type OpenedPage, openPage, type PageOptions } from './open-page.ts'

/**
 * Has a browser for the tests of a file, and gives what opens a page in it. After each test its pages are closed, and
 * what they threw or logged as an error fails it; of one that failed, pictures stay where COURTCRIER_SHOTS names a folder.
 */
export function startBrowser(): (options?: PageOptions) => Promise<OpenedPage> {
  let browser: Browser
  let opened: OpenedPage[] = []
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())
  afterEach(async ({ task }) => {
    const folder = process.env.COURTCRIER_SHOTS
    if (folder && task.result?.state === 'fail')
      for (const [n, { page }] of opened.entries())
        await page.screenshot({ path: `${folder}/failed-${task.id}-${n}.png` })
    for (const { context } of opened) await context.close()
    const problems = opened.flatMap((each) => each.problems)
    opened = []
    expect(problems).toEqual([])
  })
  return async (options) => {
    const fresh = await openPage(browser, options)
    opened.push(fresh)
    return fresh
  }
}
