import { expect, type Page, test } from '@playwright/test'
import { sql } from 'kysely'
import { withSystem } from '../packages/server/src/base/db/firm-transaction.ts'
import { demoLogIns } from '../packages/server/src/demo/seed.ts'
import { type IdentityServer, startIdentityServer } from '../packages/server/src/testing/identity-server.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { portOfWorker } from './port-of-worker.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let server: IdentityServer

test.beforeAll(async () => {
  const port = await portOfWorker()
  const url = `http://127.0.0.1:${port}`
  server = await startIdentityServer({ redirectUris: [`${url}/api/v1/sso/callback`] })
  installation = await startInstallation({
    environment: { COURTCRIER_PORT: String(port), COURTCRIER_URL: url, COURTCRIER_ALLOW_PRIVATE_SIGN_ON: 'loopback' },
  })
})
test.afterAll(async () => {
  await installation?.close()
  await server?.stop()
})

test('an administrator adds a provider, tests it with their own account, and turns single sign-on on', async () => {
  const { page } = await newPage()
  await logInAs(page, { url: installation.url, role: 'Administrator', path: '/identity-providers?id=new' })
  await addProvider(page)
  await page.getByText(`${installation.url}/api/v1/sso/callback`).waitFor()

  await page.getByRole('row', { name: /Harlan Login/ }).click()
  const record = page.getByRole('dialog', { name: 'Harlan Login' })
  await record.getByText('Not tested with these settings.').waitFor()
  server.signInAs('administrator-1', { email: emailOf('Administrator'), email_verified: true })
  const opened = page.waitForEvent('popup')
  await record.getByRole('button', { name: 'Test sign-in' }).click()
  const popUp = await opened
  await record.getByText('You can turn single sign-on on.').first().waitFor()
  await record
    .getByText(/Subject: administrator-1\. Email: /)
    .first()
    .waitFor()
  await expectAccessible(page, 'identity provider')
  await popUp.close()

  await page.goto(`${installation.url}/firm-information#security`)
  // By keys: parts above load while the page is scrolled to, and would move the list from under a pointer.
  await page.getByLabel('Sign-on').first().press('ArrowDown')
  await page.getByRole('option', { name: 'Single sign-on (OpenID Connect)' }).click()
  await expect.poll(signOnType).toBe('oidc')
})

test('a user is led to the provider, and signed in at the page they opened', async () => {
  server.signInAs('paralegal-1', { email: emailOf('View Only'), email_verified: true })
  const { page } = await newPage()
  // The page leads elsewhere as soon as it is there.
  await page.goto(`${installation.url}/cases`, { waitUntil: 'commit' })
  await page.waitForURL(/\/cases$/)
  await page.getByRole('heading', { level: 1, name: 'Cases' }).waitFor()
})

test('someone without a user is told so, and an administrator gets in with a password', inLongRun, async () => {
  server.signInAs('stranger-1', { email: 'stranger@elsewhere.example', email_verified: true })
  const { page } = await newPage()
  await page.goto(`${installation.url}/login`, { waitUntil: 'commit' })
  await page.getByText('There is no user here for your account at the identity provider.').waitFor()
  await expect(page.getByLabel('Email', { exact: true })).toHaveCount(0)
  await expectAccessible(page, 'login page with single sign-on')
  await page.getByRole('button', { name: 'Administrators: log in with a password' }).click()
  await page.getByLabel('Email', { exact: true }).fill(emailOf('View Only'))
  await page.getByLabel('Password', { exact: true }).fill(passwordOf('View Only'))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByText('A password works only for its administrators').waitFor()
  await page.getByLabel('Email', { exact: true }).fill(emailOf('Administrator'))
  await page.getByLabel('Password', { exact: true }).fill(passwordOf('Administrator'))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(/\/dashboard/)
})

