import { expect, test } from '@playwright/test'
import { startClientTable } from './client-table.ts'
import { expectAccessible } from './expect-accessible.ts'
import { inLongRun } from './in-long-run.ts'
import { sampleOf } from './sample-of.ts'

test.describe.configure({ mode: 'serial' })

const table = startClientTable()

test.describe('the form', () => {
  test('restores a draft after a reload, but not after it was discarded', inLongRun, async () => {
    const page = await table.goTo('/clients?q=zeta&sort=number')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    const name = page.getByRole('dialog').getByLabel('Name')
    const before = await name.inputValue()
    await name.fill('Typed and not saved')
    await page.reload()
    await page.getByText('Your unsaved changes are restored.').waitFor()
    await expect(name).toHaveValue('Typed and not saved')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // The row of the form that was closed keeps the cursor.
    await page.keyboard.press('e')
    await name.waitFor()
    await expect(name).toHaveValue(before)
    await expect(page.getByText('Your unsaved changes are restored')).toHaveCount(0)
  })
})

test.describe('accessibility', () => {
  for (const [scheme, width] of sampleOf([
    ['light', 1440],
    ['dark', 1440],
    ['light', 320],
    ['dark', 320],
  ] as const))
    test(`axe finds nothing in ${scheme} at ${width} pixels`, inLongRun, async () => {
      await table.open({ isDark: scheme === 'dark', width })
      const page = await table.goTo('/clients?q=zeta&sort=status,-number&f.status=Pending')
      await page.locator('tbody tr[aria-rowindex="2"]').getByRole('checkbox').check()
      await expectAccessible(page, `table ${scheme} ${width}`)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByLabel('Show Name').waitFor()
      await expectAccessible(page, `columns ${scheme} ${width}`)
    })
})
