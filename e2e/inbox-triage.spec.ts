import { expect, test } from '@playwright/test'
import { until, untilAtRest } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import {
  docketsOf,
  type InboxBench,
  openKeyboard,
  rows,
  rowsOf,
  shoot,
  startInbox,
  untilListed,
  wasPointed,
} from './inbox-bench.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

/** What a notice that needs a case can be answered with, and what the others of its docket do then. */

const newPage = startBrowser()
let bench: InboxBench
/** Dockets whose notices need attention, two or more each: no case has the number, or two have it. */
let unknown: string[]
let ambiguous: string[]

test.beforeAll(async () => {
  bench = await startInbox(110, { isUnsettled: true })
  const items = await bench.items()
  unknown = docketsOf(items, /^No case/)
  ambiguous = docketsOf(items, /^Two cases/)
  expect([unknown.length > 1, ambiguous.length > 0]).toEqual([true, true])
})
test.afterAll(() => bench?.installation.close())

test(
  'by keyboard only: sign in, find an item that needs attention, fix it, and its docket continues',
  inLongRun,
  async () => {
    const [docket = ''] = ambiguous
    const waiting = await bench.itemsOf(docket)
    const page = await openKeyboard(newPage)
    await page.goto(`${bench.installation.url}/login`)
    await page.getByLabel('Email').waitFor()
    await until(() => page.getByLabel('Email').evaluate((input) => input === document.activeElement))
    await page.keyboard.type('docketing@harlanlowe.example')
    await page.keyboard.press('Tab')
    await page.keyboard.type('courtcrier-demo')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/dashboard/)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.waitForURL(/\/inbox-items/)
    await rows(page).first().waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.keyboard.type(docket)
    await untilListed(page, waiting)
    await expect(rows(page)).toHaveCount(rowsOf(waiting))
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Two cases have this number. Choose one.').waitFor()
    await dialog.getByText(/other notices? needs? the same answer/).waitFor()
    const first = dialog.getByRole('button', { name: /^Use this:/ }).first()
    await until(() => first.evaluate((button) => button === document.activeElement))
    await shoot(page, 'fix-dialog')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByText(
        /chosen\. The notice is being processed\. .*other notices? with the same question (is|are) processed too/,
      )
      .waitFor()
    await untilAtRest(bench.call)
    await expect
      .poll(async () => (await bench.itemsOf(docket)).filter(({ status }) => status === 'Action Required'))
      .toEqual([])
    await expect.poll(() => wasPointed(page)).toBe(false)
  },
)

test('a case is created from the notice, prefilled, and resolves the others of its docket', inLongRun, async () => {
  const [docket = ''] = unknown
  const before = await bench.itemsOf(docket)
  const page = await openKeyboard(newPage)
  await bench.logIn(page, { path: `/inbox-items?q=${encodeURIComponent(docket)}` })
  await until(async () => (await rows(page).count()) === rowsOf(before))
  await rows(page).first().click()
  const note = page.getByRole('region', { name: 'Needs attention' })
  await note.getByText(/No case has this number/).waitFor()
  await shoot(page, 'open-item')
  await note.getByRole('button', { name: 'Create case' }).click()
  const drawer = page.getByRole('dialog', { name: 'New case' })
  const matter = drawer.getByRole('combobox', { name: 'Matter' })
  await matter.click()
  await page.getByRole('option').first().click()
  await drawer.getByRole('button', { name: 'Next', exact: true }).click()
  // Everything else is known from the notice.
  await drawer.getByRole('heading', { name: 'Review' }).waitFor()
  await drawer.getByText(docket, { exact: true }).waitFor()
  await shoot(page, 'new-case')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText(/other notices? with the same question (is|are) processed too/).waitFor()
  await drawer.waitFor({ state: 'detached' })
  await untilAtRest(bench.call)
  const after = await bench.itemsOf(docket)
  expect(after.filter(({ next_stage: next }) => next === 'match')).toEqual([])
  expect(after).toHaveLength(before.length)
})

test('a case is ignored from its notice, and items that waited for it end with a reason', inLongRun, async () => {
  const docket = unknown[1] ?? ''
  const page = await openKeyboard(newPage)
  await bench.logIn(page, { path: `/inbox-items?q=${encodeURIComponent(docket)}` })
  await rows(page).first().getByRole('button', { name: 'Choose…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ignore this case' }).click()
  await page.getByText(/ignored from now on\. .*other notices? with the same question/).waitFor()
  await untilAtRest(bench.call)
  for (const item of await bench.itemsOf(docket)) {
    expect(item).toMatchObject({ status: 'Succeeded', disposition: 'IGNORED' })
    expect(item.reason).toContain("among the firm's ignored cases")
  }
  const log = await (await bench.call(`/api/v1/system_event/search?freeText=${encodeURIComponent(docket)}`)).text()
  expect(log).toContain('was created')
  await page.goto(`${bench.installation.url}/ignored-cases`)
  await page.getByText(docket).first().waitFor()
})
