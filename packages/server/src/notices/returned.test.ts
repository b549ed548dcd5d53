import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { makeOwnMessageId } from '../mail/own-message-id.ts'
import { receiveMessage } from '../mail/receive.ts'
import { type BounceParts, bounceMail } from '../mail/testing/bounce-mail.ts'
import { insert, openTestServices, plantFiling, rowById, type TestServices } from '../outbox/copies/test-filing.ts'
import { openOutgoingMail } from '../outbox/mail/outgoing-mail.ts'
import { type MailCatcher, openMailCatcher } from '../outbox/mail/test-mail-server.ts'
import { forgetWanted } from '../records/happenings/happenings.ts'
import { startWorker } from '../worker.ts'

let services: TestServices
let catcher: MailCatcher
let stop: () => Promise<void>

beforeEach(async () => {
  services = await openTestServices()
  catcher = await openMailCatcher()
  const outgoing = { host: '127.0.0.1', port: catcher.port, isSecure: false }
  const mail = openOutgoingMail({ ...services.config, outgoing }, services.log)
  const worker = await startWorker(services, mail)
  stop = async () => {
    await worker.stop()
    await mail.close()
  }
})
afterEach(async () => {
  await stop()
  await catcher.close()
  await services.close()
})

test('a returned email fails its delivery and its notice, and the report itself is done', async () => {
  const { id, itemId } = await plantSent()
  const report = await receive({ messageId: messageIdOf(id) })
  expect(report).toMatchObject({
    status: 'Succeeded',
    disposition: 'IGNORED',
    action_required: 'NONE',
    reason:
      'A mail server returned the email to r.osei@hale-osei.example about Acme, Inc. v. Doe: 550 5.1.1 <r.osei@hale-osei.example>: no such user. That delivery is marked as failed.',
  })
  const sentence = 'The email was returned: 550 5.1.1 <r.osei@hale-osei.example>: no such user'
  expect(await rowById(services, 'deliveries', id)).toMatchObject({ status: 'failed', sentence })
  expect(await rowById(services, 'inbox_items', itemId)).toMatchObject({
    status: 'Failed',
    action_required: 'USER',
    reason: `${sentence}. Correct the address, or have the mailbox fixed, then reprocess the notice to send the email again.`,
  })
  const whole = sentence.replace('The email was', 'The email to r.osei@hale-osei.example was')
  expect(await all('system_events')).toMatchObject([{ level: 'ERROR', entity_id: id, sentence: whole }])
  expect(await all('history')).toContainEqual(
    expect.objectContaining({ inbox_item_id: itemId, outcome: 'failed', sentence: whole }),
  )
  expect(catcher.caught).toEqual([])
})

test.each([
  ['is late', 'delayed', 'is delayed and that it keeps trying'],
  ['has arrived', 'relayed', 'was delivered'],
])('a report that an email %s changes nothing and requires no action', async (_, action, told) => {
  const { id } = await plantSent()
  const report = await receive({ messageId: messageIdOf(id), action })
  expect(report).toMatchObject({ disposition: 'IGNORED', reason: expect.stringContaining(told) })
  expect((await rowById(services, 'deliveries', id)).status).toBe('sent')
  expect(await all('system_events')).toEqual([])
})

test('a returned email is known by its own ID, though a mail service gave it another', async () => {
  const { id } = await plantSent()
  const report = await receive({ messageId: '<0100019@email.amazonses.com>', ownId: messageIdOf(id) })
  expect(report).toMatchObject({ disposition: 'IGNORED' })
  expect((await rowById(services, 'deliveries', id)).status).toBe('failed')
})

