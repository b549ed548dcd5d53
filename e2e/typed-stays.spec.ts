import { expect, type Page, type Route, test } from '@playwright/test'
import { startClientTable } from './client-table.ts'
import { inLongRun } from './in-long-run.ts'

test.describe.configure({ mode: 'serial' })

const table = startClientTable()
/** Roughly as fast as people type: the page answers in between. */
const typing = { delay: 30 }

async function addFilter(page: Page, field: string): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitem', { name: field, exact: true }).click()
}

test.describe('what is typed stays', () => {
  test('in the search box, also a blank at the end while the search is shown', async () => {
    const page = await table.goTo('/clients')
    const box = page.getByRole('searchbox')
    await box.pressSequentially('zeta ', typing)
    await page.waitForURL(/q=zeta$/)
    await page.getByText('1 to 50 of 120').waitFor()
    await box.pressSequentially('client 3', typing)
    await expect(box).toHaveValue('zeta client 3')
    await page.waitForURL(/q=zeta\+client\+3$/)
  })

  test('in a filter, key by key, and counts if the filter is closed right away', inLongRun, async () => {
    const page = await table.goTo('/clients')
    await addFilter(page, 'Name')
    const contains = page.getByLabel('Contains')
    await contains.pressSequentially('zeta client 4', { delay: 5 })
    await expect(contains).toHaveValue('zeta client 4')
    await contains.press('Escape')
    await page.getByRole('button', { name: 'Name “zeta client 4”' }).waitFor()
    await page.waitForURL(/f.name=(~|%7E)zeta\+client\+4/)
  })

  test('in a date filter, typed part by part', inLongRun, async () => {
    const page = await table.goTo('/clients')
    await addFilter(page, 'Open date')
    const from = page.getByRole('dialog').getByLabel('From')
    await from.focus()
    await page.keyboard.type('03042026', { delay: 60 })
    await expect(from).toHaveValue('2026-03-04')
    await page.waitForURL(/f.openDate=2026-03-04\.\./)
  })

  test('in a number filter, which says what is wrong instead of losing the table', inLongRun, async () => {
    const page = await table.goTo('/security-roles', 'Administrator')
    await addFilter(page, 'Days to add it')
    const from = page.getByRole('dialog').getByLabel('From')
    await from.fill('many')
    await page.getByText('Must be a number.').waitFor()
    await from.fill('1')
    await page.waitForURL(/f.secondFactorGraceDays=1\.\./)
    await page.locator('tbody tr[aria-rowindex]').first().waitFor()
  })

  test('as a number with decimals', inLongRun, async () => {
    const page = await table.goToPage('/filevine-credentials?id=new', 'Administrator')
    await page.getByRole('dialog').getByRole('button', { name: 'Billing items' }).click()
    await page.getByRole('dialog').getByRole('switch', { name: 'Create billing items' }).click()
    const rate = page.getByLabel('Billing item rate')
    await rate.pressSequentially('250.05', typing)
    await expect(rate).toHaveValue('250.05')
  })

  test('as lines of a list, which a draft restores', inLongRun, async () => {
    const page = await table.goToPage('/storage-policies?id=new', 'Administrator')
    page.on('dialog', (dialog) => void dialog.accept())
    const form = page.getByRole('dialog')
    const lineName = form.getByRole('textbox', { name: 'Name', exact: true })
    await form.getByRole('textbox', { name: 'Name' }).fill('With properties')
    const where = form.getByRole('button', { name: 'Where it is saved' })
    await where.click()
    await form.getByRole('button', { name: 'Add line' }).click()
    await lineName.fill('Client')
    await form.getByRole('textbox', { name: 'Value' }).fill('{{ client.number }}')
    await form.getByRole('button', { name: 'Add line' }).click()
    await lineName.last().fill('Client')
    await form.getByText('Must appear only once.').waitFor()
    await form.getByRole('button', { name: 'Remove line Client' }).last().click()
    await page.reload()
    await form.getByText('Your unsaved changes are restored.').waitFor()
    await expect(form.getByRole('textbox', { name: 'Value' })).toHaveValue('{{ client.number }}')
    await form.getByRole('button', { name: 'Start over' }).click()
    await where.click()
    await expect(form.getByRole('textbox', { name: 'Value' })).toHaveCount(0)
  })

  test('on the page for manual processing, unless it is left on purpose', async () => {
    const page = await table.goToPage('/manual-processing')
    await page.getByLabel('Event').fill('Motion to Seal')
    const documents = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documents' })
    await documents.click()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Keep editing' })
      .click()
    await expect(page.getByLabel('Event')).toHaveValue('Motion to Seal')
    await documents.click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor()
  })

  test('while the server fails to refresh the record and its list', inLongRun, async () => {
    const page = await table.open({ provoked: /status of 503/ })
    await table.goTo('/clients?q=Z-005')
    await page.locator('tbody tr[aria-rowindex="2"]').press('e')
    const name = page.getByRole('dialog').getByLabel('Name')
    await name.fill('Typed while the server fails')
    let refused = 0
    const fail = { status: 503, contentType: 'application/json', body: '{"code":"unavailable","detail":"Not now."}' }
    await page.route(/\/api\/v1\/client\/(?!similar)/, async (route) => {
      refused += 1
      await route.fulfill(fail)
    })
    const call = await table.call()
    const found = (await (await call('/api/v1/client/search?freeText=Z-005')).json()) as { clients: { id: string }[] }
    const body = JSON.stringify({ status: 'Active' })
    const headers = { 'content-type': 'application/json' }
    await call(`/api/v1/client/${found.clients[0]?.id}`, { method: 'PUT', headers, body })
    // Both are asked for twice before they count as failed.
    await expect.poll(() => refused).toBeGreaterThanOrEqual(4)
    await expect(page.getByText("This couldn't be loaded")).toHaveCount(0)
    await expect(name).toHaveValue('Typed while the server fails')
  })
})

