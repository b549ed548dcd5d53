import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, signIn, startInstallation, until } from './harness.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'
import { tryToLeave } from './steady.ts'
import { type HeardCall, verifyCall } from './verify-call.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let page: Page
let receiver: Server
const heard: HeardCall[] = []

test.beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    heard.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.end('noted')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  installation = await startInstallation({ environment: { COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: '1' } })
})
test.afterAll(async () => {
  await installation?.close()
  receiver?.close()
})

const dialog = (name: string) => page.getByRole('dialog', { name })

test('a webhook is created with checked events and a secret, tested, and one of its calls is resent', async () => {
  const call = await signIn(installation.url, 'Administrator')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/courtcrier`
  const made = await call('/api/v1/webhook', {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ name: 'Docketing program', url, events: ['case.created'] }),
  })
  const { id } = (await made.json()) as { id: string }
  ;({ page } = await newPage())
  await logInAs(page, { url: installation.url, role: 'Administrator', path: `/webhooks?id=${id}` })
  const form = dialog('Docketing program')
  const events = form.getByRole('group', { name: /Events/ })
  await expect(events.getByRole('checkbox', { name: 'case.created' })).toBeChecked()
  await events.getByRole('checkbox', { name: 'notice.processed' }).check()
  await expectAccessible(page, 'webhook')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.waitFor({ state: 'detached' })
  const kept = (await (await call(`/api/v1/webhook/${id}`)).json()) as { events: string[] }
  expect(kept.events).toEqual(['notice.processed', 'case.created'])

  await page.goto(`${installation.url}/webhooks?id=${id}`)
  await form.getByRole('link', { name: 'Deliveries, test and secret' }).click()
  const calls = dialog('Deliveries of Docketing program')
  await calls.getByText('Nothing sent yet').waitFor()
  await calls.getByRole('button', { name: 'New secret' }).click()
  await calls.getByRole('button', { name: 'Create new secret' }).click()
  const shown = dialog('New secret')
  const secret = await shown.getByRole('textbox', { name: 'Secret' }).inputValue()
  await tryToLeave(page)
  await expect(shown.getByRole('textbox', { name: 'Secret' })).toHaveValue(secret)
  await expectAccessible(page, 'new webhook secret')
  await shown.getByRole('button', { name: 'Done' }).click()
  await shown.waitFor({ state: 'detached' })
  await calls.getByRole('button', { name: 'Send test' }).click()
  await calls.getByText('Test: The receiver accepted it (200).').waitFor()
  const [test] = heard
  if (!test) throw new Error('the test was not heard')
  expect(verifyCall(test, secret)).toMatchObject({ type: 'webhook.test' })
  await calls.getByText('Request and response').click()
  await calls.getByText('noted', { exact: true }).waitFor()
  await expect(calls.getByText('webhook-signature: (not saved)')).toHaveCount(1)
  await expectAccessible(page, 'webhook calls')
  await calls.getByRole('button', { name: /^Send again: webhook\.test of / }).click()
  await until(async () => heard.length === 2)
  expect(heard[1]?.headers['webhook-id']).toBe(test.headers['webhook-id'])
  await until(async () => (await calls.getByText('Accepted', { exact: true }).count()) === 2)
})
