import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { snakeCase } from '../packages/contract/src/names.ts'
import { getResource } from '../packages/contract/src/resources/registry.ts'
import { expectAccessible } from './chromium.ts'
import { type Installation, signIn, startInstallation, until, untilAtRest } from './harness.ts'
import { logInAs, type PageOptions } from './open-page.ts'
import { schemes } from './sample-of.ts'
import { startBrowser } from './start-browser.ts'

interface Item {
  id: string
  status: string
  docket_number: string | null
  next_stage: string | null
  disposition: string
  reason: string | null
  hidden: boolean
}

type Call = (path: string, init?: RequestInit) => Promise<Response>

const newPage = startBrowser()
let installation: Installation
let call: Call
/** Dockets whose notices wait for a person, each with two or more: no case has the number, or two have. */
let unknown: string[]
let ambiguous: string[]

beforeAll(async () => {
  installation = await startInstallation()
  call = await signIn(installation.url, 'Docketing')
  await unsettleCases()
  await send(110)
  const waiting = (await items()).filter(
    ({ status, next_stage: next }) => status === 'Action Required' && next === 'match',
  )
  const numbers = [...new Set(waiting.map((item) => item.docket_number ?? ''))]
  const severalOf = (reason: RegExp) =>
    numbers.filter((number) => {
      const own = waiting.filter((item) => item.docket_number === number)
      return own.length > 1 && reason.test(own[0]?.reason ?? '')
    })
  unknown = severalOf(/^No case/)
  ambiguous = severalOf(/^Two cases/)
  expect([unknown.length > 1, ambiguous.length > 0]).toEqual([true, true])
})
afterAll(() => installation?.close())

/** What of a case somebody may write. */
const written = Object.entries(getResource('case').fields)
  .filter(([, field]) => !field.readOnly)
  .map(([key]) => snakeCase(key))

/** Every third case goes under another number, and of every third two have the number as far as it is given. */
async function unsettleCases(): Promise<void> {
  const { cases } = (await (await call('/api/v1/case/search?max=500')).json()) as {
    cases: (Record<string, unknown> & { id: string; case_number: string; name: string })[]
  }
  const federal = cases.filter(({ case_number: number }) => /^\d:\d\d-cv-\d{5}/.test(number))
  for (const [n, { id, case_number: number, ...rest }] of federal.entries()) {
    if (n % 3 === 2) continue
    const short = /\d\d-cv-\d{5}/.exec(number)?.[0] ?? ''
    await write('PUT', `case/${id}`, { case_number: n % 3 === 0 ? `Moved ${n}` : short, unique_key: null })
    if (n % 3 !== 1) continue
    const values = Object.fromEntries(written.map((key) => [key, rest[key]]))
    await write('POST', 'case', {
      ...values,
      name: `${rest.name} (second)`,
      case_number: `${short}-ZZ`,
      unique_key: null,
    })
  }
}

async function write(method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' }
  const answer = await call(`/api/v1/${path}`, { method, headers, body: JSON.stringify(body) })
  expect(answer.ok, await answer.clone().text()).toBe(true)
  return (await answer.json()) as Record<string, unknown>
}

async function send(count: number): Promise<void> {
  await installation.sandbox.sendFilings({ smtp: installation.smtp, count })
  await untilAtRest(call)
}

async function items(): Promise<Item[]> {
  const pages = [0, 500].map(async (offset) => {
    const answer = await call(`/api/v1/inbox_item/search?max=500&offset=${offset}`)
    return ((await answer.json()) as { inbox_items: Item[] }).inbox_items
  })
  return (await Promise.all(pages)).flat()
}

async function itemsOf(docket: string): Promise<Item[]> {
  return (await items()).filter(({ docket_number: number }) => number === docket)
}

async function open(options: PageOptions = {}): Promise<Page> {
  const fresh = await newPage(options)
  await fresh.context.addInitScript(() => {
    Object.assign(window, { pressed: 0 })
    for (const name of ['mousedown', 'pointerdown', 'touchstart', 'wheel'])
      addEventListener(name, () => Object.assign(window, { pressed: 1 }), true)
  })
  return fresh.page
}

async function logIn(page: Page, role = 'Docketing', path = '/inbox-items'): Promise<void> {
  await logInAs(page, { url: installation.url, role, path })
  await page.locator('tbody tr').first().waitFor()
}

async function archived(): Promise<number> {
  return (await items()).filter(({ hidden }) => hidden).length
}

/** Takes back what the notice with this text tells of. */
async function undo(page: Page, text: string): Promise<void> {
  const notice = page.locator('[data-color]').filter({ hasText: text })
  await notice.getByRole('button', { name: 'Undo' }).click()
}