test('a returned email that is about no filing, such as a password link, is in the log and requires no action', async () => {
  const { secrets, config } = services
  await plantSent()
  const own = (firmId: number) => makeOwnMessageId(secrets, { firmId, publicUrl: config.publicUrl })
  const sentence =
    'A mail server returned an email that Courtcrier sent to r.osei@hale-osei.example: 550 5.1.1 <r.osei@hale-osei.example>: no such user.'
  expect(await receive({ messageId: own(1) })).toMatchObject({ disposition: 'IGNORED', reason: sentence })
  expect(await all('system_events')).toMatchObject([{ level: 'WARNING', sentence }])
  expect(await receive({ messageId: own(1), action: 'delayed' })).toMatchObject({ disposition: 'IGNORED' })
  expect(await receive({ messageId: own(2) })).not.toMatchObject({ disposition: 'IGNORED' })
  expect(await all('system_events')).toHaveLength(1)
})

test("a report that names none of the firm's emails is a message like any other", async () => {
  const { id } = await plantSent()
  const other = await plantSent({ firmId: 2 })
  const foreign = [
    messageIdOf(newId()),
    messageIdOf(other.id),
    `<${id}@elsewhere.example>`,
    `<${id}'; drop table deliveries@notices.hale-osei.example>`,
  ]
  for (const messageId of foreign) expect((await receive({ messageId })).disposition, messageId).not.toBe('IGNORED')
  for (const each of [id, other.id]) expect((await rowById(services, 'deliveries', each)).status).toBe('sent')
})

test('a notice stays finished if a second email reached the recipient', async () => {
  const { id, itemId } = await plantSent()
  await plantSent({ again: id })
  await receive({ messageId: messageIdOf(id) })
  expect((await rowById(services, 'deliveries', id)).status).toBe('failed')
  expect((await rowById(services, 'inbox_items', itemId)).status).toBe('Succeeded')
})

test('webhooks are notified that an email was returned, and that its notice failed', async () => {
  const { id, itemId } = await plantSent()
  await withFirm(services.database, 1, async (trx) => {
    const events = ['delivery.failed', 'notice.failed']
    await insert(trx, 'webhooks', { firm_id: 1, id: newId(), name: 'Told', url: 'https://told.invalid', events })
    forgetWanted(trx, 1)
  })
  await receive({ messageId: messageIdOf(id) })
  const calls = (await all('webhook_calls')).map(({ event, payload }) => [
    event,
    (payload as { entityId: string }).entityId,
  ])
  expect(calls.toSorted()).toEqual([
    ['delivery.failed', id],
    ['notice.failed', itemId],
  ])
})

async function plantSent({ firmId = 1, again }: { firmId?: number; again?: string } = {}) {
  const first = again ? await rowById(services, 'deliveries', again) : undefined
  const filing = first ? undefined : await plantFiling(services, { firmId })
  const id = newId()
  const itemId = String(first?.inbox_item_id ?? filing?.itemId)
  await withSystem(services.database, async (trx) => {
    await insert(trx, 'deliveries', {
      firm_id: firmId,
      id,
      envelope_id: first?.envelope_id ?? filing?.envelopeId,
      inbox_item_id: itemId,
      email: 'r.osei@hale-osei.example',
      method: 'PDF',
      status: 'sent',
      message_id: id,
      attempts: 1,
      repeat: first ? 1 : 0,
    })
    await trx
      .updateTable('inbox_items')
      .set({ status: 'Succeeded', disposition: 'PROCESSED' })
      .where('id', '=', itemId)
      .execute()
  })
  return { id, itemId }
}

function messageIdOf(id: string): string {
  return `<${id}@notices.hale-osei.example>`
}

/** Returns the report's item once it stops. */
async function receive(parts: BounceParts): Promise<Record<string, unknown>> {
  const raw = Buffer.from(bounceMail(parts))
  const { itemId } = await receiveMessage(services, { firmId: 1, raw, via: 'smtp', source: 'mx.example' })
  return vi.waitFor(
    async () => {
      const row = await rowById(services, 'inbox_items', itemId)
      expect(row.status).not.toMatch(/New|Started/)
      return row
    },
    { timeout: 60_000, interval: 50 },
  )
}

async function all(table: string) {
  return withSystem(services.database, (trx) => trx.selectFrom(table).selectAll().execute())
}
