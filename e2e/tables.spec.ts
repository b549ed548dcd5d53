import { expect, type Page, test } from '@playwright/test'
import { clientCount, startClientTable } from './client-table.ts'
import { expectAccessible } from './expect-accessible.ts'
import { until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'

test.describe.configure({ mode: 'serial' })

const table = startClientTable()

/** Returns a column's texts in the visible rows. */
function column(page: Page, index: number): Promise<string[]> {
  return page.locator(`tbody tr[aria-rowindex] > td:nth-child(${index})`).allTextContents()
}

test.describe('sorting', () => {
  test('by two columns is in the address and survives a reload', async () => {
    const page = await table.goTo('/clients?q=zeta')
    await page
      .getByRole('columnheader', { name: /Status/ })
      .getByRole('button')
      .click()
    await page.waitForURL(/sort=status(&|$)/)
    await page
      .getByRole('columnheader', { name: /Number/ })
      .getByRole('button')
      .click({ modifiers: ['Shift'] })
    await page.waitForURL(/sort=status,number/)
    await page
      .getByRole('columnheader', { name: /Number/ })
      .getByRole('button')
      .focus()
    await page.keyboard.press('Shift+Enter')
    await page.waitForURL(/sort=status,-number/)
    await page.reload()
    await until(async () => (await column(page, 3))[0] === 'Z-119')
    const numbers = await column(page, 3)
    expect(numbers.slice(0, 3)).toEqual(['Z-119', 'Z-118', 'Z-116'])
    const name = await page.getByRole('columnheader', { name: /Number/ }).textContent()
    expect(name).toContain('sort level 2, descending')
  })
})

test.describe('columns', () => {
  test('are hidden, moved and resized by keyboard, and stay so', inLongRun, async () => {
    const page = await table.goTo('/clients?q=zeta')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByLabel('Show Open date').uncheck()
    await page.getByRole('button', { name: 'Move Status forward' }).click()
    const row = page.locator('tbody tr[aria-rowindex]').first()
    await page.getByText('Comfortable').click()
    await until(async () => (await row.boundingBox())?.height === 68)
    await page.getByText('Compact').click()
    await until(async () => (await row.boundingBox())?.height === 34)
    await page.keyboard.press('Escape')
    const edge = page.getByRole('separator', { name: 'Width of Number' })
    const before = Number(await edge.getAttribute('aria-valuenow'))
    await edge.focus()
    await page.keyboard.press('ArrowLeft')
    await until(async () => Number(await edge.getAttribute('aria-valuenow')) < before)
    await page.reload()
    await page.locator('tbody tr[aria-rowindex]').first().waitFor()
    const heads = await page.getByRole('columnheader').allTextContents()
    expect(heads.map((text) => text.split(',')[0])).toEqual(['', 'Name', 'Status', 'Number'])
    await expect.poll(async () => Number(await edge.getAttribute('aria-valuenow'))).toBeLessThan(before)
    await expect(page.locator('[data-density="compact"]')).toHaveCount(1)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Reset columns' }).click()
    await until(async () => (await page.getByRole('columnheader').count()) === 5)
  })

  test('are widened by dragging', inLongRun, async () => {
    const page = await table.goTo('/clients?q=zeta')
    const edge = page.getByRole('separator', { name: 'Width of Name' })
    const head = page.getByRole('columnheader', { name: /Name/ })
    const box = await edge.boundingBox()
    const from = await head.evaluate((cell: HTMLElement) => cell.offsetWidth)
    await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) - 196, (box?.y ?? 0) + 10, { steps: 4 })
    await page.mouse.up()
    await until(async () => {
      const width = await head.evaluate((cell: HTMLElement) => cell.offsetWidth)
      return Math.abs(width - (from - 200)) <= 3
    })
  })
})