const rows = (page: Page) => page.locator('tbody tr[data-id]')

async function tab(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('navigation', { name: 'Notices by status' }).getByRole('button', { name }).click()
}

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.COURTCRIER_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('by keyboard only: sign in, find what stands still, fix it, and the others of its docket go on too', async () => {
  const [docket = ''] = ambiguous
  const waiting = await itemsOf(docket)
  const page = await open()
  await page.goto(`${installation.url}/login`)
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
  await page.getByRole('dialog', { name: 'Keys of the inbox' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.keyboard.type(docket)
  await until(async () => (await rows(page).count()) === waiting.length)
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('f')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Two cases have this number: choose one.').waitFor()
  await dialog.getByText(/other notices? waits? for the same answer/).waitFor()
  const first = dialog.getByRole('button', { name: /^Use this:/ }).first()
  await until(() => first.evaluate((button) => button === document.activeElement))
  await shoot(page, 'fix-dialog')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByText(/is chosen, and the notice goes on\. .*other notices? that waited for the same goe?s? on too/)
    .waitFor()
  await untilAtRest(call)
  expect((await itemsOf(docket)).filter(({ status }) => status === 'Action Required')).toEqual([])
  expect(await page.evaluate(() => (window as unknown as { pressed: number }).pressed)).toBe(0)
})

test('several are selected by keys and archived, with a preview, and one undo brings them back', async () => {
  const page = await open()
  await logIn(page, 'Docketing', '/inbox-items?status=succeeded')
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
  await dialog.getByText('3 notices will be archived:').waitFor()
  await expectAccessible(page, 'bulk dialog')
  await shoot(page, 'bulk-dialog')
  await page.keyboard.press('Enter')
  await page.getByText('3 notices are archived.').waitFor()
  expect(await archived()).toBe(3)
  await page
    .getByRole('navigation', { name: 'Notices by status' })
    .getByRole('button', { name: /^Archived\s*3$/ })
    .waitFor()
  await undo(page, '3 notices are archived.')
  await page.getByText('3 notices are back in the inbox.').waitFor()
  expect(await archived()).toBe(0)
})

test('all that match, also on other pages, are acted on as the server finds them; what cannot be says why', async () => {
  const page = await open()
  await logIn(page)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: /^Select all .* that match/ }).click()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive' })
  await dialog.getByText(/stay as they are:/).waitFor()
  await dialog
    .getByText(/is not over yet/)
    .first()
    .waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await send(1)
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await dialog.getByText('The records that fit are no longer those you selected.', { exact: false }).waitFor()
  expect(await archived()).toBe(0)
})

test('a case is made from the notice, prefilled, and settles the others of its docket', async () => {
  const [docket = ''] = unknown
  const before = await itemsOf(docket)
  const page = await open()
  await logIn(page, 'Docketing', `/inbox-items?q=${encodeURIComponent(docket)}`)
  await until(async () => (await rows(page).count()) === before.length)
  await rows(page).first().click()
  const note = page.getByRole('region', { name: 'Why it stands here' })
  await note.getByText(/No case has this number/).waitFor()
  await shoot(page, 'open-item')
  await note.getByRole('button', { name: 'Create case' }).click()
  const drawer = page.getByRole('dialog', { name: 'New case' })
  const matter = drawer.getByRole('combobox', { name: 'Matter' })
  await matter.click()
  await page.getByRole('option').first().click()
  await drawer.getByRole('button', { name: 'Next', exact: true }).click()
  const number = drawer.getByRole('textbox', { name: 'Number' })
  await number.waitFor()
  expect(await number.inputValue()).toBe(docket)
  expect(await drawer.getByRole('textbox', { name: 'Name' }).inputValue()).not.toBe('')
  await shoot(page, 'new-case')
  await drawer.getByRole('button', { name: 'Next', exact: true }).click()
  expect(await drawer.getByRole('combobox', { name: 'Jurisdiction' }).inputValue()).not.toBe('')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText(/other notices? that waited for the same goe?s? on too/).waitFor()
  await drawer.waitFor({ state: 'detached' })
  await untilAtRest(call)
  const after = await itemsOf(docket)
  expect(after.filter(({ next_stage: next }) => next === 'match')).toEqual([])
  expect(after).toHaveLength(before.length)
})

