import { expect, type Page, test } from '@playwright/test'
import { demoLogIns } from '../packages/server/src/demo/seed.ts'
import { type SamlServer, startSamlServer } from '../packages/server/src/testing/saml-server.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { portOfWorker } from './port-of-worker.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let server: SamlServer

test.beforeAll(async () => {
  server = await startSamlServer()
  const port = await portOfWorker()
  const url = `http://127.0.0.1:${port}`
  installation = await startInstallation({
    environment: { COURTCRIER_PORT: String(port), COURTCRIER_URL: url, COURTCRIER_ALLOW_PRIVATE_SIGN_ON: 'loopback' },
  })
})
test.afterAll(async () => {
  await installation?.close()
  await server?.stop()
})

test('an administrator adds a SAML provider by its metadata, and tests it with their own account', async () => {
  const { page } = await newPage()
  await logInAs(page, { url: installation.url, role: 'Administrator', path: '/identity-providers?id=new' })
  await addProvider(page)
  await page.getByText(/\/api\/v1\/sso\/saml$/).waitFor()
  await page.getByText(/\/api\/v1\/sso\/saml\/metadata$/).waitFor()
  await expectAccessible(page, 'identity providers')

  await page.getByRole('row', { name: /Harlan SAML/ }).click()
  const record = page.getByRole('dialog', { name: 'Harlan SAML' })
  server.signInAs('administrator-1', { email: [emailOf('Administrator')] })
  const opened = page.waitForEvent('popup')
  await record.getByRole('button', { name: 'Test sign-in' }).click()
  const popUp = await opened
  await record.getByText('You can turn single sign-on on.').first().waitFor()
  await popUp.close()
})

test('a user signs in by the button of the login page', async () => {
  server.signInAs('viewer-1', { email: [emailOf('View Only')] })
  const { page } = await newPage()
  await page.goto(`${installation.url}/cases`)
  await page
    .getByRole('link', { name: /Harlan SAML/ })
    .or(page.getByRole('button', { name: /Harlan SAML/ }))
    .click()
  await page.waitForURL(/\/cases$/)
  await page.getByRole('heading', { level: 1, name: 'Cases' }).waitFor()
})

test('someone without a user is told so', inLongRun, async () => {
  server.signInAs('stranger-1', { email: [`stranger@${domain()}`] })
  const { page } = await newPage()
  await page.goto(`${installation.url}/login`)
  await page
    .getByRole('link', { name: /Harlan SAML/ })
    .or(page.getByRole('button', { name: /Harlan SAML/ }))
    .click()
  await expect(page.getByText('There is no user here for your account at the identity provider.')).toBeVisible()
})

async function addProvider(page: Page): Promise<void> {
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('Harlan SAML')
  await form.getByRole('combobox', { name: 'Protocol' }).click()
  await page.getByRole('option', { name: 'SAML 2.0' }).click()
  await form.getByRole('button', { name: 'Next' }).click()
  await form.getByRole('heading', { name: 'SAML' }).waitFor()
  await form.getByRole('textbox', { name: 'Metadata URL' }).fill(server.metadataUrl)
  await form.getByRole('button', { name: 'Next' }).click()
  await form.getByRole('heading', { name: 'People' }).waitFor()
  await form.getByLabel('Trusted domains').first().fill(domain())
  await page.keyboard.press('Enter')
  for (const step of ['Roles by group', 'Review']) {
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('heading', { name: step }).waitFor()
  }
  await form.getByRole('button', { name: /^Create/ }).click()
  await form.waitFor({ state: 'detached' })
}

function emailOf(role: string): string {
  const person = demoLogIns.find((each) => each.role === role)
  if (!person) throw new Error(`the demo has no ${role}`)
  return person.email
}

const domain = () => emailOf('View Only').split('@')[1] ?? ''
