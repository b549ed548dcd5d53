import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './chromium.ts'
import { addressOf, rowsOf, startFiledCase } from './filed-case.ts'
import { sampleOf, schemes } from './sample-of.ts'

const filed = startFiledCase()

// Without it there is no event to open: receiving filings updates nothing.
beforeAll(() => filed.change(`/api/v1/case/${filed.courtCase.id}`, { name: `${filed.courtCase.name}, renamed` }))

const hasTimekeepers = (page: Page) =>
  page
    .getByRole('region', { name: /^Timekeepers/ })
    .getByRole('link')
    .first()
    .waitFor()

const received = (page: Page) => page.getByText(/^Received: /).first()

const shown = [
  ['/event-logs?view=all', async (page: Page) => rowsOf(page).nth(3).waitFor()],
  ['an event', async (page: Page) => page.getByRole('navigation', { name: 'Related events' }).waitFor()],
  ['a trail', async (page: Page) => received(page).waitFor()],
  [
    'tracking',
    async (page: Page) =>
      page
        .getByRole('button', { name: 'Subscribe' })
        .or(page.getByRole('button', { name: 'Resume tracking' }))
        .first()
        .waitFor(),
  ],
  ['a matter', hasTimekeepers],
  ['a client', hasTimekeepers],
] as const

describe.each(schemes)('in %s', (scheme) => {
  test.each(shown)('%s is accessible to everyone, even on a phone', async (name, isThere) => {
    const address = await addressOf(filed, name)
    expect(address).not.toContain('undefined')
    for (const width of sampleOf([1440, 320])) {
      const page = await filed.open(address, { isDark: scheme === 'dark', width })
      await isThere(page)
      await expectAccessible(page, `${name}, ${width} px, ${scheme}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width)
    }
  })
})