test('a case is ignored from its notice, and what waited for it ends with a sentence', async () => {
  const docket = unknown[1] ?? ''
  const page = await open()
  await logIn(page, 'Docketing', `/inbox-items?q=${encodeURIComponent(docket)}`)
  await rows(page).first().getByRole('button', { name: 'Set case' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ignore this case' }).click()
  await page.getByText(/is ignored from now on\. .*other notices? that waited/).waitFor()
  await untilAtRest(call)
  for (const item of await itemsOf(docket)) {
    expect(item).toMatchObject({ status: 'Succeeded', disposition: 'IGNORED' })
    expect(item.reason).toContain("among the firm's ignored cases")
  }
  const log = await (await call(`/api/v1/system_event/search?freeText=${encodeURIComponent(docket)}`)).text()
  expect(log).toContain('was created')
  await page.goto(`${installation.url}/ignored-cases`)
  await page.getByText(docket).first().waitFor()
})

test('while one acts and notes, the other sees it live and the row under the pointer stays where it is', async () => {
  const watcher = await open()
  const actor = await open()
  await logIn(watcher, 'View Only', '/inbox-items?f.status=Succeeded')
  await logIn(actor)
  await watcher.getByText(/^live/).waitFor()
  const target = rows(watcher).nth(3)
  await target.hover()
  const id = (await target.getAttribute('data-id')) ?? ''
  const place = () => watcher.locator(`tr[data-id="${id}"]`).boundingBox()
  const before = await place()
  const above = (await rows(watcher).nth(1).getAttribute('data-id')) ?? ''
  await actor.goto(`${installation.url}/inbox-items/id/${above}`)
  await actor.getByRole('button', { name: 'Archive', exact: true }).click()
  await actor.getByText('The notice is archived.').waitFor()
  await watcher.getByText(/no longer belongs? here/).waitFor()
  await watcher.locator(`tr[data-id="${above}"][data-departed]`).waitFor()
  await send(3)
  await watcher.getByText(/\d+ new notices?/).waitFor()
  expect(await place()).toEqual(before)
  expect(await rows(watcher).nth(3).getAttribute('data-id')).toBe(id)
  await watcher.getByRole('button', { name: 'Show', exact: true }).press('Enter')
  await watcher.locator(`tr[data-id="${above}"]`).waitFor({ state: 'detached' })
  await watcher.goto(`${installation.url}/inbox-items/id/${above}`)
  await watcher.getByText('What happened').first().waitFor()
  expect(await watcher.getByRole('textbox', { name: /note/ }).count()).toBe(0)
  await actor.getByRole('textbox', { name: 'Write a note for your colleagues' }).fill('Asked the clerk <b>twice</b>')
  await actor.getByRole('button', { name: 'Add note' }).click()
  await watcher.getByText('Asked the clerk <b>twice</b>').waitFor()
  expect(await watcher.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0)
  await actor.getByRole('button', { name: 'Delete', exact: true }).click()
  await watcher.getByText('Asked the clerk').waitFor({ state: 'detached' })
  await undo(actor, 'The note is deleted.')
  await watcher.getByText('Asked the clerk').waitFor()
  await shoot(actor, 'item-page')
})

test('filters stand in the address, are kept as a view, and going back undoes them', async () => {
  const page = await open()
  await logIn(page)
  await tab(page, /^Action required/)
  await page.waitForURL(/f\.status=Action/)
  await page.getByRole('button', { name: 'Waits for its case' }).click()
  await page.waitForURL(/f\.nextStage=match/)
  await until(async () => (await rows(page).count()) > 0)
  await page.getByRole('button', { name: /^View/ }).or(page.locator('[data-view-menu]')).first().click()
  await page.getByRole('menuitem', { name: 'Save as…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine to match')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.waitForURL(/viewId=/)
  await page.reload()
  await rows(page).first().waitFor()
  expect(await page.getByRole('button', { name: 'Waits for its case' }).getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('button', { name: 'Waits for its case' }).click()
  await until(
    async () =>
      (await page.getByRole('button', { name: 'Waits for its case' }).getAttribute('aria-pressed')) === 'false',
  )
  await page.goBack()
  await until(
    async () =>
      (await page.getByRole('button', { name: 'Waits for its case' }).getAttribute('aria-pressed')) === 'true',
  )
})

test.each(schemes)('axe finds nothing in %s: list, selection, fix, keys, and one card on a phone', async (name) => {
  const page = await open({ isDark: name === 'dark' })
  await logIn(page, 'Docketing', '/inbox-items?f.status=Action+Required')
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
  await page.getByRole('dialog', { name: 'Keys of the inbox' }).waitFor()
  await expectAccessible(page, `keys ${name}`)
  await page.keyboard.press('Escape')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${installation.url}/inbox-items?f.status=Action+Required`)
    await rows(page).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await shoot(page, `list-${width}-${name}`)
    await rows(page).first().locator('td').nth(4).click()
    await page.waitForURL(/\/id\//)
    await page.getByText('What happened').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page, `card ${width} ${name}`)
    await shoot(page, `card-${width}-${name}`)
  }
})
