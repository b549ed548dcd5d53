import { expect, type Page, test } from '@playwright/test'
import { startFakeBox } from '../packages/connectors/src/box/fake-box.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, signIn, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { portOfWorker } from './port-of-worker.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
const app = { clientId: 'courtcrier', clientSecret: 'right' }
let installation: Installation
let box: Awaited<ReturnType<typeof startFakeBox>>

test.beforeAll(async () => {
  const port = await portOfWorker()
  const url = `http://127.0.0.1:${port}`
  box = await startFakeBox({ ...app, enterpriseId: '42', redirectUris: [`${url}/api/v1/dms-sign-in/callback`] })
  installation = await startInstallation({
    environment: {
      ...{ COURTCRIER_PORT: String(port), COURTCRIER_URL: url, COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback' },
      COURTCRIER_STORE_GATEWAY: `http://127.0.0.1:${box.service.port}`,
    },
  })
  const call = await signIn(installation.url, 'Administrator')
  const body = { name: 'Our Box', client_id: app.clientId, client_secret: app.clientSecret, folder_id: '777' }
  const headers = { 'content-type': 'application/json' }
  const made = await call('/api/v1/box_credential', { method: 'POST', headers, body: JSON.stringify(body) })
  expect(made.status).toBe(201)
})
test.afterAll(async () => {
  await installation?.close()
  await box?.service.close()
})

test('an administrator signs in to Box in a pop-up, which closes by itself, and the credential is tested', async () => {
  const page = await openRecord()
  const record = page.getByRole('dialog', { name: 'Our Box' })
  await record.getByText('Not signed in yet.', { exact: true }).waitFor()
  await record.getByText(`${installation.url}/api/v1/dms-sign-in/callback`).waitFor()
  await expectAccessible(page, 'credential before the sign-in')
  const opened = page.waitForEvent('popup')
  await record.getByRole('button', { name: 'Sign in with Box' }).click()
  const popUp = await opened
  // Both in one wait: the pop-up closes four seconds later.
  await popUp
    .getByRole('status')
    .filter({ has: popUp.getByRole('heading', { name: 'Signed in' }) })
    .filter({ hasText: 'Signed in at Box as dana@firm.example.' })
    .waitFor()
  await record.getByText('Signed in at Box as dana@firm.example.').waitFor()
  await record.getByText('All steps passed.').waitFor()
  await record.getByRole('button', { name: 'Sign in again with Box' }).waitFor()
  await expectAccessible(page, 'credential after the sign-in')
  await expect.poll(() => popUp.isClosed()).toBe(true)
})

test('who signed in is on the page later', inLongRun, async () => {
  const page = await openRecord()
  await page.getByText(/^Signed in as dana@firm\.example on /).waitFor()
})

test('a sign-in that is canceled says so in both windows, and leaves the earlier one', inLongRun, async () => {
  box.authorize.isDeclined = true
  const page = await openRecord()
  const record = page.getByRole('dialog', { name: 'Our Box' })
  const opened = page.waitForEvent('popup')
  await record.getByRole('button', { name: 'Sign in again with Box' }).click()
  const popUp = await opened
  await popUp.getByRole('heading', { name: 'Not signed in' }).waitFor()
  await popUp.getByText('The sign-in was canceled').waitFor()
  await expectAccessible(popUp, 'pop-up after a canceled sign-in')
  await record.getByText('The sign-in was canceled').waitFor()
  await record.getByRole('button', { name: 'Sign in again with Box' }).waitFor()
  await popUp.close()
})

async function openRecord(): Promise<Page> {
  const { page } = await newPage()
  await logInAs(page, { url: installation.url, role: 'Administrator', path: '/dms' })
  await page.getByRole('link', { name: 'Our Box' }).click()
  return page
}
