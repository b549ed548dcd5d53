import { expect, type Page, test } from '@playwright/test'
import { type ChatServer, openChatServer } from '../packages/server/src/testing/chat-server.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, signIn, startInstallation, until, untilAtRest } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

test.describe.configure({ mode: 'serial' })

const newPage = startBrowser()
let installation: Installation
let chat: ChatServer
let call: Awaited<ReturnType<typeof signIn>>
let page: Page

test.beforeAll(async () => {
  chat = await openChatServer()
  installation = await startInstallation({ environment: { COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: '127.0.0.1' } })
  call = await signIn(installation.url, 'Administrator')
})
test.afterAll(async () => {
  await installation?.close()
  await chat?.close()
})

const group = () => page.getByRole('dialog', { name: 'Attorneys' })
const openGroup = async () => {
  ;({ page } = await newPage())
  await logInAs(page, { url: installation.url, role: 'Administrator', path: '/preference-groups' })
  await page.getByRole('row', { name: /Attorneys/ }).click()
}

test('an administrator gives a preference group a channel, and its test message arrives', inLongRun, async () => {
  await openGroup()
  await group()
    .getByLabel(/^Chat service/)
    .first()
    .click()
  await page.getByRole('option', { name: 'Slack' }).click()
  await group()
    .getByLabel(/^Webhook address/)
    .first()
    .fill('https://hooks.example.com/services/T0/B0/x')
  await group().getByRole('button', { name: 'Save changes' }).click()
  await group()
    .getByText(/^Must be the webhook address that Slack shows/)
    .first()
    .waitFor()
  await group()
    .getByLabel(/^Webhook address/)
    .first()
    .fill(chat.url('/slack/attorneys'))
  await group().getByRole('button', { name: 'Save changes' }).click()
  await group().waitFor({ state: 'detached' })

  await page.getByRole('row', { name: /Attorneys/ }).click()
  const channel = group().getByRole('region', { name: 'Chat channel' })
  await channel.getByText('Nothing sent yet').waitFor()
  await channel.getByRole('button', { name: 'Send test message' }).click()
  await channel.getByText('All steps passed.').waitFor()
  await expect.poll(() => chat.messages.flatMap(({ texts }) => texts)).toContain('Test from Courtcrier')
  await channel.getByText('Healthy').waitFor()
  await expectAccessible(page, 'preference group with a chat channel')
})

test('filings are announced in the channel once each, with a link, and the filing shows it', inLongRun, async () => {
  await installation.sandbox.sendFilings({ smtp: installation.smtp, count: 12 })
  await untilAtRest(await signIn(installation.url, 'Docketing'))
  const { envelopes } = (await (await call('/api/v1/envelope/search?max=100')).json()) as {
    envelopes: { id: string }[]
  }
  const chatsOf = async (id: string) => {
    const { chats } = (await (await call(`/api/v1/filing/${id}`)).json()) as { chats: { status: string }[] }
    return chats
  }
  const announced = await until(async () => {
    for (const { id } of envelopes) if ((await chatsOf(id)).some(({ status }) => status === 'sent')) return id
    return undefined
  })
  expect(await chatsOf(announced)).toHaveLength(1)
  const links = chat.messages.flatMap((message) => message.links)
  expect(links.some((link) => link.includes('/load-notice/'))).toBe(true)
  expect(new Set(links).size).toBe(links.length)

  ;({ page } = await newPage())
  await logInAs(page, {
    url: installation.url,
    role: 'Administrator',
    path: `/ecfx-notification?id=${announced}`,
  })
  const recipients = page.getByRole('region', { name: 'Recipients' })
  await recipients.getByText('Channel in Slack').waitFor()
})

test('a channel that is gone is paused, and its group says why and what to do', inLongRun, async () => {
  chat.answer = (_, response) => response.writeHead(410).end('channel_is_archived')
  await installation.sandbox.sendFilings({ smtp: installation.smtp, count: 12 })
  const paused = async () => {
    const { timekeeper_groups } = (await (await call('/api/v1/timekeeper_group/search?max=100')).json()) as {
      timekeeper_groups: { chat_health: string }[]
    }
    return timekeeper_groups.some(({ chat_health }) => chat_health === 'paused')
  }
  await until(paused)
  await openGroup()
  const channel = group().getByRole('region', { name: 'Chat channel' })
  await channel.getByText(/no longer takes messages at this webhook address \(410, channel_is_archived\)/).waitFor()
  chat.answer = undefined
  await channel.getByRole('button', { name: 'Send test message' }).click()
  await channel.getByText('Healthy').waitFor()
})
