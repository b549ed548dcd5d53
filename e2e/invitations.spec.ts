import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, startInstallation, until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { linkFor } from './password-link.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation

test.beforeAll(async () => {
  installation = await startInstallation()
})
test.afterAll(() => installation?.close())

const iris = 'iris.invited@harlanlowe.example'

async function openAsAdministrator(path: string): Promise<Page> {
  const { page } = await newPage({ width: 1440 })
  await logInAs(page, { url: installation.url, role: 'Administrator', path })
  return page
}

test('people are invited by a pasted list: checked first, then created and emailed, each with the result', async () => {
  const page = await openAsAdministrator('/users')
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  const list = `Invited, Iris <${iris}>; Jon Joiner <jon.joiner@harlanlowe.example>\nmanager@harlanlowe.example\nno address`
  await dialog.getByRole('textbox', { name: 'People' }).fill(list)
  await dialog.getByRole('combobox', { name: 'Role' }).fill('View')
  await page.getByRole('option', { name: 'View Only' }).click()
  await expectAccessible(page, 'a list of people to invite')
  await dialog.getByRole('button', { name: 'Check 4 people' }).click()
  await dialog.getByRole('row', { name: /Iris Invited .* Will be invited/ }).waitFor()
  await dialog.getByRole('row', { name: /manager@.* Nothing to do Already a user\./ }).waitFor()
  await dialog.getByRole('row', { name: /^no address Not a valid address/ }).waitFor()
  await expect(dialog.getByText('no address', { exact: true })).toHaveCount(1)
  await dialog.getByText("2 people are ready; 2 won't be invited.").waitFor()
  await look(page, 'invite-review')
  await expectAccessible(page, 'people about to be invited')
  await dialog.getByRole('button', { name: 'Invite 2 people' }).click()
  await dialog.getByText('Done for 2 people, not for 2.').waitFor()
  await expect(dialog.getByRole('row', { name: / Invited$/ })).toHaveCount(2)
  await expectAccessible(page, 'people just invited')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('row', { name: /Iris Invited .* Invited, not accepted/ }).waitFor()
  // The page of a demo's outgoing mail.
  await page.goto(`${installation.sandbox.httpUrl}/mail?q=${encodeURIComponent(iris)}`)
  await page.getByText('Your Courtcrier account at').first().waitFor()
})

test('the invitation says who invites, to which firm and as which role, and gets its user in once', async () => {
  const link = await until(() => linkFor(installation, iris))
  const { page } = await newPage({ width: 390 })
  await page.goto(link)
  await page.getByRole('heading', { name: 'Set your password' }).waitFor()
  await page.getByText(/ invites you to Courtcrier at Harlan & Lowe.*, as View Only\./).waitFor()
  await look(page, 'invitation')
  await expectAccessible(page, 'an invitation')
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await page.getByLabel('New password', { exact: true }).fill('first password 1')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await page.getByRole('alert').getByText('Password confirmation is required.').waitFor()
  await expect(page.getByLabel('Repeat new password', { exact: true })).toBeFocused()
  await page.getByLabel('Repeat new password', { exact: true }).fill('first password 1')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await page.waitForURL(/\/login/)
  await page.getByRole('textbox', { name: 'Email' }).fill(iris)
  await page.getByLabel('Password', { exact: true }).fill('first password 1')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((at) => !at.pathname.startsWith('/login'))
  await page.goto(`${installation.url}/profile`)
  await page
    .getByRole('region', { name: 'Your sign-ins' })
    .getByRole('row', { name: /Signed in/ })
    .waitFor()
  await page.getByRole('heading', { name: 'Your sign-ins' }).scrollIntoViewIfNeeded()
  await look(page, 'profile-sign-ins')
  await expectAccessible(page, 'own sign-ins')
  await page.goto(link)
  await page.getByText('This link is no longer valid. Ask for a new one.').waitFor()
})

test('an administrator revokes an invitation', inLongRun, async () => {
  const page = await openAsAdministrator('/users?q=joiner')
  await page.getByRole('link', { name: 'Jon Joiner' }).click()
  const record = page.getByRole('dialog')
  await record.getByRole('button', { name: 'Revoke invitation' }).click()
  await record.getByText(/The invitation was revoked\.$/).waitFor()
  await expect(record.getByRole('button', { name: 'Revoke invitation' })).toHaveCount(0)
})

test('a list invited by mistake is undone, except for those who have accepted', inLongRun, async () => {
  const page = await openAsAdministrator('/users?q=wrong')
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  const list = Array.from({ length: 12 }, (_, at) => `Wrong ${at + 1} List <wrong.${at + 1}@harlanlowe.example>`)
  await dialog.getByRole('textbox', { name: 'People' }).fill(list.join('\n'))
  await dialog.getByRole('combobox', { name: 'Role' }).fill('View')
  await page.getByRole('option', { name: 'View Only' }).click()
  await dialog.getByRole('button', { name: 'Check 12 people' }).click()
  await dialog.getByRole('button', { name: 'Invite 12 people' }).click()
  await dialog.getByText('Done for 12 people, not for 0.').waitFor()
  await dialog.getByRole('button', { name: 'Undo' }).waitFor()
  await look(page, 'invited-list')
  await expectAccessible(page, 'a list that can be undone')
  await acceptAs('wrong.3@harlanlowe.example')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByText('12 people invited.').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  const message = page.getByText(/^11 invitations were revoked\./)
  await expect(message).toContainText('Not revoked for Wrong 3 List. The invitation was already accepted.')
  await look(page, 'invited-undone')
  await page.getByRole('row', { name: /Wrong 7 List .* Revoked/ }).waitFor()
})

test(
  'an administrator sees a user’s session and its place, ends it, and finds it in the history',
  inLongRun,
  async () => {
    const page = await openAsAdministrator('/users?q=iris')
    await page.getByRole('link', { name: 'Iris Invited' }).click()
    const record = page.getByRole('dialog')
    await record.getByRole('row', { name: /Chrome on Linux Private network/ }).waitFor()
    await record.getByRole('heading', { name: 'Sessions' }).scrollIntoViewIfNeeded()
    await look(page, 'user-sessions')
    await expectAccessible(page, 'sessions of a user')
    await record.getByRole('button', { name: /^Log out Chrome on Linux/ }).click()
    await record.getByText('Not logged in anywhere.').waitFor()
    await record.getByRole('link', { name: 'Sign-in history' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign-in history' }).waitFor()
    await page.getByRole('row', { name: /Iris Invited Signed in Password Chrome on Linux/ }).waitFor()
    await look(page, 'sign-in-history')
    await expectAccessible(page, 'sign-in history')
  },
)

/** Sets a password by the link of an invitation. */
async function acceptAs(email: string): Promise<void> {
  const link = new URL(await until(() => linkFor(installation, email)))
  const body = JSON.stringify({ email, token: link.searchParams.get('token'), new_password: 'first password 1' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${installation.url}/api/v1/auth/reset`, { method: 'POST', headers, body })
  expect(answer.ok).toBe(true)
}

/** Takes pictures, light and dark, where a person wants to see them. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.COURTCRIER_TEST_PICTURES
  if (!folder) return
  for (const scheme of ['dark', 'light']) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-mantine-color-scheme', to), scheme)
    await page.screenshot({ path: `${folder}/${name}-${scheme}.png` })
  }
}
