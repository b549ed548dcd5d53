import { expect, test } from '@playwright/test'
import { clientCount, startClientTable } from './client-table.ts'
import { expectAccessible } from './expect-accessible.ts'
import { until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'

test.describe.configure({ mode: 'serial' })

const table = startClientTable()

async function countClients(freeText: string): Promise<number> {
  const call = await table.call()
  const answer = await call(`/api/v1/client/search?max=1&freeText=${encodeURIComponent(freeText)}`)
  return Number(answer.headers.get('x-total-count'))
}

test.describe('selection', () => {
  test('by keyboard and Shift spans rows, and adds other pages', async () => {
    const page = await table.goTo('/clients?q=zeta&sort=number')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('3 selected').waitFor()
    await page
      .locator('tbody tr[aria-rowindex="7"]')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await page.getByText('6 selected').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.locator('tbody tr[aria-rowindex="52"]').getByRole('checkbox').click()
    await page.getByText('7 selected').waitFor()
    await page.getByRole('searchbox').fill('zeta client')
    await until(async () => (await page.getByText(/\d selected/).count()) === 0)
  })

  test('is copied as IDs, without HTTPS too, and says if the browser refuses', inLongRun, async () => {
    const page = await table.open({ isSingleUse: true })
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }))
    await table.goTo('/clients?q=zeta&sort=number')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Copy IDs' }).click()
    await page.getByText('1 ID copied.').waitFor()
    const id = (await page.locator('tbody tr[aria-rowindex="2"]').getAttribute('data-id')) ?? ''
    await page.getByRole('searchbox').fill('')
    await page.getByRole('searchbox').press('ControlOrMeta+v')
    await expect(page.getByRole('searchbox')).toHaveValue(id)
    await table.goTo('/clients?q=zeta')
    await page.evaluate(() => Object.assign(document, { execCommand: () => false }))
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Copy IDs' }).click()
    await page.getByText('Nothing was copied:').waitFor()
  })

  test(
    'keeps the values of a change the server could not answer, and its result once it is under way',
    inLongRun,
    async () => {
      const page = await table.open({ provoked: /status of 503/ })
      await table.goTo('/clients?q=Z-010')
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await page.keyboard.press('e')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Add a field' }).click()
      await page.getByRole('option', { name: 'Open date' }).click()
      await dialog.getByRole('textbox', { name: 'Open date' }).fill('2026-03-04')
      const fail = { status: 503, contentType: 'application/json', body: '{"code":"unavailable","detail":"Not now."}' }
      await page.route('**/client/bulk-update', (route) => route.fulfill(fail), { times: 1 })
      await dialog.getByRole('button', { name: 'Preview changes' }).click()
      await dialog.getByText('Not now.').waitFor()
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await expect(dialog.getByRole('textbox', { name: 'Open date' })).toHaveValue('2026-03-04')
      await dialog.getByRole('button', { name: 'Preview changes' }).click()
      const { promise: letGo, resolve } = Promise.withResolvers<void>()
      await page.route('**/client/bulk-update', async (route) => {
        await letGo
        await route.continue()
      })
      // As quickly as keys can follow a click: in the very next task.
      await dialog.getByRole('button', { name: 'Change 1 record' }).evaluate((button) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
        port2.postMessage(undefined)
        if (button instanceof HTMLElement) button.click()
      })
      resolve()
      await dialog.getByText('1 record changed.').waitFor()
      await dialog.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Change undone.').waitFor()
    },
  )

  test('that is out of date deletes nothing and says so', inLongRun, async () => {
    const page = await table.goTo('/clients?q=zeta')
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await page.getByRole('button', { name: `Select all ${clientCount} matches` }).click()
    const call = await table.call()
    const made = await call('/api/v1/client', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Zeta too late', number: 'Z-LATE' }),
    })
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByText('have changed since you selected them').waitFor()
    await page.getByRole('button', { name: 'Select again' }).click()
    await expect.poll(() => countClients('zeta')).toBe(clientCount + 1)
    await call(`/api/v1/client/${((await made.json()) as { id: string }).id}`, { method: 'DELETE' })
  })

  test('of all matches except one is deleted after a preview, and records in use stay', async () => {
    const call = await table.call()
    const found = await (await call('/api/v1/client/search?freeText=Z-001')).json()
    const used = (found as { clients: { id: string }[] }).clients[0]?.id
    await call('/api/v1/matter', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Leads to it', number: 'ZM-1', client_id: used }),
    })
    const page = await table.goTo('/clients?q=zeta&f.status=Closed&sort=number')
    await page.getByText('of 80').waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await page.getByText('50 selected').waitFor()
    await page.getByRole('button', { name: 'Select all 80 matches' }).click()
    await page.getByText('All 80 matches selected').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.locator('tbody tr[aria-rowindex="52"]').getByRole('checkbox').uncheck()
    await page.getByText('79 selected').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete clients?' })
    await dialog.getByText('78 records will be deleted:').waitFor()
    await dialog.getByText('This record is used by 1 matter.').waitFor()
    await expectAccessible(page, 'preview')
    await expect.poll(() => countClients('zeta')).toBe(clientCount)
    await dialog.getByRole('button', { name: 'Delete 78 records' }).click()
    const done = page.getByRole('dialog', { name: 'Deleted' })
    await done.getByText('78 records deleted.').waitFor()
    await done.getByRole('button', { name: 'Close' }).click()
    await page.goto(`${table.installation().url}/clients?q=zeta&f.status=Closed`)
    await page.getByText('1 to 2 of 2').waitFor()
    await expect.poll(() => countClients('zeta')).toBe(clientCount - 78)
  })

  test('has no delete button for a read-only role', inLongRun, async () => {
    const page = await table.goTo('/clients?q=zeta', 'View Only')
    await page.locator('tbody tr[aria-rowindex="2"]').getByRole('checkbox').check()
    await page.getByText('1 selected').waitFor()
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
  })
})