test('an administrator revokes an invitation, and the provider no longer gets its user in', inLongRun, async () => {
  const email = 'rea.revoked@harlanlowe.example'
  const { page } = await newPage()
  await logInAs(page, { url: installation.url, role: 'Administrator', path: '/users?q=rea' })
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  await dialog.getByRole('textbox', { name: 'People' }).fill(`Rea Revoked <${email}>`)
  await dialog.getByRole('combobox', { name: 'Role' }).fill('View')
  await page.getByRole('option', { name: 'View Only' }).click()
  await dialog.getByRole('button', { name: 'Check 1 person' }).click()
  await dialog.getByRole('button', { name: 'Invite 1 person' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Rea Revoked' }).click()
  const record = page.getByRole('dialog')
  await record.getByRole('button', { name: 'Revoke invitation' }).click()
  await record.getByText(/single sign-on doesn't let this user in until it is sent again\.$/).waitFor()
  await expect(record.getByRole('button', { name: 'Revoke invitation' })).toHaveCount(0)
  await expectAccessible(page, 'a revoked invitation with single sign-on')

  server.signInAs('rea-1', { email, email_verified: true })
  const { page: theirs } = await newPage()
  await theirs.goto(`${installation.url}/login`, { waitUntil: 'commit' })
  await theirs.getByText('Your invitation was revoked.').waitFor()
  await page.goto(`${installation.url}/sign-ins`)
  await page.getByRole('row', { name: /Rea Revoked Refused Invitation revoked Single sign-on/ }).waitFor()
})

test(
  'someone without a password confirms a change by a new login at the provider, and finds what they typed',
  inLongRun,
  async () => {
    const email = emailOf('Administrator')
    server.signInAs('administrator-1', { email, email_verified: true })
    const { page } = await newPage()
    await page.goto(`${installation.url}/users?id=new`, { waitUntil: 'commit' })
    const form = page.getByRole('dialog', { name: 'New user' })
    await form.getByRole('textbox', { name: 'Email' }).fill('nora@harlanlowe.example')
    await form.getByRole('textbox', { name: 'Full name' }).fill('Nora Typed')
    await page.getByRole('combobox', { name: 'Role' }).fill('View Only')
    await page.getByRole('option', { name: 'View Only' }).click()
    await form.getByRole('checkbox', { name: 'Send an invitation' }).uncheck()
    await withSystem(installation.courtcrier.services.database, async (trx) => {
      await sql`delete from user_secrets s using users u where u.id = s.id and u.email = ${email}`.execute(trx)
      await sql`update session_proofs set proved_at = proved_at - interval '1 hour'`.execute(trx)
    })
    await form.getByRole('button', { name: /^Create/ }).click()
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expectAccessible(page, 'confirming who is there by a new login')
    const wish = page.waitForRequest((request) => request.url().startsWith(`${server.issuer}/auth?`))
    await question.getByRole('button', { name: 'Log in again' }).click()
    expect(new URL((await wish).url()).searchParams.get('prompt')).toBe('login')
    await page.waitForURL(/\/users\?id=new$/)
    await expect(form.getByRole('textbox', { name: 'Full name' })).toHaveValue('Nora Typed')
    await form.getByRole('button', { name: /^Create/ }).click()
    await page.getByRole('link', { name: 'Nora Typed' }).waitFor()
  },
)

async function addProvider(page: Page): Promise<void> {
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('Harlan Login')
  await form.getByRole('button', { name: 'Next' }).click()
  await form.getByRole('textbox', { name: 'Issuer URL' }).fill(server.issuer)
  await form.getByRole('textbox', { name: 'Application (client) ID' }).fill(server.client.clientId)
  await form
    .getByLabel(/^Client secret/)
    .first()
    .fill(server.client.clientSecret)
  for (const step of ['People', 'Roles by group', 'Review']) {
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('heading', { name: step }).waitFor()
  }
  await form.getByRole('button', { name: /^Create/ }).click()
  await form.waitFor({ state: 'detached' })
}

async function signOnType(): Promise<unknown> {
  const answer = await fetch(`${installation.url}/api/v1/firm`, { headers: { accept: 'application/json' } })
  return ((await answer.json()) as { signon_type: string }).signon_type
}

function personOf(role: string) {
  const person = demoLogIns.find((each) => each.role === role)
  if (!person) throw new Error(`the demo has no ${role}`)
  return person
}
const emailOf = (role: string) => personOf(role).email
const passwordOf = (role: string) => personOf(role).password
