import { expect, type Page, type Route, test } from '@playwright/test'
import { isLongRun } from '../packages/server/src/testing/long-run.ts'
import { until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { docketsOf, type InboxBench, openKeyboard, rows, shoot, startInbox, wasPointed } from './inbox-bench.ts'
import { sampleOf } from './sample-of.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

/** One item after the other: what is finished leaves, the next one is there, and focus is never lost. */

const newPage = startBrowser()
let bench: InboxBench
let page: Page

const succeeded = '/inbox-items?f.status=Succeeded'
const waiting = '/inbox-items?f.status=Action+Required'

test.beforeAll(async () => {
  // Twenty in a row need the most.
  bench = await startInbox(isLongRun ? 100 : 40, { isUnsettled: true })
})
test.afterAll(() => bench?.installation.close())
test.beforeEach(async () => {
  page = await openKeyboard(newPage)
})

const refusal = { status: 409, code: 'wrong_state', detail: 'This notice has just been canceled.' }

/** Counts the frames in which the page itself has focus, from now on. */
async function watchFocus(): Promise<void> {
  await page.evaluate(() => {
    const seen = { lost: 0 }
    Object.assign(window, { seen })
    const look = () => {
      if (document.activeElement === null || document.activeElement === document.body) seen.lost += 1
      requestAnimationFrame(look)
    }
    look()
  })
}

const lostFrames = () => page.evaluate(() => (window as unknown as { seen: { lost: number } }).seen.lost)

const idAt = async (index: number) => (await rows(page).nth(index).getAttribute('data-id')) ?? ''
const focusedRow = () => page.evaluate(() => document.activeElement?.getAttribute('data-id') ?? '')
const openRow = () => page.locator('tr[data-open]').getAttribute('data-id')
const openTitle = () => page.evaluate(() => document.activeElement?.matches('[data-inbox-item] h2') === true)
const isHidden = async (id: string) => (await bench.item(id)).hidden
const gone = (id: string) => page.locator(`tr[data-id="${id}"]`).waitFor({ state: 'detached' })

async function start(path: string, count: number): Promise<void> {
  await bench.logIn(page, { path })
  await rows(page).nth(count).waitFor()
  // Rows that another test brought back may still push the cursor, and keys are ignored for a moment after that.
  await page.getByText(/^live/).waitFor()
  // A pointer left where it logged in would hold the list still.
  await page.mouse.move(0, 0)
  await page.evaluate(() => Object.assign(window, { pressed: 0 }))
  await page.keyboard.press('j')
  await until(async () => (await focusedRow()) === (await idAt(0)))
  await watchFocus()
}

test('an archived row leaves at once, the next one is focused, and undo puts it back with focus', async () => {
  await start(succeeded, 4)
  const [first, second, third] = [await idAt(0), await idAt(1), await idAt(2)]
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await until(async () => (await focusedRow()) === third)
  await gone(second)
  await expect.poll(() => idAt(0)).toBe(first)
  await page.getByText('Notice archived.').waitFor()
  await page.keyboard.press('z')
  await page.locator(`tr[data-id="${second}"]`).waitFor()
  await until(async () => (await focusedRow()) === second)
  await expect.poll(async () => [await idAt(1), await isHidden(second)]).toEqual([second, false])
  await expect.poll(() => lostFrames()).toBe(0)
})

test('in the open notice too: the next one opens with focus, undo opens it again, and j and k move', async () => {
  await start(succeeded, 5)
  const ids = [await idAt(0), await idAt(1), await idAt(2)]
  await page.keyboard.press('Enter')
  await until(openTitle)
  await page.keyboard.press('j')
  await until(async () => (await openRow()) === ids[1])
  await page.keyboard.press('k')
  await until(async () => (await openRow()) === ids[0])
  await page.keyboard.press('e')
  await until(async () => (await openRow()) === ids[1] && openTitle())
  await gone(ids[0] ?? '')
  await page.getByText('Notice archived.').waitFor()
  await shoot(page, 'triage-next-open')
  await page.keyboard.press('z')
  await until(async () => (await openRow()) === ids[0])
  await expect.poll(() => openTitle()).toBe(true)
  await page.getByRole('button', { name: 'Archive', exact: true }).focus()
  await page.keyboard.press('Enter')
  await until(async () => (await openRow()) === ids[1] && openTitle())
  await page.getByText('Notice archived.').first().waitFor()
  await page.keyboard.press('z')
  await until(async () => (await openRow()) === ids[0])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => focusedRow()).toBe(ids[0])
  await expect.poll(() => lostFrames()).toBe(0)
})

