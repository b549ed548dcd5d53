import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { until } from './harness.ts'
import { hold, type InboxBench, openKeyboard, rows, shoot, startInbox, undo } from './inbox-bench.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

/** Several notices at once, and which of them the list shows. */

const newPage = startBrowser()
let bench: InboxBench

test.beforeAll(async () => {
  bench = await startInbox(64, { isUnsettled: true })
})
test.afterAll(() => bench?.installation.close())

async function tab(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('navigation', { name: 'Notices by status' }).getByRole('button', { name }).click()
}

test('several are selected by keyboard and archived, with a preview, and one undo restores them', async () => {
  const page = await openKeyboard(newPage)
  await bench.logIn(page, { path: '/inbox-items?status=succeeded' })
  await page.waitForURL(/f\.status=Succeeded/)
  await rows(page).nth(4).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('Shift+J')
  await page.getByText('3 selected').waitFor()
  await shoot(page, 'bulk-bar')
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Archive' })
  const said = (await dialog.getByText(/^\d+ notices will be archived:$/).textContent()) ?? ''
  const count = Number.parseInt(said, 10)
  expect(count).toBeGreaterThanOrEqual(3)
  await expect(dialog.getByText(`3 filings, ${count} messages`)).toHaveCount(count > 3 ? 1 : 0)
  await expectAccessible(page, 'bulk dialog')
  await shoot(page, 'bulk-dialog')
  await page.keyboard.press('Enter')
  await hold(page, `${count} notices archived.`)
  await expect.poll(() => bench.archived()).toBe(count)
  await page
    .getByRole('navigation', { name: 'Notices by status' })
    .getByRole('button', { name: /^Archived, 3$/ })
    .waitFor()
  await undo(page, `${count} notices archived.`)
  await page.getByText(`${count} notices unarchived.`).waitFor()
  await expect.poll(() => bench.archived()).toBe(0)
})

test('a bulk action covers all matches on all pages as the server finds them; what it skips says why', async () => {
  const page = await openKeyboard(newPage)
  await bench.logIn(page)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: /^Select all [\d,]+ matches/ }).click()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive' })
  await dialog.getByText(/records won't change:/).waitFor()
  await dialog
    .getByText(/isn't finished yet/)
    .first()
    .waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await bench.send(1)
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await dialog.getByText('The matching records have changed since you selected them.', { exact: false }).waitFor()
  await expect.poll(() => bench.archived()).toBe(0)
})

test('filters are in the address, are saved as a view, and Back undoes them', async () => {
  const page = await openKeyboard(newPage)
  await bench.logIn(page)
  await tab(page, /^Action required/)
  await page.waitForURL(/f\.status=Action/)
  await page.getByRole('button', { name: 'Needs a case' }).click()
  await page.waitForURL(/f\.nextStage=match/)
  await until(async () => (await rows(page).count()) > 0)
  await page.getByRole('button', { name: /^View/ }).or(page.locator('[data-view-menu]')).first().click()
  await page.getByRole('menuitem', { name: 'Save as…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine to match')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.waitForURL(/viewId=/)
  await page.reload()
  await rows(page).first().waitFor()
  await expect(page.getByRole('button', { name: 'Needs a case' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Needs a case' }).click()
  await until(
    async () => (await page.getByRole('button', { name: 'Needs a case' }).getAttribute('aria-pressed')) === 'false',
  )
  await page.goBack()
  await until(
    async () => (await page.getByRole('button', { name: 'Needs a case' }).getAttribute('aria-pressed')) === 'true',
  )
})
