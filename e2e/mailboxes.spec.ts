import { expect, type Page, test } from '@playwright/test'
import { makeFolder } from '../packages/server/src/mail/testing/imap-folder.ts'
import { startImapServer, type TestImapServer } from '../packages/server/src/mail/testing/imap-server.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let server: TestImapServer
let page: Page

test.beforeAll(async () => {
  server = await startImapServer({ user: 'notices@hale-osei.example' })
  installation = await startInstallation({ environment: { COURTCRIER_ALLOW_PRIVATE_MAIL: '127.0.0.1' } })
})
test.afterAll(async () => {
  await installation?.close()
  await server?.close()
})

test('an administrator adds a mailbox, sees in its test what is wrong, mends it and sees it being read', async () => {
  ;({ page } = await newPage())
  await logInAs(page, { url: installation.url, role: 'Administrator', path: '/mailboxes?id=new' })
  const form = page.getByRole('dialog')
  await form.getByLabel(/^Name/).first().fill('Notices')
  await form
    .getByLabel(/^Mail service/)
    .first()
    .click()
  await page.getByRole('option', { name: 'Other, with a password' }).click()
  await form.getByLabel(/^Address/).fill('notices@hale-osei.example')
  await form.getByRole('button', { name: 'Next' }).click()
  await form
    .getByLabel(/^Password/)
    .first()
    .fill('wrong')
  await form.getByRole('button', { name: 'Next' }).click()
  await form.getByRole('textbox', { name: 'Mail server' }).fill(`imap://127.0.0.1:${server.port}`)
  await form.getByRole('button', { name: 'Next' }).click()
  await form.getByRole('button', { name: 'Show folders' }).click()
  await form.getByText('refuses the user name or password of notices@hale-osei.example').waitFor()
  await form.getByRole('button', { name: 'Next' }).click()
  await form.getByRole('button', { name: /^Create/ }).click()
  await form.waitFor({ state: 'detached' })

  await page.getByRole('row', { name: /Notices/ }).click()
  const record = page.getByRole('dialog', { name: 'Notices' })
  await record.getByRole('button', { name: 'Test', exact: true }).click()
  await record.getByText('refuses the user name or password of notices@hale-osei.example').first().waitFor()
  await expectAccessible(page, 'mailbox')
  await record
    .getByLabel(/^Password/)
    .first()
    .fill('secret')
  await record.getByRole('button', { name: 'Save changes' }).click()
  await record.waitFor({ state: 'detached' })

  server.deliver('INBOX', 'From: ecf@cand.uscourts.gov\r\nSubject: To the new mailbox\r\n\r\ntext\r\n')
  await page.getByRole('row', { name: /Notices.*Healthy/ }).click()
  await record.getByRole('button', { name: 'Test', exact: true }).click()
  await record.getByText('All steps passed.').waitFor()
  await record.getByText(/^The folder "INBOX" has \d+ messages?\.$/).waitFor()
})

test('an administrator chooses the folder from those that the mailbox has, with the keyboard', inLongRun, async () => {
  server.folders.set('Court/Notices', makeFolder())
  ;({ page } = await newPage())
  await logInAs(page, { url: installation.url, role: 'Administrator', path: '/mailboxes' })
  await page.getByRole('row', { name: /Notices/ }).click()
  const record = page.getByRole('dialog', { name: 'Notices' })
  await record.getByRole('textbox', { name: 'Folder', exact: true }).waitFor()
  await record.getByRole('button', { name: 'Show folders' }).press('Enter')
  const folder = record.getByRole('combobox', { name: 'Folder', exact: true })
  // The list opens where the person goes on, with all folders in it, whatever was entered.
  await expect(folder).toBeFocused()
  const choices = page.getByRole('listbox').getByRole('option')
  await expect(choices).toHaveText(['INBOX', 'Court/Notices'])
  await expectAccessible(page, 'folders of a mailbox')
  await folder.fill('court')
  await expect(choices).toHaveText(['Court/Notices'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(folder).toHaveValue('Court/Notices')
  const done = record.getByRole('combobox', { name: 'Folder for received messages' })
  await done.fill('court')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(done).toHaveValue('Court/Notices')
  // Other settings may have other folders.
  await record.getByRole('textbox', { name: 'Mail server' }).fill('imap://127.0.0.1:9')
  await expect(record.getByRole('textbox', { name: 'Folder', exact: true })).toHaveValue('Court/Notices')
  await expect(record.getByRole('textbox', { name: 'Folder for received messages' })).toHaveValue('Court/Notices')
})

test('an administrator counts older messages before saving since when they are received', inLongRun, async () => {
  const old = server.deliver('INBOX', 'Subject: Old\r\n\r\ntext\r\n', new Date('2025-11-03T09:00:00Z'))
  ;({ page } = await newPage())
  await logInAs(page, { url: installation.url, role: 'Administrator', path: '/mailboxes' })
  await page.getByRole('row', { name: /Notices/ }).click()
  const record = page.getByRole('dialog', { name: 'Notices' })
  const sections = record.getByRole('navigation', { name: 'Sections of the form' })
  await sections.getByRole('button', { name: 'Messages', exact: true }).click()
  const since = record.getByRole('textbox', { name: 'Messages since' })
  await since.fill('2025-11-10T00:00:00Z')
  const count = record.getByRole('region', { name: 'Messages since the time you entered' })
  await count.getByRole('button', { name: 'Count the messages' }).click()
  await count.getByText('since 2025-11-10 00:00 UTC would be received, and 1 older one left as it is.').waitFor()
  await expectAccessible(page, 'count of older messages')
  // The answer about another time says nothing about this one.
  await since.fill('2025-11-01T00:00:00Z')
  await expect(count.getByRole('status')).toHaveText('')
  await count.getByRole('button', { name: 'Count the messages' }).click()
  await count.getByText('since 2025-11-01 00:00 UTC would be received, and 0 older ones left as they are.').waitFor()
  expect(isRead(old)).toBe(false)
  await record.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => isRead(old)).toBe(true)
})

function isRead(uid: number): boolean | undefined {
  return server.folders
    .get('INBOX')
    ?.messages.find((message) => message.uid === uid)
    ?.flags.has('\\Seen')
}