for (const [where, isOpen] of sampleOf([
  ['from the list', false],
  ['from the open notice', true],
] as const))
  test(`a key pressed twice at once finishes two notices, never one twice, ${where}`, async () => {
    await start(succeeded, 5)
    const [first, second, third] = [await idAt(0), await idAt(1), await idAt(2)]
    if (isOpen) {
      await page.keyboard.press('Enter')
      await until(openTitle)
    }
    const refused: number[] = []
    page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.status()))
    // The response to the first comes after the one to the second.
    const late = async (route: Route) => {
      const response = await route.fetch()
      await page.getByText('Notice archived.').first().waitFor()
      await route.fulfill({ response })
    }
    await page.route('**/api/v1/inbox/bulk', late, { times: 1 })
    await page.keyboard.press('e')
    await page.keyboard.press('e')
    // First of all: the messages are shown for ten seconds only.
    await page.getByText('Notice archived.').nth(1).waitFor()
    await until(async () => (await isHidden(first)) && (await isHidden(second)))
    await until(async () => (isOpen ? await openRow() : await focusedRow()) === third)
    await expect.poll(() => isHidden(third)).toBe(false)
    await expect.poll(async () => [refused, await page.locator('[data-color="error"]').count()]).toEqual([[], 0])
    // Undo goes back one by one, the last one first.
    await page.keyboard.press('z')
    await until(async () => !(await isHidden(second)))
    await page.keyboard.press('z')
    await until(async () => !(await isHidden(first)))
    await until(async () => (await rows(page).first().getAttribute('data-id')) === first)
    await expect.poll(() => lostFrames()).toBe(0)
  })

test('a row another user finishes makes way for the next one, which a key on its way does not hit', async () => {
  await start(succeeded, 4)
  const [first, second] = [await idAt(0), await idAt(1)]
  // What the key would hit is decided in the moment in which the row leaves.
  await page.evaluate((id) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(`tr[data-id="${id}"]`)) return
      observer.disconnect()
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true }))
      Object.assign(window, { hasPressed: true })
    })
    observer.observe(document.body, { childList: true, subtree: true })
  }, first)
  const body = { action: 'archive', ids: [first], with_filing: true }
  await bench.write('POST', 'inbox/bulk', body)
  await page.waitForFunction(() => 'hasPressed' in window)
  await until(async () => (await focusedRow()) === second)
  await expect.poll(() => lostFrames()).toBe(0)
  await page.waitForTimeout(500)
  await expect.poll(() => isHidden(second)).toBe(false)
  // Of a filing with several messages one is hidden before the other, and what is put back meanwhile would go again.
  const archived = page.waitForResponse('**/api/v1/inbox/bulk')
  await page.keyboard.press('e')
  await (await archived).finished()
  await until(() => isHidden(second))
  await bench.write('POST', 'inbox/bulk', { action: 'unarchive', ids: [first, second], with_filing: true })
})

test('a refused action puts the row back and says why, and what the user is at stays', async () => {
  await start(succeeded, 4)
  const [first, second] = [await idAt(0), await idAt(1)]
  await page.route('**/api/v1/inbox/bulk', (route) => route.fulfill({ status: 409, json: refusal }))
  // The key is ignored for a moment if one of the rows that the test before brought back moves this one.
  await expect(async () => {
    await page.keyboard.press('e')
    await page.getByRole('alert').getByText(refusal.detail).waitFor({ timeout: 10_000 })
  }).toPass()
  await page.unroute('**/api/v1/inbox/bulk')
  await page.locator(`tr[data-id="${first}"]`).waitFor()
  await expect.poll(async () => [await focusedRow(), await isHidden(first)]).toEqual([second, false])
  await expect.poll(() => lostFrames()).toBe(0)
})

test('rows leave under a resting pointer too, and none is left struck through', inLongRun, async () => {
  await start(succeeded, 5)
  await rows(page).nth(3).hover()
  const ids = [await idAt(0), await idAt(1)]
  await page.keyboard.press('e')
  await page.keyboard.press('e')
  // First of all: the messages are shown for ten seconds only.
  await page.getByText('Notice archived.').nth(1).waitFor()
  for (const id of ids) await gone(id)
  await until(async () => (await isHidden(ids[0] ?? '')) && (await isHidden(ids[1] ?? '')))
  await expect(page.locator('tr[data-departed]')).toHaveCount(0)
  await page.keyboard.press('z')
  await page.locator(`tr[data-id="${ids[1]}"]`).waitFor()
  await until(async () => (await focusedRow()) === ids[1])
})