test('what was typed stays readable when someone else deletes the record, and an untouched form says that it is gone', async () => {
  const call = await table.call()
  const found = (await (await call('/api/v1/client/search?freeText=Z-01&max=2')).json()) as {
    clients: { id: string }[]
  }
  for (const [at, { id }] of found.clients.entries()) {
    const page = await table.goToPage(`/clients?id=${id}`)
    const form = page.getByRole('dialog')
    const name = form.getByLabel('Name')
    await name.waitFor()
    if (at === 0) await name.fill('Typed before it was deleted')
    expect((await call(`/api/v1/client/${id}`, { method: 'DELETE' })).ok).toBe(true)
    await form.getByText('This record was deleted, or your role no longer includes it.').waitFor()
    await expect(page.getByText("This couldn't be loaded")).toHaveCount(0)
    if (at > 0) await expect(name).toHaveCount(0)
    else {
      await expect(name).toHaveValue('Typed before it was deleted')
      await expect(name).toBeFocused()
      await expect(form.getByRole('button', { name: 'Save changes' })).toBeDisabled()
      await form.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Leave', exact: true }).click()
      await form.waitFor({ state: 'detached' })
    }
  }
})

test('a record whose answer is lost on its way is created once', async () => {
  const page = await table.open({ provoked: /net::ERR_/ })
  await table.goToPage('/clients?id=new')
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Only once')
  await form.getByLabel('Number').fill('ONCE-1')
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/client'))
      keys.push(request.headers()['idempotency-key'])
  })
  const loseAnswer = async (route: Route) => {
    expect((await route.fetch()).status()).toBe(201)
    await route.abort('connectionreset')
  }
  await page.route('**/api/v1/client', loseAnswer, { times: 1 })
  await form.getByRole('button', { name: /^Create/ }).click()
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => keys.length).toBe(2)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  const call = await table.call()
  const found = (await (await call('/api/v1/client/search?freeText=ONCE-1')).json()) as { clients: unknown[] }
  expect(found.clients).toHaveLength(1)
})

test('a table that could not be loaded says the status of the answer', inLongRun, async () => {
  const page = await table.open({ provoked: /status of 503/ })
  const fail = { status: 503, contentType: 'application/json', body: '{"code":"unavailable","detail":"Not now."}' }
  await page.route('**/api/v1/matter/search*', (route) => route.fulfill(fail))
  await table.goToPage('/matters')
  await page.getByRole('alert').getByText('Error code: 503. Not now.').waitFor()
})
