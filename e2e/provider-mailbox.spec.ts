import { createHmac, randomBytes } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, startInstallation, until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let page: Page

test.beforeAll(async () => {
  installation = await startInstallation()
})
test.afterAll(() => installation?.close())

const key = 'key-3ax6xnjp29jd6fds4gc373sgvjxteol0'

test(
  'an administrator adds a mailbox of Mailgun, enters its address there, and sees in its test what arrives',
  inLongRun,
  async () => {
    ;({ page } = await newPage())
    await logInAs(page, { url: installation.url, role: 'Administrator', path: '/mailboxes?id=new' })
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Name/).first().fill('By Mailgun')
    await form
      .getByLabel(/^Mail service/)
      .first()
      .click()
    await page.getByRole('option', { name: 'Mailgun' }).click()
    await form.getByLabel(/^Address/).fill('notices@hale-osei.example')
    await form.getByRole('button', { name: 'Next' }).click()
    await form
      .getByLabel(/^Webhook secret/)
      .first()
      .fill(key)
    await expect(form.getByLabel(/^Client secret/)).toHaveCount(0)
    // Each step is waited for: in the last one, the same button creates the mailbox.
    const step = form.getByRole('heading', { level: 3 }).first()
    await until(async () => {
      const name = (await step.textContent()) ?? ''
      if (name === 'Review') return true
      await form.getByRole('button', { name: 'Next' }).click()
      await expect(step).not.toHaveText(name)
      return false
    })
    await form.getByRole('button', { name: /^Create/ }).click()
    await form.waitFor({ state: 'detached' })

    await page.getByRole('row', { name: /By Mailgun/ }).click()
    const record = page.getByRole('dialog', { name: 'By Mailgun' })
    const address = record.getByRole('region', { name: 'Address for the provider' }).locator('code')
    await expect(address).toHaveText(/\/api\/v1\/provider-mail\/[\da-f-]+\/[\w-]+\/mime$/)
    await record.getByRole('button', { name: 'Test', exact: true }).click()
    await record.getByText('Mailgun has not called yet.').first().waitFor()
    await expectAccessible(page, 'provider-mailbox')

    await expect.poll(async () => callAs('another key', (await address.textContent()) ?? '')).toBe(404)
    await expect.poll(async () => callAs(key, (await address.textContent()) ?? '')).toBe(200)
    await expect(async () => {
      await record.getByRole('button', { name: 'Test', exact: true }).click()
      await record.getByText('All steps passed.').waitFor({ timeout: 2_000 })
    }).toPass()
    await page.goto(installation.url)
    await page.getByRole('link', { name: /^Inbox/ }).click()
    await page.getByText('By the call of a provider').first().waitFor()
  },
)

async function callAs(signingKey: string, address: string): Promise<number> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const token = randomBytes(25).toString('hex')
  const signature = createHmac('sha256', signingKey).update(`${timestamp}${token}`).digest('hex')
  const email = 'From: ecf@cand.uscourts.gov\r\nSubject: By the call of a provider\r\n\r\ntext\r\n'
  const body = new URLSearchParams({ timestamp, token, signature, 'body-mime': email })
  const { pathname } = new URL(address)
  const answer = await fetch(new URL(pathname, installation.url), { method: 'POST', body })
  return answer.status
}
