import { type Page, test } from '@playwright/test'
import { sql } from 'kysely'
import { withSystem } from '../packages/server/src/base/db/firm-transaction.ts'
import { demoLogIns } from '../packages/server/src/demo/seed.ts'
import { expectAccessible } from './expect-accessible.ts'
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

test('a change of access asks who is there after a while, and keeps what was typed', async () => {
  const { page } = await newPage()
  await logInAs(page, { url: installation.url, role: 'Administrator', path: '/users?id=new' })
  await passTime()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Email' }).fill('nora@harlanlowe.example')
  await form.getByRole('textbox', { name: 'Full name' }).fill('Nora Typed')
  await page.getByRole('combobox', { name: 'Role' }).fill('View Only')
  await page.getByRole('option', { name: 'View Only' }).click()
  await form.getByRole('checkbox', { name: 'Send an invitation' }).uncheck()
  await form.getByRole('button', { name: /^Create/ }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill('wrong')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await question.getByText('The current password is incorrect.').waitFor()
  await expectAccessible(page, 'confirming who is there')
  await confirm(page)
  await question.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Nora Typed' }).waitFor()
})

test('undoing such a change asks as well, and then undoes it', inLongRun, async () => {
  const { page } = await newPage()
  await logInAs(page, { url: installation.url, role: 'Administrator', path: '/users?q=nora' })
  await page.getByRole('link', { name: 'Nora Typed' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Full name' }).fill('Nora Retyped')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('link', { name: 'Nora Retyped' }).waitFor()
  await passTime()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await confirm(page)
  await page.getByRole('link', { name: 'Nora Typed' }).waitFor()
})

test('a webhook is changed once it is clear who is there', inLongRun, async () => {
  const call = await signIn(installation.url, 'Administrator')
  const made = await call('/api/v1/webhook', {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ name: 'Billing', url: 'https://hooks.harlanlowe.example/in', events: ['case.created'] }),
  })
  const { id } = (await made.json()) as { id: string }
  const { page } = await newPage()
  await logInAs(page, { url: installation.url, role: 'Administrator', path: `/webhooks?id=${id}` })
  await passTime()
  const form = page.getByRole('dialog', { name: 'Billing' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Billing program')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await confirm(page)
  await page.getByRole('link', { name: 'Billing program' }).waitFor()
})

const administrator = demoLogIns.find(({ role }) => role === 'Administrator')

async function confirm(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(administrator?.password ?? '')
  await question.getByRole('button', { name: 'Confirm' }).click()
}

/** Makes the administrator's sign-ins older than what sensitive changes need. */
async function passTime(): Promise<void> {
  await withSystem(installation.courtcrier.services.database, (trx) =>
    sql`update session_proofs p set proved_at = proved_at - interval '1 hour' from users u
      where u.firm_id = p.firm_id and u.id = p.user_id and u.email = ${administrator?.email ?? ''}`.execute(trx),
  )
}