test.describe('filters', () => {
  test('narrow the table by a chip, and Back undoes it', async () => {
    const page = await table.goTo('/clients?q=zeta')
    await page.getByText(`of ${clientCount}`).waitFor()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name: 'Status' }).click()
    await page.getByRole('checkbox', { name: 'Pending' }).check()
    await page.waitForURL(/f\.status=Pending/)
    await page.getByText('of 40').waitFor()
    await page.getByRole('checkbox', { name: 'Closed' }).check()
    await page.getByText(`of ${clientCount}`).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove the filter Status' }).click()
    await page.waitForURL((url) => !url.search.includes('f.status'))
  })

  test('chosen before the page shows the first one all apply', inLongRun, async () => {
    const page = await table.goTo('/clients?q=zeta')
    await page.getByText(`of ${clientCount}`).waitFor()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name: 'Status' }).click()
    await page.getByRole('checkbox', { name: 'Pending' }).waitFor()
    await page.getByRole('dialog').evaluate((editor) => {
      for (const box of [...editor.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].slice(0, 2)) box.click()
    })
    await expect.poll(() => new URL(page.url()).searchParams.getAll('f.status').length).toBe(2)
  })

  test('with two date ranges in an address use the first and say so', inLongRun, async () => {
    const page = await table.goTo('/cases?f.createdAt=2020-01-01..&f.updatedAt=2020-01-01..')
    await page.getByText('Multiple date filters not supported; select two dates.').first().waitFor()
    await expect(page.getByRole('button', { name: /Remove the filter/ })).toHaveCount(1)
  })

  test('unmapped records are one click away', inLongRun, async () => {
    const page = await table.goTo('/jurisdictions')
    await page.getByText('Not Mapped').click()
    await page.waitForURL(/view=unmapped/)
    await page.getByText('No jurisdictions match').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.locator('tbody tr[aria-rowindex]').first().waitFor()
    await table.goToPage('/ecfx-notification')
    await page.getByText('Not Mapped').click()
    await page.waitForURL(/ecfx-notification\?view=unmapped/)
    await page.getByText('No notifications match').waitFor()
  })
})

test.describe('the form', () => {
  test('focuses its first field and lists what is missing, each error linking to its field', async () => {
    const page = await table.goTo('/clients')
    await page.keyboard.press('n')
    const name = page.getByLabel('Name', { exact: false }).last()
    await until(() => name.evaluate((input) => input === document.activeElement))
    await page.getByRole('button', { name: 'Create client' }).click()
    const summary = page.getByRole('group', { name: '2 fields need your attention' })
    await summary.waitFor()
    await expect.poll(() => summary.evaluate((group) => group === document.activeElement)).toBe(true)
    await expectAccessible(page, 'error summary')
    await summary.getByRole('button', { name: 'Number' }).click()
    await page.keyboard.type('N-1')
    await summary.getByRole('button', { name: 'Number' }).waitFor({ state: 'detached' })
  })
})

test('`?` lists the shortcuts', inLongRun, async () => {
  const page = await table.goTo('/clients')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Extend the selection').waitFor()
})

test(
  'another page starts at the top, even one seen before, and Back returns to the scroll position',
  inLongRun,
  async () => {
    const page = await table.goTo('/clients')
    const scrolled = () => page.getByRole('grid').evaluate((grid) => grid.parentElement?.scrollTop)
    const moveDown = () => page.getByRole('grid').evaluate((grid) => grid.parentElement?.scrollTo(0, 400))
    // The footer changes pages before the rows are rendered; rendering scrolls to the top once.
    const scroll = (row: number) =>
      page
        .locator(`tbody tr[aria-rowindex="${row}"]`)
        .waitFor()
        .then(() => until(async () => (await scrolled()) === 400 || void (await moveDown())))
    const untilShown = (range: string) => page.getByText(range).waitFor()
    await scroll(2)
    await page.getByRole('button', { name: 'Next page' }).click()
    await untilShown('51 to 100 of')
    await until(async () => (await scrolled()) === 0)
    await scroll(52)
    await page.getByRole('button', { name: 'Previous page' }).click()
    await untilShown('1 to 50 of')
    await until(async () => (await scrolled()) === 0)
    await page.goBack()
    await untilShown('51 to 100 of')
    await until(async () => (await scrolled()) === 400)
  },
)
