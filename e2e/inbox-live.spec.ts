import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { hold, type InboxBench, openKeyboard, rows, shoot, startInbox, undo } from './inbox-bench.ts'
import { schemes } from './sample-of.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

/** The inbox while others work in it, in every appearance. */

const newPage = startBrowser()
let bench: InboxBench

test.beforeAll(async () => {
  bench = await startInbox(60, { isUnsettled: true })
})
test.afterAll(() => bench?.installation.close())

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

test('a note that is half written stays with its item, and a message that could not be downloaded says so', async () => {
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
})

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