test(
  'rows another user finishes leave under a resting pointer; the focused one stays until then, and no key hits it',
  inLongRun,
  async () => {
    await start(succeeded, 6)
    await rows(page).nth(2).hover()
    // The one that leaves is below: above the pointer it would move the next row under it.
    const [first, second, pointed, below] = [await idAt(0), await idAt(1), await idAt(2), await idAt(4)]
    const bulk = (action: string, ids: string[]) =>
      bench.write('POST', 'inbox/bulk', { action, ids, with_filing: true })
    await bulk('archive', [first, pointed, below])
    await gone(below)
    for (const id of [first, pointed]) await page.locator(`tr[data-id="${id}"][data-departed]`).waitFor()
    await rows(page).nth(4).hover()
    await gone(pointed)
    await page.keyboard.press('e')
    await page.keyboard.press('j')
    await expect.poll(() => focusedRow()).toBe(second)
    await page.keyboard.press('e')
    await gone(second)
    await gone(first)
    await until(() => isHidden(second))
    await expect
      .poll(async () => [await isHidden(first), await page.locator('[data-color="error"]').count()])
      .toEqual([true, 0])
    await bulk('unarchive', [first, second, pointed, below])
  },
)

test('one answer clears the siblings: none of them is left, and the next question is focused', async () => {
  const [docket = ''] = docketsOf(await bench.items(), /^Two cases/)
  const own = (await bench.itemsOf(docket)).map(({ id }) => id)
  await start(waiting, 2)
  await rows(page).last().hover()
  for (let n = 0; !own.includes(await focusedRow()); n += 1) {
    expect(n).toBeLessThan(60)
    await page.keyboard.press('j')
  }
  const at = await focusedRow()
  await page.keyboard.press('f')
  const first = page
    .getByRole('dialog')
    .getByRole('button', { name: /^Use this:/ })
    .first()
  await until(() => first.evaluate((button) => button === document.activeElement))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  for (const id of own) await gone(id)
  await expect(page.locator('tr[data-departed]')).toHaveCount(0)
  await expect.poll(async () => [await focusedRow(), own]).not.toContain(at)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TR')
  await expect.poll(() => lostFrames()).toBe(0)
})

test(
  'a notice entered manually on its own page leads to the next one of the list it was opened from',
  inLongRun,
  async () => {
    await start(waiting, 2)
    const ids = [await idAt(0), await idAt(1)]
    await page.keyboard.press('m')
    await page.keyboard.press('m')
    for (const id of ids) await gone(id)
    await until(async () => (await bench.items()).filter(({ status }) => status === 'Manual').length > 1)
    await page.goto(`${bench.installation.url}/inbox-items?f.status=Manual`)
    await rows(page).nth(1).waitFor()
    const [first, second] = [await idAt(0), await idAt(1)]
    await rows(page).first().click()
    await page.getByRole('link', { name: 'Handle manually' }).click()
    await until(async () => (await page.getByLabel('Event').inputValue()) !== '')
    await page.getByRole('button', { name: 'Enter filing' }).click()
    await page.waitForURL(new RegExp(`/inbox-items/id/${second}.*f.status=Manual`))
    await until(openTitle)
    await gone(first)
    await page.getByText(/Filing entered|already entered/).waitFor()
  },
)

test('twenty notices go from open to done by keys alone, in at most two keys each', inLongRun, async () => {
  await start(succeeded, 21)
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await press('Enter')
  await until(openTitle)
  const done: string[] = []
  for (let n = 0; n < 20; n += 1) {
    const id = (await openRow()) ?? ''
    done.push(id)
    await press('e')
    await until(async () => (await openRow()) !== id && openTitle())
  }
  await until(async () => {
    const hidden = new Set((await bench.items()).flatMap(({ id, hidden }) => (hidden ? [id] : [])))
    return done.every((id) => hidden.has(id))
  })
  process.stdout.write(`  20 notices from open to done: ${keys} keys, ${keys / 20} each\n`)
  expect(keys).toBeLessThanOrEqual(40)
  expect(new Set(done).size).toBe(20)
  await expect.poll(async () => [await lostFrames(), await wasPointed(page)]).toEqual([0, false])
})
