import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, startInstallation } from './harness.ts'
import { logInAs } from './open-page.ts'
import { sampleOf } from './sample-of.ts'
import { startBrowser } from './start-browser.ts'
import { openSettings, tryToLeave } from './steady.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let page: Page

test.beforeAll(async () => {
  installation = await startInstallation({})
})
test.afterAll(async () => {
  await installation?.close()
})

const statusWith = async (secret: string) => {
  const headers = { authorization: `Bearer ${secret}` }
  return (await fetch(`${installation.url}/api/v1/client/search`, { headers })).status
}

test('an administrator creates a service account and a key for it, rotates it and revokes it, by keyboard', async () => {
  ;({ page } = await newPage())
  await logInAs(page, { url: installation.url, role: 'Administrator', path: '/users?id=new' })
  const form = page.getByRole('dialog')
  await form.getByLabel(/^Full name/).fill('Case export')
  await form.getByLabel(/^Email/).fill('case-export@service.example')
  await form.getByLabel(/^Role/).first().click()
  await page.getByRole('option', { name: 'View Only' }).click()
  await form.getByLabel(/^Service account/).check()
  await form.getByRole('heading', { name: 'A service account' }).waitFor()
  await form.getByRole('button', { name: /^Create/ }).click()
  await form.waitFor({ state: 'detached' })

  await openSettings(page, installation.url, /^API keys/i)
  await page.getByText('No API keys').waitFor()
  await page.getByRole('button', { name: 'Create API key' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly export')
  // What was typed isn't lost by a stray key.
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await question.waitFor({ state: 'detached' })
  await dialog.getByLabel('Owner').selectOption({ label: 'Case export' })
  await dialog.getByRole('radio', { name: 'Choose by record' }).check()
  await dialog.getByRole('radio', { name: 'Matters: No Access' }).check()
  await expect(dialog.getByRole('radio', { name: 'Clients: Full Access' })).toBeDisabled()
  await dialog.getByLabel('Only from these networks').fill('127.0.0.0/8\noffice')
  await page.screenshot({ path: 'test-results/api-keys-dialog.png' })
  await expectAccessible(page, 'new API key')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  await dialog.getByText(/which office is not/).waitFor()
  await dialog.getByLabel('Only from these networks').fill('127.0.0.0/8\n::1')
  await expect(dialog.getByText(/which office is not/)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  const secret = await shownSecret('Key created')
  await expect.poll(() => statusWith(secret)).toBe(200)

  const row = page.getByRole('row', { name: /Nightly export .*Case export/ })
  await row.getByRole('button', { name: 'Rotate Nightly export' }).click()
  const turning = page.getByRole('dialog', { name: 'Rotate Nightly export' })
  await turning.getByLabel('The former secret keeps working for').selectOption({ label: 'Not at all' })
  await turning.getByRole('button', { name: 'Rotate' }).click()
  const next = await shownSecret('New secret for Nightly export')
  await expect.poll(() => statusWith(secret)).toBe(401)
  await expect.poll(() => statusWith(next)).toBe(200)
  for (const [width, scheme] of sampleOf([
    [1440, 'light'],
    [390, 'dark'],
  ] as const)) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme)
    await page.screenshot({ path: `test-results/api-keys-${width}.png` })
    await expectAccessible(page, `API keys ${width}`)
  }
  await row.getByRole('button', { name: 'Revoke Nightly export' }).click()
  await page.getByRole('dialog', { name: 'Revoke Nightly export?' }).getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('row', { name: /Nightly export .*Revoked/ }).waitFor()
  await expect.poll(() => statusWith(next)).toBe(401)
})

/** Returns the secret that a dialog shows, and closes the dialog. */
async function shownSecret(title: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title })
  const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()
  expect(secret).toMatch(/^cck_/)
  await tryToLeave(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect(page.getByText(secret)).toHaveCount(0)
  return secret
}
