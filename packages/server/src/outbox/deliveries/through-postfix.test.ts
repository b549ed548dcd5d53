import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { type SmtpListener, startSmtpListener } from '../../mail/smtp-listener.ts'
import { hasPostfix, type Postfix, startPostfix } from '../../testing/postfix.ts'
import { startWorker } from '../../worker.ts'
import { insert, openTestServices, plantFiling, rowById, type TestServices } from '../copies/test-filing.ts'
import { openOutgoingMail } from '../mail/outgoing-mail.ts'
import { type MailCatcher, openMailCatcher, smtpRefusal } from '../mail/test-mail-server.ts'

/** The firm sends through Postfix, which relays to its clients' mail server and returns bounces to the firm. */
let services: TestServices
let clients: MailCatcher
let listener: SmtpListener
let postfix: Postfix
let closers: (() => unknown)[]

describe.skipIf(!hasPostfix())('email sent through Postfix', () => {
  beforeEach(async () => {
    closers = []
    services = await openTestServices({
      COURTCRIER_MAIL_FROM: 'courtcrier@hale-osei.example',
      COURTCRIER_SMTP_PORT: '0',
    })
    closers.push(services.close)
    clients = await openMailCatcher({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('gone') ? smtpRefusal(550, '5.1.1 no such user') : undefined),
    })
    closers.push(clients.close)
    listener = await startSmtpListener(services)
    closers.push(listener.close)
    postfix = await startPostfix({
      relayPort: clients.port,
      portOfDomain: { 'hale-osei.example': listener.port },
    })
    closers.push(postfix.stop)
    const outgoing = { host: '127.0.0.1', port: postfix.port, isSecure: false }
    const mail = openOutgoingMail({ ...services.config, outgoing }, services.log)
    closers.push(mail.close)
    const worker = await startWorker(services, mail)
    closers.push(worker.stop)
  })
  afterEach(async () => {
    for (const close of closers.toReversed()) await close()
  })

  test('arrives once, with every byte of its document', async () => {
    const document = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000), Buffer.from('\r\n.\r\n..\r\n')])
    const { id, itemId } = await plantWaiting('r.osei@client.example', document)
    await vi.waitFor(() => expect(clients.caught).toHaveLength(1), { timeout: 60_000 })
    expect(clients.caught[0]).toMatchObject({
      from: 'courtcrier@hale-osei.example',
      to: ['r.osei@client.example'],
    })
    const [arrived] = await clients.parsed()
    expect(arrived?.messageId).toBe(`<${id}@notices.hale-osei.example>`)
    expect(arrived?.attachments).toHaveLength(1)
    expect(Buffer.from(arrived?.attachments[0]?.content as ArrayBuffer).equals(document)).toBe(true)
    await vi.waitFor(async () => expect((await rowById(services, 'inbox_items', itemId)).status).toBe('Succeeded'), {
      timeout: 60_000,
    })
    expect(await rowById(services, 'deliveries', id)).toMatchObject({ status: 'sent', attempts: 1 })
    expect(clients.caught).toHaveLength(1)
  })

  test('marks its delivery and its notice as failed when it bounces', async () => {
    const { id, itemId } = await plantWaiting('gone@client.example')
    await vi.waitFor(async () => expect((await rowById(services, 'deliveries', id)).status).toBe('failed'), {
      timeout: 60_000,
    })
    const returned = await rowById(services, 'deliveries', id)
    expect(returned.sentence).toMatch(/^The email was returned: .*550 5\.1\.1 no such user/)
    // Postfix had accepted it, so it was sent, not refused.
    expect(returned.sent_at).toBeInstanceOf(Date)
    expect(await rowById(services, 'inbox_items', itemId)).toMatchObject({ status: 'Failed', action_required: 'USER' })
    const report = await vi.waitFor(async () => {
      const [item] = await otherItems(itemId)
      expect(item).toMatchObject({ status: 'Succeeded', disposition: 'IGNORED' })
      return item
    }, 60_000)
    expect(report?.reason).toContain('A mail server returned the email to gone@client.example')
    expect(clients.caught).toEqual([])
  })
})

/** Plants a filing with a queued delivery. */
async function plantWaiting(email: string, content: Uint8Array = Buffer.from('%PDF-1.7')) {
  const firm = { incoming_email_addresses: ['courtcrier@hale-osei.example'] }
  const { envelopeId, itemId } = await plantFiling(services, { firm, documents: [{ content }] })
  const id = newId()
  await withSystem(services.database, async (trx) => {
    await insert(trx, 'deliveries', {
      firm_id: 1,
      id,
      envelope_id: envelopeId,
      inbox_item_id: itemId,
      email,
      method: 'PDF',
      message_id: id,
      attempts: 0,
    })
    await services.jobs.enqueue(trx, 'delivery', [{ firmId: 1, id }])
  })
  return { id, itemId }
}

async function otherItems(itemId: string) {
  return withSystem(services.database, (trx) =>
    trx.selectFrom('inbox_items').selectAll().where('id', '<>', itemId).execute(),
  )
}
