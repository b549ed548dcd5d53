import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, signIn, startInstallation, until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { linkFor } from './password-link.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let call: Awaited<ReturnType<typeof signIn>>

test.beforeAll(async () => {
  installation = await startInstallation()
  call = await signIn(installation.url, 'Administrator')
  for (const number of ['TW-1', 'TW-2']) await make('client', { name: 'Twin Holdings', number, status: 'Active' })
  for (const bar of ['NY 9990001', 'NY 9990002'])
    await make('timekeeper', { full_name: 'Sam Twin', title: 'Associate', bar_number: bar })
})
test.afterAll(() => installation?.close())

async function make(entity: string, body: object): Promise<void> {
  const answer = await call(`/api/v1/${entity}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(201)
}

async function open(path: string, options: { width?: number; isDark?: boolean } = {}): Promise<Page> {
  const { page } = await newPage({ width: 1440, isDark: false, ...options })
  await logInAs(page, { url: installation.url, role: 'Administrator', path })
  return page
}

test('namesakes are told apart where one is chosen, and in the palette', inLongRun, async () => {
  const page = await open('/matters?id=new')
  const client = page.getByRole('combobox', { name: 'Client' })
  await client.fill('twin')
  await page.getByRole('option', { name: 'Twin Holdings TW-2' }).waitFor()
  await page.getByRole('option', { name: 'Twin Holdings TW-1' }).click()
  await page.goto(`${installation.url}/clients?id=new`)
  await page.getByRole('combobox', { name: 'Originating timekeeper' }).fill('9990002')
  await page.getByRole('option', { name: 'Sam Twin Associate · NY 9990002' }).waitFor()
  await page.goto(`${installation.url}/dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or go to' }).fill('twin hold')
  await page.getByRole('option', { name: /Twin Holdings.*TW-1/ }).waitFor()
})

test('a wall says who loses sight of how much, and who is left, before it is saved and after', async () => {
  const page = await open('/ethical-walls?id=new', { width: 390 })
  const form = page.getByRole('dialog')
  await form.getByText('Choose a matter or a client, and timekeepers').waitFor()
  await form.getByRole('textbox', { name: 'Name' }).fill('Screen')
  await choose(page, 'Client', 0)
  await choose(page, 'Timekeepers', 0)
  const effect = form.getByRole('region', { name: 'What this wall does' })
  await effect.getByText(/^Behind this wall: \d+ cases? and \d+ filings?\.$/).waitFor()
  await effect.getByText('Excluded, 1').waitFor()
  await effect.getByText(/^Can still see it, \d+$/).waitFor()
  await expectAccessible(page, 'what a wall does')
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)
  await form.getByRole('button', { name: /^Create/ }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Screen' }).click()
  await effect.getByText('Sees none of it').waitFor()
})

async function choose(page: Page, field: string, at: number): Promise<void> {
  const box = page.getByRole('combobox', { name: field })
  await box.click()
  await box.press('ArrowDown')
  await page.locator('[role=listbox] [role=option]:visible').nth(at).click()
  // A list of several stays open. Once a list is closed, the key is the form's, which asks before it loses anything.
  if ((await box.getAttribute('aria-expanded')) === 'true') await page.keyboard.press('Escape')
}

test(
  'a user’s form says what the role allows, who else has it, and what is sent for logging in',
  inLongRun,
  async () => {
    const page = await open('/users?id=new')
    const form = page.getByRole('dialog')
    await form.getByText('Choose a role to see what it allows.').waitFor()
    await form.getByRole('checkbox', { name: 'Send an invitation' }).waitFor()
    await page.getByRole('combobox', { name: 'Role' }).fill('View Only')
    await page.getByRole('option', { name: 'View Only' }).click()
    await form.getByText(/^Sees, but doesn't change, /).waitFor()
    await form.getByText(/other users? ha(s|ve) this role:/).waitFor()
    await expectAccessible(page, "a user's form")
    await page.goto(`${installation.url}/security-roles`)
    await page.getByRole('link', { name: 'Administrator' }).click()
    await page.getByRole('list', { name: 'What this role can do' }).getByText('Sees and changes everything.').waitFor()
  },
)

test('a user is sent a link to set a password', inLongRun, async () => {
  const page = await open('/users?q=docketing')
  await page.locator('tbody tr[aria-rowindex]').first().getByRole('link').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send password link' }).click()
  await page.getByText(/^Password link sent to .+@.+\.$/).waitFor()
  await until(async () => (await page.getByRole('button', { name: 'Send password link' }).isEnabled()) === true)
})

test('a new user is invited by email, sets a password by its link, and logs in', inLongRun, async () => {
  const page = await open('/users?id=new')
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Email' }).fill('nora.newhire@harlanlowe.example')
  await form.getByRole('textbox', { name: 'Full name' }).fill('Nora Newhire')
  await page.getByRole('combobox', { name: 'Role' }).fill('View Only')
  await page.getByRole('option', { name: 'View Only' }).click()
  await expect(form.getByRole('checkbox', { name: 'Send an invitation' })).toBeChecked()
  await form.getByRole('button', { name: /^Create/ }).click()
  await page.getByText('Invitation sent to nora.newhire@harlanlowe.example.').waitFor()
  await page.getByRole('link', { name: 'Nora Newhire' }).click()
  await form.getByText(/^Invited on .+ by .+, not accepted yet\.$/).waitFor()
  await form.getByRole('button', { name: 'Send again' }).waitFor()
  await expectAccessible(page, 'an invited user')

  const link = await until(() => linkFor(installation, 'nora.newhire@harlanlowe.example'))
  const { page: theirs } = await newPage({ width: 390 })
  await theirs.goto(link)
  await theirs.getByLabel('New password', { exact: true }).fill('first password 1')
  await theirs.getByLabel('Repeat new password', { exact: true }).fill('first password 1')
  await theirs.getByRole('button', { name: 'Save new password' }).click()
  await theirs.waitForURL(/\/login/)
  await theirs.getByRole('textbox', { name: 'Email' }).fill('nora.newhire@harlanlowe.example')
  await theirs.getByLabel('Password', { exact: true }).fill('first password 1')
  await theirs.getByRole('button', { name: 'Log in', exact: true }).click()
  await theirs.waitForURL((at) => !at.pathname.startsWith('/login'))

  await form.getByText(/^Invited on .+, accepted on .+\.$/).waitFor()
  await form.getByRole('button', { name: 'Send password link' }).waitFor()
})

test('a user created without an invitation is sent none, and can be invited afterwards', inLongRun, async () => {
  const page = await open('/users?id=new')
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Email' }).fill('leo.later@harlanlowe.example')
  await form.getByRole('textbox', { name: 'Full name' }).fill('Leo Later')
  await page.getByRole('combobox', { name: 'Role' }).fill('View Only')
  await page.getByRole('option', { name: 'View Only' }).click()
  await form.getByRole('checkbox', { name: 'Send an invitation' }).uncheck()
  await form.getByRole('button', { name: /^Create/ }).click()
  await page.getByRole('link', { name: 'Leo Later' }).click()
  await form.getByText("Has no password yet, and wasn't invited.").waitFor()
  await expect.poll(() => linkFor(installation, 'leo.later@harlanlowe.example')).toBeUndefined()
  await form.getByRole('button', { name: 'Send an invitation' }).click()
  await page.getByText('Invitation sent to leo.later@harlanlowe.example.').waitFor()
  await form.getByText(/not accepted yet\.$/).waitFor()
  await until(() => linkFor(installation, 'leo.later@harlanlowe.example'))
})
