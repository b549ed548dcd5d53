import type { Page } from 'playwright-core'

const streams = /\/api\/v1\/events/

/**
 * Follows the page's requests from now on. The function it returns waits until all have finished, except the stream of
 * changes, which stays open, and nothing on the page is still loading.
 */
export function watchAnswers(page: Page): () => Promise<void> {
  const asked = new Set<unknown>()
  let changes = 0
  page.on('request', (request) => {
    changes++
    if (!streams.test(request.url())) asked.add(request)
  })
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  return async () => {
    await page.mouse.move(0, 0)
    for (let seen = -1; asked.size > 0 || seen !== changes; await page.waitForTimeout(700)) seen = changes
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .mantine-Skeleton-root'))
    await page.evaluate(() => document.fonts.ready)
  }
}
