import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { type Call, type Installation, signIn, startInstallation, until, untilAtRest } from './harness.ts'
import { untilListed } from './inbox-bench.ts'
import { logInAs, type PageOptions } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

interface Item {
  id: string
  status: string
  docket_number: string
  case_id: string | null
  case_name: string
  reason: string
}

const newPage = startBrowser()
let installation: Installation
let call: Call
/** The name of the signed-in user, as histories show it. */
let myName: string

test.beforeAll(async () => {
  installation = await startInstallation()
  call = await signIn(installation.url, 'Docketing')
  const asAdministrator = await signIn(installation.url, 'Administrator')
  const { users } = (await (await asAdministrator('/api/v1/user/search?max=50')).json()) as {
    users: { full_name: string; email: string }[]
  }
  myName = users.find(({ email }) => email === 'docketing@harlanlowe.example')?.full_name ?? ''
  await renameCases()
  // Three kinds of courts, so three cases.
  for (const scenario of ['plain', 'bankruptcy', 'acms'] as const)
    await installation.sandbox.sendScenario(scenario, { smtp: installation.smtp })
  await untilAtRest(call)
})
test.afterAll(() => installation?.close())

/** Renames the firm's cases so that they share no party with any notice; numbers and court IDs stay. */
async function renameCases(): Promise<void> {
  const { cases } = await read<{ cases: { id: string }[] }>('case/search?max=500')
  for (const [n, { id }] of cases.entries()) {
    const body = JSON.stringify({ name: `Quillfeather ${n} v. Umbrastone ${n}` })
    const answer = await call(`/api/v1/case/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(answer.ok, await answer.clone().text()).toBe(true)
  }
}

async function read<T>(path: string): Promise<T> {
  return (await (await call(`/api/v1/${path}`)).json()) as T
}

/** Returns the notices that need attention, one per case. */
async function doubted(): Promise<Item[]> {
  const { inbox_items: items } = await read<{ inbox_items: Item[] }>('inbox_item/search?max=500')
  const waiting = items.filter(({ status }) => status === 'Action Required')
  return waiting.filter((item, n) => waiting.findIndex((each) => each.docket_number === item.docket_number) === n)
}

interface View {
  item: Item
  candidates: { id: string; name: string; case_number: string }[]
  history: { sentence: string; user_name: string | null }[]
}

const viewOf = (id: string) => read<View>(`inbox/${id}`)

async function open(options: PageOptions = {}): Promise<Page> {
  const { page } = await newPage(options)
  await logInAs(page, { url: installation.url, role: 'Docketing', path: '/inbox-items?f.status=Action+Required' })
  await page.locator('tbody tr[data-id]').first().waitFor()
  return page
}

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.COURTCRIER_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** Checks that the firm's case is shown next to the notice, with the facts they disagree on. */
async function expectSideBySide(page: Page, { item, candidates: [known] }: View): Promise<void> {
  const table = page.getByRole('table', { name: `Notice compared with ${known?.name}` })
  const row = table.getByRole('row', { name: /^Case name/ })
  await row.waitFor()
  await expect(row.getByRole('cell')).toHaveText([item.case_name ?? '', known?.name ?? ''])
}

test('nothing is matched, saved or emailed while the number matches and no party does', async () => {
  const items = await doubted()
  expect(items).toHaveLength(3)
  for (const { id, reason } of items) {
    expect(reason).toContain('the case names share no party')
    const { item, history } = await viewOf(id)
    expect([item.case_id, history.filter(({ sentence }) => /^Matched|^Emailed/.test(sentence))]).toEqual([null, []])
  }
  await expect.poll(() => installation.sandbox.mails()).toEqual([])
})

test('by keyboard alone a user compares notice and case and confirms the case, under their name', async () => {
  const [{ id, docket_number: docket } = { id: '', docket_number: '' }] = await doubted()
  const view = await viewOf(id)
  const page = await open()
  await page.evaluate(() => {
    Object.assign(window, { pressed: 0 })
    for (const name of ['mousedown', 'pointerdown', 'touchstart', 'wheel'])
      addEventListener(name, () => Object.assign(window, { pressed: 1 }), true)
  })
  await page.keyboard.press('/')
  await page.keyboard.type(docket)
  const { inbox_items: all } = await read<{ inbox_items: Item[] }>('inbox_item/search?max=500')
  await untilListed(
    page,
    all.filter((item) => item.docket_number === docket),
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('f')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/the case names share no party/).waitFor()
  await expectSideBySide(page, view)
  await expectAccessible(page, 'comparison')
  await shoot(page, 'doubtful-fix')
  // A single careless Enter must never confirm what the notice contradicts.
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await viewOf(id)).item.status).toBe('Action Required')
  await page.keyboard.press('Tab')
  const [known] = view.candidates
  const use = dialog.getByRole('button', { name: `Use this: ${known?.name}` })
  await until(() => use.evaluate((button) => button === document.activeElement))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await untilAtRest(call)
  const { item, history } = await viewOf(id)
  expect(item).toMatchObject({ status: 'Succeeded', case_id: known?.id })
  expect(history).toContainEqual(
    expect.objectContaining({ sentence: expect.stringContaining(`${known?.name} was chosen`), user_name: myName }),
  )
  await expect.poll(() => page.evaluate(() => (window as unknown as { pressed: number }).pressed)).toBe(0)
})

test('another case is chosen instead, in the dark and on a phone, and the history says who chose it', async () => {
  const [{ id } = { id: '' }] = await doubted()
  const view = await viewOf(id)
  const { cases } = await read<{ cases: { id: string; name: string }[] }>('case/search?max=500')
  const other = cases.find((each) => each.id !== view.candidates[0]?.id)
  const page = await open({ isDark: true })
  await page.goto(`${installation.url}/inbox-items/id/${id}`)
  await expectSideBySide(page, view)
  await expectAccessible(page, 'comparison dark')
  await page.setViewportSize({ width: 390, height: 800 })
  await expectSideBySide(page, view)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await shoot(page, 'doubtful-item-390')
  const choice = page.getByRole('combobox', { name: 'Another case' })
  await choice.fill(other?.name ?? '')
  await page.getByRole('option', { name: other?.name }).first().click()
  await page.getByRole('button', { name: 'Use this case' }).click()
  await page.getByText(`${other?.name} was chosen.`).waitFor()
  await page.getByText(`by ${myName}`).first().waitFor()
  await untilAtRest(call)
  await expect.poll(async () => (await viewOf(id)).item).toMatchObject({ status: 'Succeeded', case_id: other?.id })
})
