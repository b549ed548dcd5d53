import { expect, type Page, test } from '@playwright/test'
import { type GraphServer, startGraphServer } from '../packages/server/src/testing/graph-server.ts'
import { startTokenServer, type TokenServer, testApplication } from '../packages/server/src/testing/token-server.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const address = 'notices@hale-osei.example'
const newPage = startBrowser()
let installation: Installation
let tokens: TokenServer
let graph: GraphServer
let page: Page

test.beforeAll(async () => {
  tokens = await startTokenServer({ user: address })
  graph = await startGraphServer({ address, tokens })
  installation = await startInstallation({ environment: { COURTCRIER_ALLOW_PRIVATE_MAIL: '127.0.0.1' } })
})
test.afterAll(async () => {
  await installation?.close()
  await graph?.stop()
  await tokens?.stop()
})

test(
  'an administrator adds a mailbox by Microsoft Graph, sees which folders there are, and sees it being read',
  inLongRun,
  async () => {
    ;({ page } = await newPage())
    await logInAs(page, { url: installation.url, role: 'Administrator', path: '/mailboxes?id=new' })
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Name/).first().fill('Notices')
    await form
      .getByLabel(/^Mail service/)
      .first()
      .click()
    await page.getByRole('option', { name: 'Microsoft 365, by Microsoft Graph' }).click()
    await form.getByLabel(/^Address/).fill(address)
    await form.getByRole('button', { name: 'Next' }).click()
    await expect(form.getByLabel(/^Password/)).toHaveCount(0)
    await expect(form.getByLabel(/^Service account key/)).toHaveCount(0)
    await form.getByRole('textbox', { name: 'Directory (tenant) ID' }).fill('hale-osei.example')
    await form.getByRole('textbox', { name: 'Application (client) ID' }).fill(testApplication.clientId)
    await form
      .getByLabel(/^Client secret/)
      .first()
      .fill(testApplication.clientSecret)
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('textbox', { name: 'Mail server' }).fill(graph.url)
    await form.getByRole('textbox', { name: 'Token URL' }).fill(tokens.tokenUrl)
    await form.getByRole('textbox', { name: 'Scope' }).fill('imap')
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('textbox', { name: 'Folder', exact: true }).fill('Court notices')
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('button', { name: /^Create/ }).click()
    await form.waitFor({ state: 'detached' })

    await page.getByRole('row', { name: /Notices/ }).click()
    const record = page.getByRole('dialog', { name: 'Notices' })
    await record.getByRole('button', { name: 'Test', exact: true }).click()
    await record.getByText('There are: "Inbox", "Drafts", "Sent Items", "Archive".').first().waitFor()
    await expectAccessible(page, 'graph mailbox')
    await record.getByRole('textbox', { name: 'Folder', exact: true }).fill('INBOX')
    await record.getByRole('button', { name: 'Save changes' }).click()
    await record.waitFor({ state: 'detached' })

    graph.deliver('From: ecf@cand.uscourts.gov\r\nSubject: By Graph\r\nMessage-ID: <1@test>\r\n\r\ntext\r\n')
    await page.getByRole('row', { name: /Notices.*Healthy/ }).click()
    await record.getByRole('button', { name: 'Test', exact: true }).click()
    await record.getByText('All steps passed.').waitFor()
    await expect.poll(() => graph.messages[0]?.isRead).toBe(true)
  },
)
