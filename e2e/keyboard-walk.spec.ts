import { expect, type Page, test } from '@playwright/test'
import { startClientTable } from './client-table.ts'
import { type Call, signIn } from './harness.ts'

test.describe.configure({ mode: 'serial' })

const table = startClientTable()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Presses Tab until what has the focus has this name, as someone without a mouse does. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let n = 0; n < 60; n++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      return element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    })
    if (name.test(focused)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab doesn't lead to ${name}`)
}

test('a record is created and undone with the keyboard alone, and the focus is never lost', async () => {
  const page = await table.goTo('/clients')
  const keys = page.keyboard
  await tabTo(page, /^New client/)
  await keys.press('Enter')
  const form = page.getByRole('dialog', { name: 'New client' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await keys.type('A Walked Client')
  await keys.press('Escape')
  await expect(button(page, 'Keep editing')).toBeFocused()
  await keys.press('Escape')
  await expect(form.getByLabel('Name')).toBeFocused()
  await keys.press('Tab')
  await keys.type('WALK-1')
  await keys.press('Tab')
  await keys.press('ArrowDown')
  await page.getByRole('option', { name: 'Pending' }).waitFor()
  await keys.press('Escape')
  await page.getByRole('option', { name: 'Pending' }).waitFor({ state: 'hidden' })
  await tabTo(page, /^Create client/)
  await keys.press('Enter')
  await form.waitFor({ state: 'detached' })
  await expect(page.getByRole('button', { name: /^New client/ })).toBeFocused()
  // By its name the first: of all clients, the table renders those in view.
  const row = page.getByRole('row', { name: /A Walked Client/ })
  await row.waitFor()
  await keys.press('z')
  await row.waitFor({ state: 'detached' })
  await expect(page.getByRole('button', { name: /^New client/ })).toBeFocused()
})

test('Escape answers a question over a record and leaves the record open', async () => {
  const call = await signIn(table.installation().url, 'Administrator')
  const [client, timekeeper] = await Promise.all(['client', 'timekeeper'].map((entity) => firstOf(call, entity)))
  const headers = { 'content-type': 'application/json' }
  const wall = { name: 'Walked Wall', client_id: client, timekeeper_ids: [timekeeper] }
  const made = await call('/api/v1/ethical_wall', { method: 'POST', headers, body: JSON.stringify(wall) })
  expect(made.status, await made.text()).toBe(201)
  const page = await table.goTo('/ethical-walls?q=Walked', 'Administrator')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const record = page.getByRole('dialog', { name: 'Walked Wall', exact: true })
  await record.getByLabel('Name').waitFor()
  await tabTo(page, /^Delete/)
  await page.keyboard.press('Enter')
  await expect(button(page, 'Keep it')).toBeFocused()
  await page.keyboard.press('Escape')
  await button(page, 'Keep it').waitFor({ state: 'detached' })
  await expect(button(page, 'Delete')).toBeFocused()
  await page.keyboard.press('Escape')
  await record.waitFor({ state: 'detached' })
  await expect(page.getByRole('row', { name: /Walked Wall/ })).toBeFocused()
})

test('a record opened by its address leaves the focus on its row, and a form over a page on the button that opens it', async () => {
  const call = await table.call()
  const found = (await (await call('/api/v1/client/search?freeText=Z-007')).json()) as { clients: { id: string }[] }
  const page = await table.goToPage(`/clients?q=Z-007&id=${found.clients[0]?.id}`)
  const name = page.getByRole('dialog').getByLabel('Name')
  await name.fill('Zeta By Address')
  await name.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect(page.getByRole('row', { name: /Zeta By Address/ })).toBeFocused()
  await page.goto(`${table.installation().url}/cases/id/${await firstOf(call, 'case')}?edit=1`)
  await page.getByRole('dialog').getByLabel('Description').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect(button(page, 'Edit')).toBeFocused()
})

async function firstOf(call: Call, entity: string): Promise<string> {
  const answer = (await (await call(`/api/v1/${entity}/search?max=1`)).json()) as Record<string, { id: string }[]>
  return answer[`${entity}s`]?.[0]?.id ?? ''
}
