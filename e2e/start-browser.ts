import { type Browser, expect, type Page, test } from '@playwright/test'
import { shownPage } from '../scripts/playwright-report.ts'
import { type KeptPages, keepPages } from './kept-pages.ts'
import type { OpenedPage, PageOptions } from './open-page.ts'

/** Those of the worker's browser, which its files use one after the other. */
const keptOf = new WeakMap<Browser, KeptPages>()

/**
 * Returns a function that opens a page in a separate browser, for the tests of a file. Any error that a page throws or
 * logs fails its test; after it, the page is emptied and kept for the next test.
 */
export function startBrowser(): (options?: PageOptions) => Promise<OpenedPage> {
  let pages: KeptPages
  const opened: OpenedPage[] = []
  test.beforeAll(({ browser }) => {
    pages = keptOf.get(browser) ?? keepPages(browser)
    keptOf.set(browser, pages)
  })
  test.afterEach(async () => {
    const problems = opened.flatMap((each) => each.problems).filter((problem) => !isOfTrace(problem))
    const hasFailed = test.info().status !== test.info().expectedStatus
    if (hasFailed)
      for (const { page } of opened)
        test.info().annotations.push({ type: shownPage, description: await describePage(page) })
    // What the page looked like is saved as it closes.
    for (const each of opened.splice(0)) await (hasFailed ? each.context.close() : pages.putBack(each))
    expect(problems).toEqual([])
  })
  return async (options) => {
    const page = await pages.take(options)
    opened.push(page)
    return page
  }
}

/** Says where a page was and what it said, in the form that a screen reader gets. */
async function describePage(page: Page): Promise<string> {
  const seen = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5000 })
    .catch((error: Error) => error.message)
  const telling = seen.split('\n').filter((line) => /^\s*- (heading|dialog|alert|status|paragraph|row)\b/.test(line))
  return [page.url(), ...telling.slice(0, 10).map((line) => line.trim().slice(0, 250))].join('\n')
}

/** A second try is traced, for which a script is put into every frame; those of mail run none. */
export function isOfTrace(problem: string): boolean {
  return test.info().retry > 0 && problem.startsWith("Blocked script execution in '")
}
