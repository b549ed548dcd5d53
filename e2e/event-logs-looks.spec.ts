import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { addressOf, rowsOf, startFiledCase } from './filed-case.ts'
import { inLongRun } from './in-long-run.ts'
import { sampleOf, schemes } from './sample-of.ts'

test.describe.configure({ mode: 'serial' })

const filed = startFiledCase()

// Without it there is no event to open: receiving filings updates nothing.
test.beforeAll(() => filed.change(`/api/v1/case/${filed.courtCase.id}`, { name: `${filed.courtCase.name}, renamed` }))

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
  ['tracking', async (page: Page) => page.getByText('so nothing can be ordered').waitFor()],
  ['a matter', hasTimekeepers],
  ['a client', hasTimekeepers],
] as const

for (const scheme of schemes)
  test.describe(`in ${scheme}`, () => {
    for (const [name, isThere] of shown)
      test(`${name} is accessible to everyone, even on a phone`, inLongRun, async () => {
        const address = await addressOf(filed, name)
        expect(address).not.toContain('undefined')
        for (const width of sampleOf([1440, 320])) {
          const page = await filed.open(address, { isDark: scheme === 'dark', width })
          await isThere(page)
          await expectAccessible(page, `${name}, ${width} px, ${scheme}`)
          await expect
            .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: name })
            .toBeLessThanOrEqual(width)
        }
      })
  })
