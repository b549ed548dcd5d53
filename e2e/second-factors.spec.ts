import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { demoLogIns } from '../packages/server/src/demo/seed.ts'
import { totpCode } from '../packages/server/src/testing/totp-code.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { portOfWorker } from './port-of-worker.ts'
import { readWhyRefused } from './read-why-refused.ts'
import { startBrowser } from './start-browser.ts'
import { tryToLeave } from './steady.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let url: string
/** Of the paralegal's authenticator app. */
let secret = ''
let recoveryCode = ''

test.beforeAll(async () => {
  const port = await portOfWorker()
  // Browsers have no passkeys for an IP address.
  url = `http://localhost:${port}`
  installation = await startInstallation({ environment: { COURTCRIER_PORT: String(port), COURTCRIER_URL: url } })
})
test.afterAll(() => installation?.close())

test('a user adds an authenticator app by its QR code and a code, and saves the recovery codes', async () => {
  const { page } = await newPage({ provoked: /status of 503/ })
  await logIn(page, 'View Only')
  await page.waitForURL(/\/dashboard|\/success/)
  await page.locator('a[href="/profile"]').first().click()
  const section = page.getByRole('region', { name: 'Second factors' })
  await section.getByRole('button', { name: 'Add authenticator app' }).click()
  await section.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  secret = ((await section.locator('[class*=secret]').textContent()) ?? '').replaceAll(/\s/g, '')
  await section.getByRole('button', { name: 'Confirm' }).click()
  await section.getByRole('alert').getByText('Enter the code.').waitFor()
  await expect(section.getByLabel('Code that the app shows now')).toBeFocused()
  await section.getByLabel('Code that the app shows now').fill('000000')
  await section.getByRole('button', { name: 'Confirm' }).click()
  await section.getByText('This code is wrong.').waitFor()
  await expectAccessible(page, 'adding an authenticator app')
  await section.getByLabel('Code that the app shows now').fill(codeOf(secret))
  await section.getByRole('button', { name: 'Confirm' }).click()
  const shown = page.getByRole('dialog', { name: 'Recovery codes', exact: true })
  const codes = shown.getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await tryToLeave(page)
  await expect(codes).toHaveCount(10)
  recoveryCode = (await codes.first().textContent()) ?? ''
  await expectAccessible(page, 'recovery codes')
  await shown.getByRole('button', { name: "I've saved them" }).click()
  await section.getByText('10 recovery codes are left.').waitFor()

  // The former ones stop working, so they are replaced only after a question.
  await section.getByRole('button', { name: 'Create new ones' }).click()
  const question = page.getByRole('dialog', { name: 'Replace your recovery codes?' })
  await question.getByText('The 10 codes that are left stop working').waitFor()
  await question.getByRole('button', { name: 'Create new ones' }).click()
  await expect(codes).toHaveCount(10)
  await expect(codes.filter({ hasText: recoveryCode })).toHaveCount(0)
  recoveryCode = (await codes.first().textContent()) ?? ''
  await shown.getByRole('button', { name: "I've saved them" }).click()

  await section.getByRole('button', { name: 'Create new ones' }).click()
  await readWhyRefused(page, { title: 'Replace your recovery codes?', confirm: 'Create new ones', code: 'unavailable' })
  await section.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await readWhyRefused(page, { title: 'Remove Authenticator app?', confirm: 'Remove', code: 'too_many_requests' })
  await section.getByText('10 recovery codes are left.').waitFor()
})

test('after the password, the code of the app signs in', async () => {
  const { page } = await newPage()
  await logIn(page, 'View Only')
  await page.getByRole('heading', { name: 'Second factor' }).waitFor()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('alert').getByText('Enter the code.').waitFor()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expectAccessible(page, 'second factor')
  await page.getByLabel('Code', { exact: true }).fill('123456')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('alert').getByText('This code is wrong or was already used.').waitFor()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  // The step of the code that confirmed the app was used; the next one is accepted a step early.
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 30))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(/\/dashboard|\/success/)
})

test('a recovery code signs in instead', inLongRun, async () => {
  const { page } = await newPage()
  await logIn(page, 'View Only')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(/\/dashboard|\/success/)
  await page.goto(`${url}/profile#second-factors`)
  await page.getByText('9 recovery codes are left.').waitFor()
})

test('a passkey is a second factor after the password, and the only factor without one', async () => {
  const { page } = await newPage({ isSingleUse: true })
  await addAuthenticator(page)
  await logIn(page, 'Docketing')
  await page.waitForURL(/\/dashboard|\/success/)
  await page.goto(`${url}/profile#second-factors`)
  const section = page.getByRole('region', { name: 'Second factors' })
  await section.getByRole('button', { name: 'Add passkey' }).click()
  await section.getByLabel('Name').fill('Laptop')
  await section.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByRole('button', { name: "I've saved them" }).click()
  await section.getByRole('rowheader', { name: 'Passkey “Laptop”' }).waitFor()
  await expectAccessible(page, 'second factors')
  await section.getByRole('button', { name: 'Rename Passkey “Laptop”' }).click()
  const naming = page.getByRole('dialog', { name: 'Rename Passkey “Laptop”' })
  await naming.getByLabel('Name').fill('Work laptop')
  await expectAccessible(page, 'renaming a passkey')
  await naming.getByRole('button', { name: 'Save name' }).click()
  await section.getByRole('rowheader', { name: 'Passkey “Work laptop”' }).waitFor()

  await logOut(page)
  await logIn(page, 'Docketing')
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(/\/dashboard|\/success/)

  await logOut(page)
  await page.goto(`${url}/login?from=/cases`)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.waitForURL(/\/cases$/)
  await page.getByRole('heading', { level: 1, name: 'Cases' }).waitFor()
})

