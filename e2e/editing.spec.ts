import { expect, type Page, type Route, test } from '@playwright/test'
import { importClients } from './client-table.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, signIn, startInstallation, until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { schemes } from './sample-of.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let page: Page
let call: Awaited<ReturnType<typeof signIn>>

const clientCount = 60

test.beforeAll(async () => {
  installation = await startInstallation()
  call = await signIn(installation.url, 'Docketing')
  const lines = Array.from(
    { length: clientCount },
    (_, n) => `Quill Client ${n},Q-${String(n).padStart(3, '0')},Active`,
  )
  await importClients(call, ['Name,Number,Status', ...lines])
})
test.afterAll(() => installation?.close())

test.beforeEach(() => open())

async function open(options: { isDark?: boolean } = {}): Promise<void> {
  ;({ page } = await newPage(options))
}

async function goTo(path: string, role = 'Docketing'): Promise<void> {
  await logInAs(page, { url: installation.url, role, path })
  await page.locator('tbody tr[aria-rowindex]').first().waitFor()
}

function sending(method: 'POST' | 'PUT', body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

interface ClientRow {
  id: string
  name: string
  status: string | null
  open_date: string | null
}

async function clients(search: string): Promise<ClientRow[]> {
  const answer = await call(`/api/v1/client/search?max=200&${search}`)
  return ((await answer.json()) as { clients: ClientRow[] }).clients
}

async function clientOf(number: string): Promise<ClientRow | undefined> {
  return (await clients(`freeText=${number}`))[0]
}

function row(name: string) {
  return page.locator('tbody tr[aria-rowindex]', { hasText: name })
}

function cell(name: string, key: string) {
  return row(name).locator(`td[data-key="${key}"]`)
}

/** Answers as the server does to a value that it refuses. */
async function refuseOnce(route: Route): Promise<void> {
  const errors = [{ field: 'open_date', message: 'Must not be in the future.' }]
  const problem = { status: 422, code: 'validation_failed', title: '', type: '', detail: 'Not saved.', errors }
  await route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(problem) })
}

const notices = () => page.getByRole('region', { name: 'Messages' })
const drawer = () => page.getByRole('dialog')

test.describe('by mouse', () => {
  test('a change is saved immediately and undone from its message', async () => {
    await goTo('/clients?q=Q-001')
    await row('Quill Client 1').press('e')
    await drawer().getByLabel('Name').fill('Quill Renamed')
    await drawer().getByRole('button', { name: 'Save changes' }).click()
    await row('Quill Renamed').waitFor()
    await notices().getByRole('button', { name: 'Undo' }).click()
    await row('Quill Client 1').waitFor()
    await notices().getByText('Change undone.').waitFor()
    await expect.poll(async () => (await clientOf('Q-001'))?.name).toBe('Quill Client 1')
  })

  test('a record is deleted without confirmation, and restored', async () => {
    await goTo('/clients?q=Q-002')
    await row('Quill Client 2').press('e')
    await drawer().getByRole('button', { name: 'Delete' }).click()
    // Under the pointer it stays, however long the rest takes.
    await notices().getByRole('button', { name: 'Undo' }).hover()
    await drawer().waitFor({ state: 'detached' })
    await page.getByText('No clients match').waitFor()
    await expect.poll(() => clients('freeText=Q-002')).toEqual([])
    await notices().getByRole('button', { name: 'Undo' }).click()
    await row('Quill Client 2').waitFor()
  })

  test('a deletion that cannot be undone asks for confirmation', async () => {
    const admin = await signIn(installation.url, 'Administrator')
    const people = await (await admin('/api/v1/timekeeper/search?max=1')).json()
    const wall = {
      name: 'Quill wall',
      client_id: (await clientOf('Q-004'))?.id,
      timekeeper_ids: [(people as { timekeepers: { id: string }[] }).timekeepers[0]?.id],
    }
    const made = await admin('/api/v1/ethical_wall', sending('POST', wall))
    expect(made.status).toBe(201)
    expect(made.headers.get('x-undo-id')).toBeNull()
    await goTo('/ethical-walls?q=Quill', 'Administrator')
    await row('Quill wall').getByRole('link').click()
    await drawer().getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: /^Delete / })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByText('No ethical walls match').waitFor()
    await expect(notices().getByRole('button', { name: 'Undo' })).toHaveCount(0)
  })

  test('a cell is edited in place, and another click there opens the record', async () => {
    await goTo('/clients?q=Q-003')
    await cell('Quill Client 3', 'status').dblclick()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Closed')
    await page.keyboard.press('Tab')
    const date = page.getByRole('textbox', { name: 'Open date' })
    await until(() => date.evaluate((input) => input === document.activeElement))
    await date.fill('2026-03-04')
    await page.keyboard.press('Enter')
    await notices().getByText('Open date of Quill Client 3 saved.').waitFor()
    await expect.poll(() => clientOf('Q-003')).toMatchObject({ status: 'Closed', open_date: '2026-03-04' })
    await expect(drawer()).toHaveCount(0)
    await page.keyboard.press('z')
    await until(async () => (await clientOf('Q-003'))?.open_date === null)
    await expect.poll(async () => (await clientOf('Q-003'))?.status).toBe('Closed')
    await cell('Quill Client 3', 'status').click()
    await page.waitForURL(/\/clients\/id\//)
    await page.getByRole('heading', { level: 1, name: 'Quill Client 3' }).waitFor()
  })

  test('a cell keeps what is refused or not valid, with the reason, until it is corrected', async () => {
    await goTo('/clients?q=Q-005')
    const date = page.getByRole('textbox', { name: 'Open date' })
    const refused = cell('Quill Client 5', 'openDate').getByText('Not saved: Must not be in the future.')
    await page.route('**/api/v1/client/*', refuseOnce, { times: 1 })
    await cell('Quill Client 5', 'openDate').dblclick()
    await date.fill('2026-05-06')
    await page.keyboard.press('Enter')
    await refused.waitFor()
    await expectAccessible(page, 'refused cell')
    await page.keyboard.press('Enter')
    await expect(date).toHaveValue('2026-05-06')
    await page.getByRole('alert').getByText('Must not be in the future.').first().waitFor()
    await page.getByRole('searchbox').first().focus()
    await date.waitFor({ state: 'detached' })
    await refused.waitFor()
    await cell('Quill Client 5', 'openDate').dblclick()
    await date.fill('2026-05-05')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await clientOf('Q-005'))?.open_date).toBe('2026-05-05')
    await expect(refused).toHaveCount(0)
  })

  test('columns are reordered by dragging', inLongRun, async () => {
    await goTo('/clients?q=quill')
    const names = async () => {
      const heads = await page.getByRole('columnheader').allTextContents()
      return heads.map((text) => text.split(',')[0])
    }
    await expect.poll(() => names()).toEqual(['', 'Name', 'Number', 'Status', 'Open date'])
    const from = await page.getByRole('columnheader', { name: /Open date/ }).boundingBox()
    const to = await page.getByRole('columnheader', { name: /Number/ }).boundingBox()
    await page.mouse.move((from?.x ?? 0) + 30, (from?.y ?? 0) + 18)
    await page.mouse.down()
    await page.mouse.move((from?.x ?? 0) - 40, (from?.y ?? 0) + 18, { steps: 4 })
    await page.mouse.move((to?.x ?? 0) + 10, (to?.y ?? 0) + 18, { steps: 4 })
    await page.locator('th[data-drop]').waitFor()
    await page.mouse.up()
    await until(async () => (await names()).join() === ',Name,Open date,Number,Status')
    expect(page.url()).not.toContain('sort=')
  })
})

