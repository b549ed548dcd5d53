import { expect, type Page, test } from '@playwright/test'
import { startClientTable } from './client-table.ts'
import { until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { sampleOf } from './sample-of.ts'

test.describe.configure({ mode: 'serial' })

const table = startClientTable()
const widths = sampleOf([1920, 1440, 1280] as const)
const lists = ['/timekeepers', '/matters', '/judges', '/users', '/jurisdictions', '/cases'] as const

/** Waits until the titles of other records are shown, by which columns are measured too. */
async function settle(page: Page): Promise<void> {
  await page.locator('tbody tr[aria-rowindex]').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  let before: string | null = ''
  await until(async () => {
    const now = await page.locator('table').first().textContent()
    const isSame = now === before
    before = now
    return isSame
  }, 300)
}

/** Returns the texts that a line break or a cut goes through: words on two lines, and headers that don't fit. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = []
    const linesOf = (range: Range) => new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    for (const cell of document.querySelectorAll('table th, table tbody td[data-key]')) {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const range = document.createRange()
        for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\S+/g)) {
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (linesOf(range) > 1) broken.push(word)
        }
      }
    }
    for (const head of document.querySelectorAll<HTMLElement>('table th span'))
      if (head.scrollWidth > head.clientWidth && getComputedStyle(head).overflow === 'hidden')
        broken.push(`header ${head.textContent}`)
    return broken
  })
}

for (const width of widths)
  test.describe(`at ${width} pixels`, () => {
    test('no header or cell breaks within a word, in rows of one line and of two', inLongRun, async () => {
      await table.open({ width })
      const page = await table.goTo(lists[0], 'Administrator')
      for (const path of lists) {
        if (path !== lists[0]) await page.goto(`${table.installation().url}${path}`)
        await settle(page)
        await expect.poll(() => brokenWords(page), { message: path }).toEqual([])
      }
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByText('Normal', { exact: true }).click()
      await page.keyboard.press('Escape')
      await settle(page)
      await expect.poll(() => brokenWords(page), { message: 'cases in two lines' }).toEqual([])
    })

    test('the first column stays in view when the table is scrolled sideways', inLongRun, async () => {
      await table.open({ width })
      const page = await table.goTo('/cases', 'Administrator')
      // Every column, so that the table is wider than any of these screens.
      await page.getByRole('button', { name: 'Columns' }).click()
      for (const name of ['Caption', 'Description', 'Reference', 'Court case ID', 'Open date', 'Filed date'])
        await page.getByLabel(`Show ${name}`, { exact: false }).first().check()
      await page.keyboard.press('Escape')
      await settle(page)
      const first = page.locator('tbody tr[aria-rowindex]').first().locator('td').nth(1)
      const head = page.getByRole('columnheader', { name: 'Name' })
      const before = await first.boundingBox()
      await page.locator('table').evaluate((grid) => grid.parentElement?.scrollTo(400, 0))
      await until(() => page.locator('table').evaluate((grid) => (grid.parentElement?.scrollLeft ?? 0) > 100))
      await expect.poll(async () => (await first.boundingBox())?.x).toBe(before?.x)
      await expect.poll(async () => (await head.boundingBox())?.x).toBe(before?.x)
      const [box] = [await first.boundingBox()]
      const isOnTop = await page.evaluate(
        ({ x, y }) => document.elementFromPoint(x, y)?.closest('td, th')?.matches(':nth-child(2)'),
        { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 },
      )
      expect(isOnTop).toBe(true)
    })
  })

test('courts go by their short name, with the full one in the tooltip', inLongRun, async () => {
  const page = await table.goTo('/judges', 'Administrator')
  await settle(page)
  const court = page.locator('tbody td[data-key="jurisdictionId"] abbr').first()
  await expect(court).toHaveText(/Cir\.|D\./)
  await expect(court).toHaveAttribute('title', /^United States/)
})

test('rows are 34 pixels high, and a text that is cut off is shown when pointed at', inLongRun, async () => {
  await table.open({ width: 1280 })
  const page = await table.goTo('/cases', 'Administrator')
  await settle(page)
  const row = page.locator('tbody tr[aria-rowindex]').first()
  await expect.poll(async () => (await row.boundingBox())?.height).toBe(34)
  const cut = page.locator('td[data-key="matterId"] > div').filter({ hasText: /.{30}/ }).first()
  await cut.hover()
  await until(async () => (await cut.getAttribute('title')) === (await cut.textContent()))
})
