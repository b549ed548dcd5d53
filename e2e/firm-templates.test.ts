import type { FiledScenario } from '@courtcrier/sandbox/sandbox.ts'
import { openSession } from '@courtcrier/sandbox/sending/smtp-session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bounceMail } from '../packages/server/src/mail/testing/bounce-mail.ts'
import { type Installation, isAtRest, signIn, startInstallation, until } from './harness.ts'

/** An email in the firm's own words, from the court's notice to the reader, and what happens if it bounces. */

type Row = Record<string, unknown> & { id: string; status: string }

let installation: Installation
let call: Awaited<ReturnType<typeof signIn>>

beforeAll(async () => {
  installation = await startInstallation()
  call = await signIn(installation.url, 'Administrator')
})
afterAll(() => installation?.close())

test("emails use the firm's template, and a bounce is shown at its delivery and its notice", async () => {
  const answer = await call('/api/v1/email_template/search?freeText=Notice%20of%20filing')
  const { email_templates: [ours] = [] } = (await answer.json()) as { email_templates: Row[] }
  // The template used for the demo's attorneys.
  await put(`/api/v1/email_template/${ours?.id}`, {
    subject: 'Ours: {{ case.case_number }} {{ filing.event }}',
    body: '<p>Dear colleague,</p><p>{{ documents }}</p><p>Assigned:</p>{{ timekeepers }}',
  })
  const filed = await installation.sandbox.fileScenario('five-attorneys')
  await send(filed)
  const { filing } = filed
  // With its copies: a notice that is still being saved when an email bounces fails once that is done.
  await until(async () => isAtRest((await itemOf(filing.docketNumber, filing.event))?.status ?? 'New'))
  const told = await deliveriesOf(filed)
  expect(new Set(told.map(({ status }) => status))).toEqual(new Set(['sent']))
  const mails = await installation.sandbox.mails()
  const [first] = told
  const mail = mails.find(({ messageId }) => first && messageId.includes(first.id))
  expect(mail?.subject).toMatch(/^Ours: .*\d/)
  expect(mail?.text).toMatch(
    /^Dear colleague,\n\nDOCUMENTS\n[\s\S]*Assigned:\n\n- [\s\S]*Why you receive this: Assigned to/,
  )
  expect(mail?.headers.find(({ name }) => name.toLowerCase() === 'list-unsubscribe')?.value).toMatch(
    /\/profile#delivery>$/,
  )
  expect(mail?.attachments.length).toBeGreaterThan(0)

  const before = mails.length
  await send(filed, Buffer.from(bounceMail({ messageId: mail?.messageId ?? '' })))
  await until(async () => (await deliveriesOf(filed)).find(({ id }) => id === first?.id)?.status === 'failed')
  const returned = (await deliveriesOf(filed)).find(({ id }) => id === first?.id)
  expect(returned?.sentence).toBe('The email was returned: 550 5.1.1 <r.osei@hale-osei.example>: no such user')
  const report = (await items()).find(({ subject }) => subject === 'Undelivered Mail Returned to Sender')
  expect(report).toMatchObject({ disposition: 'IGNORED', status: 'Succeeded' })
  expect(await itemOf(filing.docketNumber, filing.event)).toMatchObject({ status: 'Failed' })
  expect(await installation.sandbox.mails()).toHaveLength(before)
})

/**
 * Sends the first recipient's notice, or another message, the way mail servers send delivery reports (RFC 5321, 4.5.5).
 */
async function send({ messages }: FiledScenario, report?: Buffer): Promise<void> {
  const session = await openSession(installation.smtp)
  const [message] = messages
  if ('reason' in session || !message) throw new Error('the notice could not be sent')
  const sent = report ? { ...message, raw: report, envelopeFrom: '' } : message
  expect(await session.send(sent, message.email)).toMatchObject({ kind: 'accepted' })
  session.close()
}

async function items(): Promise<Row[]> {
  const answer = await call('/api/v1/inbox_item/search?max=50&sort=-receivedAt')
  return ((await answer.json()) as { inbox_items: Row[] }).inbox_items
}

async function itemOf(docketNumber: string, event: string): Promise<Row | undefined> {
  return (await items()).find(
    (item) => String(item.docket_number).startsWith(docketNumber) && String(item.event).includes(event),
  )
}

async function deliveriesOf({ filing }: FiledScenario): Promise<Row[]> {
  const item = await itemOf(filing.docketNumber, filing.event)
  const answer = await call('/api/v1/delivery/search?max=100&sort=-createdAt')
  const { deliveries } = (await answer.json()) as { deliveries: Row[] }
  return deliveries.filter((delivery) => delivery.inbox_item_id === item?.id)
}

async function put(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await call(path, { method: 'PUT', headers, body: JSON.stringify(body) })
  expect(answer.status, await answer.clone().text()).toBe(200)
}