test.describe('editing many', () => {
  test('spans pages: chosen fields only, previewed, and undone as a whole', async () => {
    await goTo('/clients?q=quill&f.status=Active&sort=number')
    const active = (await clients('freeText=quill')).filter(({ status }) => status === 'Active').length
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await page.getByRole('button', { name: `Select all ${active} matches` }).click()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.locator('tbody tr[aria-rowindex="52"]').getByRole('checkbox').uncheck()
    const count = active - 1
    await page.getByText(`${count} selected`).waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${count} clients` })
    const field = dialog.getByRole('combobox', { name: 'Add a field' })
    await field.click()
    await expect.poll(() => page.getByRole('option').allTextContents()).not.toContain('Number')
    await page.getByRole('option', { name: 'Status' }).click()
    await dialog.getByText('All have this value').waitFor()
    await dialog.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Pending' }).click()
    await dialog.getByText('Will be changed').waitFor()
    await dialog.getByRole('button', { name: 'Preview changes' }).click()
    await dialog.getByText(`${count} records will change:`).waitFor()
    await expect
      .poll(async () => (await clients('freeText=quill')).filter(({ status }) => status === 'Pending'))
      .toEqual([])
    await dialog.getByRole('button', { name: `Change ${count} records` }).click()
    const done = page.getByRole('dialog', { name: 'Changed' })
    await done.getByText(`${count} records changed.`).waitFor()
    const changed = (await clients('freeText=quill')).filter(({ status }) => status === 'Pending')
    expect(changed).toHaveLength(count)
    await done.getByRole('button', { name: 'Undo' }).click()
    await notices().getByText(`Changes to ${count} records undone.`).waitFor()
    const after = (await clients('freeText=quill')).filter(({ status }) => status === 'Active')
    expect(after).toHaveLength(active)
  })

  test('is hidden from a read-only role, which cannot edit cells either', inLongRun, async () => {
    await goTo('/clients?q=quill', 'View Only')
    await page.locator('tbody tr[aria-rowindex="2"]').getByRole('checkbox').check()
    await page.getByText('1 selected').waitFor()
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
    await expect(page.locator('td[data-editable]')).toHaveCount(0)
    await expect(page.getByRole('grid')).toHaveCount(0)
  })
})

test.describe('two people editing one record', () => {
  test('see both versions, and the chosen values are saved', async () => {
    await goTo('/clients?q=Q-010')
    await row('Quill Client 10').press('e')
    await drawer().getByLabel('Name').fill('Quill by me')
    const other = await newPage()
    const mine = page
    page = other.page
    await goTo('/clients?q=Q-010', 'Administrator')
    await row('Quill Client 10').press('e')
    await drawer().getByLabel('Name').fill('Quill by them')
    await drawer().getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Closed' }).click()
    await drawer().getByRole('button', { name: 'Save changes' }).click()
    await row('Quill by them').waitFor()
    await other.context.close()
    page = mine
    await page.getByText('Someone else changed 2 fields since you opened this: Name, Status.').waitFor()
    await drawer().getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this record' })
    const name = dialog.getByRole('group', { name: 'Name' })
    await name.getByText('Quill Client 10').waitFor()
    await name.getByText('Quill by them').waitFor()
    await expect(name.getByRole('radio', { name: /Yours/ })).toBeChecked()
    const status = dialog.getByRole('group', { name: 'Status' })
    await expect(status.getByRole('radio', { name: /Theirs/ })).toBeChecked()
    await expectAccessible(page, 'conflict')
    await dialog.getByRole('button', { name: 'Save these values' }).click()
    await row('Quill by me').waitFor()
    await expect.poll(() => clientOf('Q-010')).toMatchObject({ name: 'Quill by me', status: 'Closed' })
  })

  test('are asked about a cell that someone else filled in the meantime', inLongRun, async () => {
    await goTo('/clients?q=Q-011')
    const { id } = (await clientOf('Q-011')) ?? { id: '' }
    await cell('Quill Client 11', 'openDate').dblclick()
    await page.getByRole('textbox', { name: 'Open date' }).fill('2026-05-05')
    await call(`/api/v1/client/${id}`, sending('PUT', { open_date: '2026-06-06' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this record' })
    await dialog.getByRole('radio', { name: /Theirs/ }).check()
    await dialog.getByRole('button', { name: 'Save these values' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await clientOf('Q-011'))?.open_date).toBe('2026-06-06')
  })
})

test('everything works by keyboard alone', inLongRun, async () => {
  await goTo('/clients?q=Q-02&sort=number')
  await page.keyboard.press('j')
  await page.keyboard.press('F2')
  const status = page.getByRole('combobox', { name: 'Status' })
  await until(() => status.evaluate((input) => input === document.activeElement))
  await page.keyboard.press('C')
  await page.keyboard.press('Enter')
  await notices().getByText('Status of Quill Client 20 saved.').waitFor()
  await until(() => cell('Quill Client 20', 'status').evaluate((td) => td === document.activeElement))
  await page.keyboard.press('z')
  await until(async () => (await clientOf('Q-020'))?.status === 'Active')

  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const date = page.getByRole('textbox', { name: 'Open date' })
  await until(() => date.evaluate((input) => input === document.activeElement))
  await page.keyboard.press('Escape')
  await date.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await until(() => row('Quill Client 20').evaluate((tr) => tr === document.activeElement))

  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('2 selected').waitFor()
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Edit 2 clients' })
  const add = dialog.getByRole('combobox', { name: 'Add a field' })
  await until(() => add.evaluate((input) => input === document.activeElement))
  await page.keyboard.type('open')
  await page.getByRole('option', { name: 'Open date' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const openDate = dialog.getByLabel('Open date', { exact: true })
  await until(() => openDate.evaluate((input) => input === document.activeElement))
  await page.keyboard.type('01022026')
  await dialog.getByText('Will be changed').waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('2 records will change:').waitFor()
  await page.keyboard.press('Enter')
  const done = page.getByRole('dialog', { name: 'Changed' }).getByRole('button', { name: 'Close' })
  await done.waitFor()
  await until(() => done.evaluate((button) => button === document.activeElement))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => clientOf('Q-021')).toMatchObject({ open_date: '2026-01-02' })
})

for (const scheme of schemes)
  test(`axe finds nothing in ${scheme} during editing`, inLongRun, async () => {
    await open({ isDark: scheme === 'dark' })
    await goTo('/clients?q=quill&sort=number')
    await page.locator('td[data-editable]').first().dblclick()
    await page.getByRole('combobox', { name: 'Status' }).waitFor()
    await expectAccessible(page, `cell ${scheme}`)
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Add a field' }).click()
    await page.getByRole('option', { name: 'Open date' }).click()
    await dialog.getByLabel('Open date', { exact: true }).fill('2026-01-02')
    await expectAccessible(page, `fields ${scheme}`)
    await dialog.getByRole('button', { name: 'Preview changes' }).click()
    await dialog.getByRole('button', { name: /Change \d+ records/ }).waitFor()
    await expectAccessible(page, `preview ${scheme}`)
  })
