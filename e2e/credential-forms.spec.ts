import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, startInstallation } from './harness.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

const newPage = startBrowser()
let installation: Installation

test.beforeAll(async () => {
  installation = await startInstallation()
})
test.afterAll(() => installation?.close())

async function open(path: string): Promise<Page> {
  const { page } = await newPage()
  await logInAs(page, { url: installation.url, role: 'Administrator', path })
  await page.getByRole('dialog').waitFor()
  return page
}

test('a credential is created by keyboard alone, and each step says what it lacks', async () => {
  const page = await open('/dms?kind=generic_credential&id=new&type=S3')
  const dialog = page.getByRole('dialog')
  const input = (name: string) => dialog.getByLabel(name, { exact: false })
  await expect(input('Name')).toBeFocused()
  await page.keyboard.type('Court copies')
  await page.keyboard.press('Enter')
  await expect(input('Region')).toBeFocused()
  await page.keyboard.type('us-east-1')
  await page.keyboard.press('Enter')
  await expect(input('Bucket')).toBeFocused()
  await page.keyboard.type('court-copies')
  await page.keyboard.press('Enter')
  // The step's first fields are for other types, and not shown.
  await expect(input('API key').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This field is required.').first()).toBeVisible()
  await page.keyboard.type('key')
  await page.keyboard.press('Enter')
  await expect(input('API secret').first()).toBeFocused()
  await expectAccessible(page, 'the sign-in of a credential')
  await page.keyboard.type('secret')
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: 'Folders and expiration' }).waitFor()
  await page.keyboard.press('Alt+ArrowRight')
  await dialog.getByRole('heading', { name: 'Review' }).waitFor()
  await expect(dialog.getByText('WebDAV sign-in')).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('link', { name: 'Court copies' }).waitFor()
})

test('a credential is tested in its form before it is saved, and so are changes to one', async () => {
  const page = await open('/dms?kind=generic_credential&id=new&type=FILE_SYSTEM')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name', { exact: false })).toBeFocused()
  await page.keyboard.type('Tried first')
  await dialog.getByLabel('Folder', { exact: false }).first().fill('/tried')
  await page.keyboard.press('Alt+ArrowRight')
  await dialog.getByRole('heading', { name: 'Folders and expiration' }).waitFor()
  await page.keyboard.press('Alt+ArrowRight')
  await dialog.getByRole('heading', { name: 'Review' }).waitFor()
  const draft = dialog.getByRole('region', { name: 'Test before saving' })
  await draft.getByRole('button', { name: 'Test' }).click()
  await expect(draft.getByText('All steps passed.')).toBeVisible()
  await dialog.getByRole('button', { name: /^Create/ }).click()
  await page.getByRole('link', { name: 'Tried first' }).click()
  const folder = dialog.getByLabel('Folder', { exact: false }).first()
  await folder.waitFor()
  await expect(draft).toHaveCount(0)
  await folder.fill('/elsewhere')
  await draft.getByRole('button', { name: 'Test' }).click()
  await expect(draft.getByText('All steps passed.')).toBeVisible()
  await folder.fill('/somewhere')
  await expect(draft.getByText('All steps passed.')).toHaveCount(0)
})
