import { type Browser, expect, test } from '@playwright/test'
import { type OpenedPage, openPage, type PageOptions } from './open-page.ts'

/**
 * Returns a function that opens a page in a separate browser, for the tests of a file. After each test its pages are
 * closed, and any error they threw or logged fails it.
 */
export function startBrowser(): (options?: PageOptions) => Promise<OpenedPage> {
  let browser: Browser
  let opened: OpenedPage[] = []
  test.beforeAll(({ browser: own }) => {
    browser = own
  })
  test.afterEach(async () => {
    for (const { context } of opened) await context.close()
    const problems = opened.flatMap((each) => each.problems).filter((problem) => !isOfTrace(problem))
    opened = []
    expect(problems).toEqual([])
  })
  return async (options) => {
    const fresh = await openPage(browser, options)
    opened.push(fresh)
    return fresh
  }
}

/** A second try is traced, for which a script is put into every frame; those of mail run none. */
function isOfTrace(problem: string): boolean {
  return test.info().retry > 0 && problem.startsWith("Blocked script execution in 'about:srcdoc'")
}
