import { expect, type Page, test } from '@playwright/test'
import { startClientTable } from './client-table.ts'
import { type Call, signIn } from './harness.ts'
import { logInAs } from './open-page.ts'

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

test('the first field of a new record has the focus however late its form is loaded, and a page opened from a list has it', async () => {
  const page = await table.open({ isSingleUse: true })
  const isLoaded = Promise.withResolvers<void>()
  await page.route('**/assets/StepperForm-*', async (route) => {
    await isLoaded.promise
    await route.continue()
  })
  await logInAs(page, { url: table.installation().url, role: 'Docketing', path: '/cases?id=new' })
  const form = page.getByRole('dialog', { name: 'New case' })
  await expect(form.getByRole('button', { name: 'Close' })).toBeFocused()
  isLoaded.resolve()
  await expect(form.getByRole('combobox', { name: 'Matter' })).toBeFocused()
  await logInAs(page, { url: table.installation().url, role: 'Administrator', path: '/templates' })
  await page.locator('tbody tr[aria-rowindex] a').first().press('Enter')
  await page.waitForURL(/\/templates\/edit\//)
  await expect(page.getByRole('main')).toBeFocused()
  await page.goto(`${table.installation().url}/templates/edit/new`)
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
})

test('on a phone, Tab leads through a form without any control behind its buttons', async () => {
  const page = await table.open({ width: 390 })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/imanage-server-credentials', '/neos-credentials']) {
    await logInAs(page, { url: table.installation().url, role: 'Administrator', path: `${path}?id=new` })
    const form = page.getByRole('dialog').locator('form')
    await form.getByRole('textbox').first().waitFor()
    const steps = form.getByRole('navigation', { name: 'Steps' }).getByRole('button')
    for (const step of await steps.all()) {
      await step.click()
      await walkThrough(page)
    }
  }
})

/** Presses Tab until the form's last button has the focus. */
async function walkThrough(page: Page): Promise<void> {
  for (let n = 0; n < 40; n++) {
    // The buttons take a second line once a problem is counted beside them.
    const behind = () => page.evaluate(behindButtons)
    await expect.poll(behind).toBe('')
    if (await page.evaluate(() => document.activeElement?.matches('form > footer > :last-of-type') ?? true)) return
    await page.keyboard.press('Tab')
  }
}

/** Returns the name of what has the focus, if some of it is behind the buttons of its form. */
function behindButtons(): string {
  const focused = document.activeElement as HTMLInputElement | null
  const footer = focused?.closest('form')?.querySelector(':scope > footer')
  if (!focused || !footer || footer.contains(focused)) return ''
  const isBehind = focused.getBoundingClientRect().bottom > footer.getBoundingClientRect().top
  return isBehind ? (focused.labels?.[0]?.textContent ?? focused.textContent ?? focused.tagName) : ''
}

async function firstOf(call: Call, entity: string): Promise<string> {
  const answer = (await (await call(`/api/v1/${entity}/search?max=1`)).json()) as Record<string, { id: string }[]>
  return answer[`${entity}s`]?.[0]?.id ?? ''
}