test('a role demands a second factor: first its users are reminded, then they can do nothing else', async () => {
  const { page } = await newPage()
  await demandOf('Manager', { requires_second_factor: true, second_factor_grace_days: 7 })
  await logIn(page, 'Manager')
  await page.waitForURL(/\/second-factor/)
  await page.getByText(/Add one by .*; after that/).waitFor()
  await expectAccessible(page, 'a second factor is due')
  await page.getByRole('button', { name: 'Later' }).click()
  await page.waitForURL(/\/dashboard|\/success/)

  await demandOf('Manager', { second_factor_grace_days: 0 })
  await expect(async () => {
    await page.goto(`${url}/cases`)
    await page.waitForURL(/\/second-factor/, { timeout: 5000 })
  }).toPass()
  await page.getByText('Add one to continue.').waitFor()
  await expect(page.getByRole('button', { name: 'Later' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const typed = ((await page.locator('[class*=secret]').textContent()) ?? '').replaceAll(/\s/g, '')
  await page.getByLabel('Code that the app shows now').fill(codeOf(typed))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: "I've saved them" }).click()
  await page.waitForURL(/\/(cases|dashboard|success)/)
})

test('an administrator demands one of a predefined role, and helps a user who lost theirs', inLongRun, async () => {
  const { page } = await newPage()
  await logIn(page, 'Administrator')
  await page.waitForURL(/\/dashboard/)
  const { call, roleId } = await asAdministrator()
  await page.goto(`${url}/security-roles?id=${await roleId('View Only')}`)
  const role = page.getByRole('dialog', { name: 'View Only' })
  await role.getByRole('switch', { name: 'Requires a second factor' }).check()
  await role.getByLabel('Days to add it').waitFor()
  await role.getByRole('button', { name: 'Review changes' }).click()
  await page.getByText('Its users must add a second factor within 14 days.').waitFor()
  await page.getByRole('button', { name: 'Save role' }).click()
  await role.waitFor({ state: 'detached' })

  const { users } = await call('/user/search?max=50', { method: 'GET' })
  const id = users?.find(({ email }) => email === personOf('View Only').email)?.id
  await page.goto(`${url}/users?id=${id}`)
  const user = page.getByRole('dialog')
  await user.getByText('Has a second factor: authenticator app.').waitFor()
  await user.getByRole('button', { name: 'Remove second factors' }).click()
  await page
    .getByRole('dialog', { name: /^Remove all/ })
    .getByRole('button', { name: 'Remove second factors' })
    .click()
  await user.getByText('Has no second factor.').waitFor()
})

function codeOf(given: string, later = 0): string {
  return totpCode(given, new Date(Date.now() + later * 1000))
}

async function logIn(page: Page, role: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email', { exact: true }).fill(personOf(role).email)
  await page.getByLabel('Password', { exact: true }).fill(personOf(role).password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Ends the session in this browser only, which keeps its passkeys. */
async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('courtcrier.session'))
}

/** A virtual authenticator that verifies its user and keeps passkeys. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return session
}

/** Changes a predefined role as an administrator does. */
async function demandOf(role: string, body: object): Promise<void> {
  const { call, roleId } = await asAdministrator()
  await call(`/user_security_role/${await roleId(role)}`, { method: 'PUT', body: JSON.stringify(body) })
}

type Rows = readonly Readonly<Record<string, string>>[]

async function asAdministrator() {
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' }
  const send = async <Answer>(path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(`${url}/api/v1${path}`, { ...init, headers })
    expect(answer.ok, path).toBe(true)
    return (await answer.json()) as Answer
  }
  const { email: username, password } = personOf('Administrator')
  const body = JSON.stringify({ username, password })
  const { access_token: token } = await send<{ access_token: string }>('/auth/login', { method: 'POST', body })
  headers.authorization = `Bearer ${token}`
  const call = (path: string, init: RequestInit) => send<Readonly<Record<string, Rows>>>(path, init)
  const roleId = async (role: string) => {
    const { user_security_roles: roles } = await call('/user_security_role/search?max=50', { method: 'GET' })
    return roles?.find(({ name }) => name === role)?.id
  }
  return { call, roleId }
}

function personOf(role: string) {
  const person = demoLogIns.find((each) => each.role === role)
  if (!person) throw new Error(`the demo has no ${role}`)
  return person
}
