import { expect, type Page, test } from '@playwright/test'
import { type GrantServer, startGrantServer } from '../packages/server/src/testing/grant-server.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { portOfWorker } from './port-of-worker.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const user = 'notices@hale-osei.example'
const newPage = startBrowser()
let installation: Installation
let server: GrantServer

test.beforeAll(async () => {
  const port = await portOfWorker()
  const url = `http://127.0.0.1:${port}`
  server = await startGrantServer({ redirectUris: [`${url}/api/v1/mail-sign-in/callback`], user })
  installation = await startInstallation({
    environment: { COURTCRIER_PORT: String(port), COURTCRIER_URL: url, COURTCRIER_ALLOW_PRIVATE_MAIL: 'loopback' },
  })
})
test.afterAll(async () => {
  await installation?.close()
  await server?.stop()
})

test('an administrator adds a mailbox and signs in to it in a pop-up, which closes by itself', async () => {
  const { page } = await newPage()
  await logInAs(page, { url: installation.url, role: 'Administrator', path: '/mailboxes?id=new' })
  await addMailbox(page)
  await page.getByRole('row', { name: /Notices/ }).click()
  const record = page.getByRole('dialog', { name: 'Notices' })
  await record.getByText('Not signed in yet.', { exact: true }).first().waitFor()
  await record.getByText(`${installation.url}/api/v1/mail-sign-in/callback`).waitFor()
  await expectAccessible(page, 'mailbox before the sign-in')
  const opened = page.waitForEvent('popup')
  await record.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  const popUp = await opened
  // Both in one wait: the pop-up closes four seconds later.
  await popUp
    .getByRole('status')
    .filter({ has: popUp.getByRole('heading', { name: 'Signed in' }) })
    .filter({ hasText: `Signed in at Microsoft as ${user}.` })
    .waitFor()
  await record.getByText(`Signed in at Microsoft as ${user}.`).first().waitFor()
  await record.getByRole('button', { name: 'Sign in again with Microsoft' }).waitFor()
  await expectAccessible(page, 'mailbox after the sign-in')
  await expect.poll(() => popUp.isClosed()).toBe(true)
})

test('a sign-in that is canceled says so in both windows, and leaves the earlier one', async () => {
  server.cancel(true)
  const page = await openRecord()
  const record = page.getByRole('dialog', { name: 'Notices' })
  const opened = page.waitForEvent('popup')
  await record.getByRole('button', { name: 'Sign in again with Microsoft' }).click()
  const popUp = await opened
  await popUp.getByText('The consent was declined').waitFor()
  await expectAccessible(popUp, 'pop-up after a canceled sign-in')
  await record.getByText('The consent was declined').first().waitFor()
  await record.getByRole('button', { name: 'Sign in again with Microsoft' }).waitFor()
  await popUp.close()
})

test('a pop-up that the browser blocks says so', inLongRun, async () => {
  const page = await openRecord()
  await page.evaluate(() => {
    window.open = () => null
  })
  const record = page.getByRole('dialog', { name: 'Notices' })
  await record.getByRole('button', { name: 'Sign in again with Microsoft' }).click()
  await record.getByText('The window was blocked by the browser.').waitFor()
})

async function openRecord(): Promise<Page> {
  const { page } = await newPage()
  await logInAs(page, { url: installation.url, role: 'Administrator', path: '/mailboxes' })
  await page.getByRole('row', { name: /Notices/ }).click()
  return page
}

async function addMailbox(page: Page): Promise<void> {
  const form = page.getByRole('dialog')
  const next = () => form.getByRole('button', { name: 'Next' }).click()
  await form.getByLabel(/^Name/).first().fill('Notices')
  await form
    .getByLabel(/^Mail service/)
    .first()
    .click()
  await page.getByRole('option', { name: 'Microsoft 365, by signing in' }).click()
  await form.getByLabel(/^Address/).fill(user)
  await next()
  await form.getByRole('textbox', { name: 'Application (client) ID' }).fill(server.client.clientId)
  await form
    .getByLabel(/^Client secret/)
    .first()
    .fill(server.client.clientSecret)
  await next()
  await form.getByRole('textbox', { name: 'Mail server' }).fill('imap://127.0.0.1:9')
  await form.getByRole('textbox', { name: 'Token URL' }).fill(server.tokenUrl)
  await form.getByRole('textbox', { name: 'Scope' }).fill('imap')
  await next()
  await next()
  await form.getByText('Redirect URL').first().waitFor()
  await form.getByRole('button', { name: /^Create/ }).click()
  await form.waitFor({ state: 'detached' })
}
