import { expect, type Page, test } from '@playwright/test'
import { type Installation, signIn, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation

test.beforeAll(async () => {
  installation = await startInstallation()
})
test.afterAll(() => installation?.close())

async function open(path: string, role: string): Promise<Page> {
  const { page } = await newPage({ width: 1440 })
  await logInAs(page, { url: installation.url, role, path })
  return page
}

async function cases(query: string): Promise<readonly { id: string; name: string; status: string }[]> {
  const call = await signIn(installation.url, 'Docketing')
  const answer = (await (await call(`/api/v1/case/search?${query}`)).json()) as {
    cases: { id: string; name: string; status: string }[]
  }
  return answer.cases
}

const stayed = `filters=${encodeURIComponent(JSON.stringify([{ field: 'status', in: ['Stayed'] }]))}`

test(
  'a status that an administrator lists is offered to others at once, in the form and as a filter',
  inLongRun,
  async () => {
    const page = await open('/cases', 'Docketing')
    const row = page.locator('tbody tr[aria-rowindex]').first()
    await row.waitFor()
    const admin = await open('/firm-information#cases', 'Administrator')
    await admin.getByRole('combobox', { name: 'Case statuses', exact: true }).fill('Stayed')
    await admin.keyboard.press('Enter')
    await admin.locator('[data-key="caseStatuses"]').getByText('Saved.').waitFor()
    await expect(admin.getByRole('group', { name: 'Ignored case statuses' }).getByRole('checkbox')).toHaveCount(3)
    const [first] = await cases('max=1')
    await page.goto(`${installation.url}/cases?id=${first?.id}`)
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Stayed' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect.poll(async () => (await cases(stayed)).map(({ id }) => id)).toEqual([first?.id])
    await page.goto(`${installation.url}/cases`)
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name: 'Status' }).click()
    await page.getByRole('checkbox', { name: 'Stayed' }).check()
    await page.waitForURL(/f\.status=Stayed/)
    await expect(page.locator('tbody tr[aria-rowindex]')).toHaveCount(1)
    await expect(page.locator('tbody tr[aria-rowindex]')).toContainText('Stayed')
  },
)

test('a status that a case has is not removed, and the page says how many have it', inLongRun, async () => {
  const admin = await open('/firm-information#cases', 'Administrator')
  await admin.getByRole('combobox', { name: 'Case statuses', exact: true }).press('Backspace')
  await admin
    .getByText('Cases still have this status: Stayed (1). Give them another one first.', { exact: true })
    .waitFor()
  const [only] = await cases(stayed)
  const call = await signIn(installation.url, 'Docketing')
  await call(`/api/v1/case/${only?.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'Open' }),
  })
  await admin.reload()
  await admin.getByRole('combobox', { name: 'Case statuses', exact: true }).press('Backspace')
  await admin.locator('[data-key="caseStatuses"]').getByText('Saved.').waitFor()
  await expect(admin.getByRole('group', { name: 'Ignored case statuses' }).getByRole('checkbox')).toHaveCount(2)
})
