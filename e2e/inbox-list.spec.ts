import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { hold, type InboxBench, openKeyboard, rows, shoot, startInbox, undo } from './inbox-bench.ts'
import { schemes } from './sample-of.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

/** The list of the inbox: each filing once, several of them at once, and others who work in it. */

const newPage = startBrowser()
let bench: InboxBench

test.beforeAll(async () => {
  bench = await startInbox(64, { isUnsettled: true })
})
test.afterAll(() => bench?.installation.close())

test('a filing received by several people is one row, counted once, with every message in reach', async () => {
  const all = await bench.items()
  const messagesOf = (filing: string) => all.filter(({ envelope_id: id }) => id === filing)
  const filings = [...new Set(all.flatMap(({ envelope_id: id }) => id ?? []))]
  const listed = new Set(all.map(({ id, envelope_id: filing }) => filing ?? id)).size
  const done = (filing: string) => messagesOf(filing).every(({ status }) => status === 'Succeeded')
  const [filing = ''] = filings.filter(done).toSorted((a, b) => messagesOf(b).length - messagesOf(a).length)
  const messages = messagesOf(filing)
  expect(messages.length).toBeGreaterThan(1)
  const { page } = await newPage()
  await bench.logIn(page)
  const tabs = page.getByRole('navigation', { name: 'Notices by status' })
  await tabs.getByRole('button', { name: new RegExp(`^All, ${listed}$`) }).waitFor()
  const totals = (await tabs.getByRole('button').allInnerTexts()).map((text) => Number(/\d+$/.exec(text)?.[0]))
  expect(totals.slice(1, -1).reduce((sum, total) => sum + total, 0)).toBe(listed)
  const waiting = page.getByRole('navigation', { name: 'Main' }).getByText(`${totals[1]} waiting`)
  if (totals[1]) await waiting.first().waitFor()
  const docket = messages[0]?.docket_number ?? ''
  await page.goto(`${bench.installation.url}/inbox-items?f.status=Succeeded&q=${encodeURIComponent(docket)}`)
  const row = page.locator(messages.map(({ id }) => `tr[data-id="${id}"]`).join())
  await row.getByText(new RegExp(`Received by \\d+ at the firm|${messages.length} messages`)).waitFor()
  await expect(row).toHaveCount(1)
  await shoot(page, 'filing-row')
  await row.click()
  const others = page.locator('[data-inbox-item] section').filter({ hasText: 'Same filing, other recipients' })
  await others.getByRole('button').first().click()
  await others.getByText('Sent to').waitFor()
  await expect(others.getByRole('listitem')).toHaveCount(messages.length - 1)
  await expectAccessible(page, 'a filing and its messages')
  await shoot(page, 'filing-messages')
  await others.getByRole('button', { name: 'Open this notice' }).click()
  await until(async () => (await row.getAttribute('data-open')) === 'true')
  await page.keyboard.press('e')
  await page.getByText(/other messages? about this filing too/).waitFor()
  await hold(page, 'Notice archived.')
  await expect.poll(() => bench.archived()).toBe(messages.length)
  await undo(page, 'Notice archived.')
  await until(async () => (await bench.archived()) === 0)
})

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

test('filters are in the address, are saved as a view, and Back undoes them', inLongRun, async () => {
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

test('actions and notes of one user appear live for another, and rows leave under a resting pointer, but none is added', async () => {
  const watcher = await openKeyboard(newPage)
  const actor = await openKeyboard(newPage)
  await bench.logIn(watcher, { role: 'View Only', path: '/inbox-items?f.status=Succeeded' })
  await bench.logIn(actor)
  await watcher.getByText(/^live/).waitFor()
  const target = rows(watcher).nth(3)
  await target.hover()
  const id = (await target.getAttribute('data-id')) ?? ''
  const above = (await rows(watcher).nth(1).getAttribute('data-id')) ?? ''
  await actor.goto(`${bench.installation.url}/inbox-items/id/${above}`)
  await actor.getByRole('button', { name: 'Archive', exact: true }).click()
  await actor.getByText('Notice archived.').waitFor()
  await watcher.locator(`tr[data-id="${above}"]`).waitFor({ state: 'detached' })
  await expect(watcher.locator('tr[data-departed]')).toHaveCount(0)
  await bench.send(3)
  await watcher.getByText(/\d+ new notices?/).waitFor()
  await expect(rows(watcher).nth(2)).toHaveAttribute('data-id', id)
  await watcher.getByRole('button', { name: 'Show', exact: true }).press('Enter')
  await until(async () => (await rows(watcher).nth(2).getAttribute('data-id')) !== id)
  await watcher.goto(`${bench.installation.url}/inbox-items/id/${above}`)
  await watcher.getByText('History').first().waitFor()
  await expect(watcher.getByRole('textbox', { name: /note/ })).toHaveCount(0)
  await actor.getByRole('textbox', { name: 'Write a note for your colleagues' }).fill('Asked the clerk <b>twice</b>')
  await actor.getByRole('button', { name: 'Add note' }).click()
  await watcher.getByText('Asked the clerk <b>twice</b>').waitFor()
  await expect(watcher.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
  await actor.getByRole('button', { name: 'Delete', exact: true }).click()
  await hold(actor, 'Note deleted.')
  await watcher.getByText('Asked the clerk').waitFor({ state: 'detached' })
  await undo(actor, 'Note deleted.')
  await watcher.getByText('Asked the clerk').waitFor()
  await shoot(actor, 'item-page')
})

test(
  'a note that is half written stays with its item, and a message that could not be downloaded says so',
  inLongRun,
  async () => {
    const { page } = await newPage({ provoked: /status of 503/ })
    await bench.logIn(page)
    const [first, second] = [
      await rows(page).nth(0).getAttribute('data-id'),
      await rows(page).nth(1).getAttribute('data-id'),
    ]
    const open = (id: string | null) => page.goto(`${bench.installation.url}/inbox-items/id/${id}`)
    const note = page.getByRole('textbox', { name: 'Write a note for your colleagues' })
    await open(first)
    await note.fill('Asked the clerk, who')
    await open(second)
    await expect(note).toHaveValue('')
    await open(first)
    await expect(note).toHaveValue('Asked the clerk, who')
    const fail = { status: 503, contentType: 'application/json', body: '{"code":"unavailable","detail":"Not now."}' }
    await page.route('**/api/v1/inbox/*/raw*', (route) => route.fulfill(fail))
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('alert').getByText('Not now.').waitFor()
  },
)

for (const name of schemes)
  test(`axe finds nothing in ${name}: list, selection, fix, keys, and one card on a phone`, inLongRun, async () => {
    const page = await openKeyboard(newPage, { isDark: name === 'dark' })
    await bench.logIn(page, { path: '/inbox-items?f.status=Action+Required' })
    await expectAccessible(page, `list ${name}`)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await expectAccessible(page, `selection ${name}`)
    await shoot(page, `list-${name}`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('f')
    await page.getByRole('dialog').getByRole('button', { name: 'Open the notice' }).waitFor()
    await expectAccessible(page, `fix ${name}`)
    await shoot(page, `fix-${name}`)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await expectAccessible(page, `keys ${name}`)
    await page.keyboard.press('Escape')
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${bench.installation.url}/inbox-items?f.status=Action+Required`)
      await rows(page).first().waitFor()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await shoot(page, `list-${width}-${name}`)
      await rows(page).first().locator('td').nth(4).click()
      await page.waitForURL(/\/id\//)
      await page.getByText('History').first().waitFor()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await expectAccessible(page, `card ${width} ${name}`)
      await shoot(page, `card-${width}-${name}`)
    }
  })
