import { expect, type Page, test } from '@playwright/test'
import { type Installation, signIn, startInstallation } from './harness.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

const newPage = startBrowser()
let installation: Installation

test.beforeAll(async () => {
  installation = await startInstallation()
})
test.afterAll(() => installation?.close())

const away = (page: Page) => page.getByText("Courtcrier can't be reached.", { exact: true })

test('a server that restarts under an open page is waited for, and lists, what is typed and later changes survive', async () => {
  const { page } = await newPage({ provoked: /ERR_|Failed to fetch/ })
  await logInAs(page, { url: installation.url, role: 'Docketing', path: '/clients' })
  await page.locator('tbody tr[aria-rowindex]').first().waitFor()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'New client' })
  await form.getByLabel('Name').fill('Aaron before the restart')
  await form.getByLabel('Number').fill('RST-1')
  await installation.restart(async () => {
    await away(page).waitFor()
    await form.getByRole('button', { name: /^Create/ }).click()
    await page
      .getByText(/Check the connection and try again/)
      .first()
      .waitFor()
    await expect(form.getByLabel('Name')).toHaveValue('Aaron before the restart')
    await expect(page.locator('tbody tr[aria-rowindex]').first()).toBeVisible()
  })
  await away(page).waitFor({ state: 'detached' })
  await form.getByRole('button', { name: /^Create/ }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Aaron before the restart/ }).waitFor()
  await changeElsewhere()
  await page.getByRole('row', { name: /Aaron after the restart/ }).waitFor()
  await expect.poll(() => page.evaluate(() => (window as { isSamePage?: boolean }).isSamePage)).toBe(true)
})

/** Renames the client, as someone else does. */
async function changeElsewhere(): Promise<void> {
  const call = await signIn(installation.url, 'Administrator')
  const found = await call('/api/v1/client/search?freeText=RST-1')
  const { clients } = (await found.json()) as { clients: { id: string }[] }
  const answer = await call(`/api/v1/client/${clients[0]?.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Aaron after the restart' }),
  })
  expect(answer.status, await answer.text()).toBe(200)
}
