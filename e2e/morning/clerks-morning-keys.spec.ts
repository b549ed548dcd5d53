import { expect, type Locator, type Page, test } from '@playwright/test'
import { until, untilAtRest } from '../harness.ts'
import { type InboxBench, openKeyboard, rows, rowsOf, startInbox, wasPointed } from '../inbox-bench.ts'
import { startBrowser } from '../start-browser.ts'
import { focusedRow, isFocusOn, makeTally, type Need, needOf, pickDocuments, untilFocusOn } from './morning-desk.ts'
import { mailCount, type StuckKind, sendMorning, stuckCount } from './send-morning.ts'

test.describe.configure({ mode: 'serial' })

/** A docketing clerk's morning: every filing finished without the mouse. */

const newPage = startBrowser()
let bench: InboxBench
let stuck: ReadonlyMap<string, StuckKind>

test.beforeAll(async () => {
  bench = await startInbox(0)
  stuck = await sendMorning(bench)
})
test.afterAll(() => bench?.installation.close())

const tally = makeTally('keys')
let page: Page

async function press(key: string): Promise<void> {
  tally.step()
  await page.keyboard.press(key)
}

async function type(text: string): Promise<void> {
  tally.step()
  await page.keyboard.type(text)
}

/** Presses Tab until this has focus. */
async function tabTo(name: RegExp): Promise<void> {
  for (let n = 0; n < 30 && !(await isFocusOn(page, name)); n += 1) await press('Tab')
  await expect.poll(() => isFocusOn(page, name)).toBe(true)
}

/** Waits until a field has taken the focus by itself. */
function untilFocused(field: Locator): Promise<boolean> {
  return until(() => field.evaluate((node) => node === document.activeElement))
}

/** Opens the dialog with what the item needs. */
async function fix(focused: RegExp): Promise<void> {
  await press('f')
  await untilFocusOn(page, focused)
}

const ways: Record<Need, () => Promise<void>> = {
  trust: async () => {
    await fix(/^Trust sender$/)
    await press('Enter')
  },
  case: async () => {
    await fix(/^Use this:/)
    await press('Enter')
  },
  doubted: async () => {
    await fix(/^Notice compared with/)
    await tabTo(/^Use this:/)
    await press('Enter')
  },
  court: async () => {
    await press('f')
    await untilFocused(page.getByRole('combobox', { name: 'Court that sent it' }))
    await type('Kings County')
    // The courts found so far are listed until the search answers.
    await until(async () => /Kings/.test((await page.getByRole('option').first().textContent()) ?? ''))
    await press('ArrowDown')
    await press('Enter')
    await tabTo(/^Use this court$/)
    await press('Enter')
  },
  create: async () => {
    await fix(/^Create case$/)
    await press('Enter')
    const drawer = page.getByRole('dialog', { name: 'New case' })
    const review = drawer.getByRole('heading', { name: 'Review' })
    const matter = drawer.getByRole('combobox', { name: 'Matter' })
    await review.or(matter).waitFor()
    // The notice says everything else about the case.
    if (await matter.isVisible()) await chooseMatter(matter)
    await press('ControlOrMeta+Enter')
    await drawer.waitFor({ state: 'detached' })
  },
  ignore: async () => {
    await fix(/^Create case$/)
    await tabTo(/^Ignore this case$/)
    await press('Enter')
  },
  upload: async () => {
    await fix(/^Upload PDF$/)
    await press('Enter')
  },
  'not-needed': async () => {
    await fix(/^Not needed$/)
    await press('Enter')
  },
}

async function chooseMatter(matter: Locator): Promise<void> {
  await untilFocused(matter)
  await press('ArrowDown')
  await page.getByRole('option').first().waitFor()
  await press('ArrowDown')
  await press('Enter')
  await until(async () => (await matter.inputValue()) !== '')
}

/** Does whatever the focused item needs, and waits until the next one is focused. */
async function finishOne(): Promise<void> {
  const id = await focusedRow(page)
  const need = await needOf(bench, id, (subject) => stuck.get(subject) === 'no case has the number')
  tally.begin(need)
  await ways[need]()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await until(async () => (await focusedRow(page)) !== id || (await rows(page).count()) === 1)
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
}

test('by keyboard alone: what is stuck is resolved, everything is archived, and nothing is left', async () => {
  const all = await bench.items()
  const waiting = all.filter(({ status }) => status === 'Action Required')
  expect([rowsOf(all), rowsOf(waiting)]).toEqual([mailCount, stuckCount])
  page = await openKeyboard(newPage)
  pickDocuments(page, tally)
  await bench.logIn(page, { path: '/inbox-items?f.status=Action+Required' })
  await page.evaluate(() => Object.assign(window, { pressed: 0 }))
  await page.mouse.move(0, 0)
  await until(async () => (await rows(page).count()) === stuckCount)
  await page.keyboard.press('j')
  // An answer can raise another question, which is then listed again.
  for (let n = 0; n < 2 * stuckCount && (await rows(page).count()) > 0; n += 1) {
    await finishOne()
    await untilAtRest(bench.call)
    const left = rowsOf((await bench.items()).filter(({ status }) => status === 'Action Required'))
    await until(async () => (await rows(page).count()) === left)
    if (left > 0 && (await focusedRow(page)) === '') await page.keyboard.press('j')
  }
  expect(tally.close()).toBeGreaterThanOrEqual(stuckCount)
  await expect.poll(async () => (await bench.items()).filter(({ status }) => status === 'Action Required')).toEqual([])
  await archiveAll()
  await expect.poll(() => wasPointed(page)).toBe(false)
})

/** Archives everything, one key for each filing. */
async function archiveAll(): Promise<void> {
  await page.goto(`${bench.installation.url}/inbox-items`)
  await until(async () => (await rows(page).count()) === mailCount)
  await page.keyboard.press('j')
  let keys = 0
  for (; (await rows(page).count()) > 0; keys += 1) {
    expect(keys).toBeLessThan(mailCount)
    const id = await focusedRow(page)
    await page.keyboard.press('e')
    await page.locator(`tr[data-id="${id}"]`).waitFor({ state: 'detached' })
  }
  process.stdout.write(`  keys, archive: ${keys} for ${mailCount} filings\n`)
  await until(async () => (await bench.items()).every(({ hidden }) => hidden))
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
}
