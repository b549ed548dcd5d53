import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { pino } from 'pino'
import { enrollWith, openAgentCalls } from '../packages/server/src/agent/agent-calls.ts'
import { openAgentFolder } from '../packages/server/src/agent/agent-folder.ts'
import { readEntered } from '../packages/server/src/agent/entered-credential.ts'
import { runAgent } from '../packages/server/src/agent/run-agent.ts'
import { keepCredential } from '../packages/server/src/agent/saved-credentials.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, startInstallation } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'
import { holdAnswer, openSettings, tryToLeave } from './steady.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
const control = new AbortController()
let installation: Installation
let home: string
let running: Promise<void> | undefined

test.beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-agent-'))
  installation = await startInstallation({})
})
test.afterAll(async () => {
  control.abort()
  await running
  await installation?.close()
  await rm(home, { recursive: true, force: true })
})

test('an administrator creates a token for an agent, sees it connect, and saves to a share with it', async () => {
  const { page } = await newPage()
  await logInAs(page, { url: installation.url, role: 'Administrator', path: '/settings' })
  await openSettings(page, installation.url, /^Firm Information/i)
  await page.locator('#storage a[href="/hierarchy"]').scrollIntoViewIfNeeded()
  const agents = page.getByRole('region', { name: 'Agents' })
  await agents.getByText('No agents yet.').waitFor()
  await agents.getByRole('button', { name: 'Create token' }).press('Enter')
  const making = page.getByRole('dialog', { name: 'Create a token for an agent' })
  await making.getByLabel('Name of the agent').fill('New York office')
  await expectAccessible(page, 'new token for an agent')
  const answered = await holdAnswer(page, '**/api/v1/firm/agent-tokens')
  await making.getByRole('button', { name: 'Create token' }).click()
  await answered.isSent
  await tryToLeave(page)
  await expect(making.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  answered.release()
  const made = page.getByRole('dialog', { name: 'Token for the agent “New York office”' })
  const token = await made.getByLabel('Token').inputValue()
  await tryToLeave(page)
  await expect(made.getByLabel('Token')).toHaveValue(token)
  await made.getByText(`courtcrier agent enroll --server ${installation.url}`).waitFor()
  await page.screenshot({ path: 'test-results/agent-token.png' })
  await made.getByRole('button', { name: 'Done' }).click()
  await agents.getByText(/^Not enrolled yet\. The token expires/).waitFor()

  await startAgent(token)
  // While a token waits to be used, the list is read again every few seconds.
  await agents.getByText(/^Connected since/).waitFor()
  await agents.getByText('Credentials: files').waitFor()
  await expectAccessible(page, 'agents')
  await agents.screenshot({ path: 'test-results/agents.png' })

  await page.goto(`${installation.url}/dms?kind=generic_credential&id=new&type=FILE_SYSTEM`)
  await addCredential(page)
})

test('the forms and the list fit a phone, and the dark', inLongRun, async () => {
  const { page } = await newPage({ width: 390, isDark: true })
  await logInAs(page, { url: installation.url, role: 'Administrator', path: '/firm-information#storage' })
  const agents = page.getByRole('region', { name: 'Agents' })
  await agents.getByText(/^Connected since/).waitFor()
  await agents.screenshot({ path: 'test-results/agents-phone.png' })
})

test('an agent is revoked after a question, and is gone', async () => {
  const { page } = await newPage()
  await logInAs(page, { url: installation.url, role: 'Administrator', path: '/firm-information#storage' })
  const agents = page.getByRole('region', { name: 'Agents' })
  await agents.getByRole('button', { name: 'Revoke New York office' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke the agent “New York office”?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await agents.getByText('No agents yet.').waitFor()
})

async function startAgent(token: string): Promise<void> {
  const folder = await openAgentFolder(path.join(home, 'agent'))
  const share = await mkdtemp(path.join(home, 'share-'))
  await keepCredential(folder, { name: 'files', ...readEntered('folder', new Map([['folder_id', share]])) })
  const connection = await enrollWith({ server: installation.url, token, version: '0.1.0' })
  const parts = { folder, log: pino({ level: 'silent' }), calls: openAgentCalls(connection), stop: control.signal }
  running = runAgent(parts)
}

async function addCredential(page: Page): Promise<void> {
  const form = page.getByRole('dialog')
  await form.getByLabel(/^Folder(?! creation)/).waitFor()
  await form.getByLabel(/^Name/).fill('Files at the office')
  await form.getByLabel(/^Use agent/).check()
  await expect(form.getByLabel(/^Folder(?! creation)/)).toHaveCount(0)
  await form.getByLabel(/^Agent/).selectOption('New York office')
  await form.getByLabel(/^Credential at the agent/).fill('files')
  await expectAccessible(page, 'credential with an agent')
  await page.screenshot({ path: 'test-results/agent-credential.png' })
  // With an agent, the sign-in is kept there.
  await expect(form.getByRole('button', { name: 'Sign-in' })).toHaveCount(0)
  await form.getByRole('button', { name: 'Next', exact: true }).click()
  await form.getByRole('heading', { level: 3, name: 'Folders and expiration' }).waitFor()
  await form.getByRole('button', { name: 'Next', exact: true }).click()
  await form.getByRole('button', { name: /^Create/ }).click()
  await page.getByRole('link', { name: 'Files at the office' }).click()
  const record = page.getByRole('dialog', { name: 'Files at the office' })
  await record.getByRole('button', { name: /^Test/ }).click()
  await record.getByText('All steps passed.').waitFor()
}
