import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { shareChromium, type TestBrowser } from './chromium.ts'
import { type OpenedPage, openPage, type PageOptions } from './open-page.ts'

/**
 * Starts a browser for the tests of a file and returns a function that opens a page in it. After each test its pages
 * are closed, and any error they threw or logged fails it; screenshots of a failed test are saved if COURTCRIER_SHOTS
 * names a folder.
 */
export function startBrowser(): (options?: PageOptions) => Promise<OpenedPage> {
  let browser: TestBrowser
  let opened: OpenedPage[] = []
  beforeAll(async () => {
    browser = await shareChromium()
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
