import { expect, type Page, test } from '@playwright/test'
import { until, untilAtRest } from '../harness.ts'
import { inLongRun } from '../in-long-run.ts'
import { type InboxBench, rows, rowsOf, startInbox } from '../inbox-bench.ts'
import { startBrowser } from '../start-browser.ts'
import { makeTally, type Need, needOf, pickDocuments } from './morning-desk.ts'
import { mailCount, type StuckKind, sendMorning, stuckCount } from './send-morning.ts'

test.describe.configure({ mode: 'serial' })

/** The same morning with the mouse, in the open notice: each one that is finished opens the next. */

const newPage = startBrowser()
let bench: InboxBench
let stuck: ReadonlyMap<string, StuckKind>

test.beforeAll(async () => {
  bench = await startInbox(0)
  stuck = await sendMorning(bench)
})
test.afterAll(() => bench?.installation.close())

const tally = makeTally('mouse')
let page: Page

type Named = Parameters<Page['getByRole']>

/** Clicks something in the open notice. */
async function click(role: Named[0], name: string | RegExp): Promise<void> {
  tally.step()
  await page.locator('[data-inbox-item]').getByRole(role, { name, exact: true }).first().click()
}

/** Clicks something in the dialog over it. */
async function clickIn(dialog: string, role: Named[0], name: string): Promise<void> {
  tally.step()
  await page.getByRole('dialog', { name: dialog }).getByRole(role, { name, exact: true }).click()
}

async function pick(name: RegExp): Promise<void> {
  tally.step()
  await page.getByRole('option', { name }).first().click()
}

const ways: Record<Need, () => Promise<void>> = {
  trust: () => click('button', 'Trust sender'),
  case: () => click('button', /^Use this:/),
  doubted: () => click('button', /^Use this:/),
  ignore: () => click('button', 'Ignore this case'),
  court: async () => {
    await click('combobox', 'Court that sent it')
    tally.step()
    await page.keyboard.type('Kings County')
    await pick(/Kings/)
    await click('button', 'Use this court')
  },
  create: async () => {
    await click('button', 'Create case')
    const drawer = page.getByRole('dialog', { name: 'New case' })
    const review = drawer.getByRole('heading', { name: 'Review' })
    const matter = drawer.getByRole('combobox', { name: 'Matter' })
    await review.or(matter).waitFor()
    // The notice says everything else about the case.
    if (await matter.isVisible()) {
      await clickIn('New case', 'combobox', 'Matter')
      await pick(/./)
      await clickIn('New case', 'button', 'Next')
    }
    await review.waitFor()
    await clickIn('New case', 'button', 'Create case')
    await drawer.waitFor({ state: 'detached' })
  },
  upload: () => click('button', 'Upload PDF'),
  'not-needed': () => click('button', 'Not needed'),
}

const openId = () => /\/id\/([^/?]+)/.exec(page.url())?.[1]

test('with the mouse: one click leads to the next question, and nothing is left', inLongRun, async () => {
  page = (await newPage()).page
  pickDocuments(page, tally)
  await bench.logIn(page, { path: '/inbox-items?f.status=Action+Required' })
  await until(async () => (await rows(page).count()) === stuckCount)
  // An answer can raise another question, which is then listed again.
  for (let n = 0; n < 2 * stuckCount && (await rows(page).count()) > 0; n += 1) {
    if (openId() === undefined) await rows(page).first().locator('td').nth(4).click()
    const id = await until(async () => openId())
    await page.locator('[data-inbox-item]').getByRole('region', { name: 'Needs attention' }).waitFor()
    const need = await needOf(bench, id, (subject) => stuck.get(subject) === 'no case has the number')
    tally.begin(need)
    await ways[need]()
    await until(async () => openId() !== id)
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
    await untilAtRest(bench.call)
    const left = rowsOf((await bench.items()).filter(({ status }) => status === 'Action Required'))
    // The pointer rests where it clicked; what was answered is gone nevertheless.
    await until(async () => {
      await showNew()
      return (await rows(page).count()) === left
    })
  }
  expect(tally.close()).toBeGreaterThanOrEqual(stuckCount)
  await expect.poll(async () => (await bench.items()).filter(({ status }) => status === 'Action Required')).toEqual([])
  await archiveAll()
})

/** Under the pointer the list holds still, and offers what came back. */
async function showNew(): Promise<void> {
  const show = page.getByRole('button', { name: 'Show', exact: true })
  if (openId() === undefined && (await show.isVisible())) await show.click()
}

/** Archives everything at once. */
async function archiveAll(): Promise<void> {
  await page.goto(`${bench.installation.url}/inbox-items`)
  await until(async () => (await rows(page).count()) === mailCount)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Archive' })
    .getByRole('button', { name: /^Archive \d+ notices$/ })
    .click()
  process.stdout.write(`  mouse, archive: 3 clicks for ${mailCount} filings\n`)
  await until(async () => (await bench.items()).every(({ hidden }) => hidden))
  await until(async () => (await rows(page).count()) === 0)
}
