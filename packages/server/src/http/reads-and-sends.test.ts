import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { keep, settingsFor, startGraph, user } from '../mail/graph/graph-mailbox.fixture.ts'
import { countReceived, makeMessage } from '../mail/imap-reader.fixture.ts'
import { bounceMail } from '../mail/testing/bounce-mail.ts'
import { eventually } from '../mail/testing/eventually.ts'
import { itemsOf } from '../mail/testing/items.ts'
import { insert, plantFiling, rowById } from '../outbox/copies/test-filing.ts'
import { openFirmMail } from '../outbox/mail/accounts/firm-mail.ts'
import { openOutgoingMail } from '../outbox/mail/outgoing-mail.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { headerOf } from '../testing/graph-mailbox.ts'
import { startWorker } from '../worker.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  const environment = { COURTCRIER_ALLOW_PRIVATE_MAIL: 'loopback' }
  api = await openTestApi({ environment, register: productRoutes })
})
afterAll(() => api?.close())

test('with one sign-in, a mailbox is read and emails are sent by it; they are not read as notices, and what comes back is', async () => {
  const { services } = api
  const { graph, tokens } = await startGraph()
  const settings = settingsFor({ graph, tokens })
  await make('mailbox', { ...signInOf(settings), folder: 'INBOX' })
  await make('mail_sender', { ...signInOf(settings), sender_name: 'Docketing' })
  keep(services)
  await work()

  graph.deliver(makeMessage('A notice'))
  await eventually(() => countReceived(services, 'A notice')).toBe(1)

  const { id, itemId } = await plantWaiting('r.osei@hale-osei.example')
  await eventually(() => rowById(services, 'deliveries', id)).toMatchObject({ status: 'sent' })
  const [sent] = graph.sent
  const headers = (name: string) => headerOf(sent?.mime ?? Buffer.alloc(0), name)
  expect([headers('From'), headers('To')]).toEqual([`Docketing <${user}>`, 'r.osei@hale-osei.example'])
  expect(graph.messages.filter(({ folderId }) => folderId === 'id-of-sentitems')).toHaveLength(1)

  graph.deliver(bounceMail({ messageId: headers('Message-ID') }))
  const sentence = 'The email was returned: 550 5.1.1 <r.osei@hale-osei.example>: no such user'
  await eventually(() => rowById(services, 'deliveries', id)).toMatchObject({ status: 'failed', sentence })
  expect(await rowById(services, 'inbox_items', itemId)).toMatchObject({ status: 'Failed', action_required: 'USER' })
  expect(graph.sent).toHaveLength(1)
  const received = (await itemsOf(services, 1)).map(({ subject }) => subject)
  expect(received.filter((subject) => subject !== null)).toEqual(
    expect.arrayContaining(['A notice', 'Undelivered Mail Returned to Sender']),
  )
  expect(received).not.toContain(headers('Subject'))
})

/** What both records are signed in with. */
function signInOf({ service, address, ...settings }: ReturnType<typeof settingsFor>) {
  const { tenantId, clientId, clientSecret, server, tokenUrl, scope } = settings
  return {
    ...{ name: 'Docketing', service, address, server, scope, token_url: tokenUrl },
    ...{ tenant_id: tenantId, client_id: clientId, client_secret: clientSecret },
  }
}

async function make(name: string, body: object): Promise<void> {
  const made = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${name}`, body: { ...body } })
  expect(made.status, made.text).toBe(201)
  const url = `/api/v1/${name}/${made.json().id}`
  onTestFinished(async () => {
    await api.call({ as: 'Administrator', method: 'DELETE', url })
  })
}

/** Does the work of the firm, with emails by its own account. */
async function work(): Promise<void> {
  const { services } = api
  const mail = openFirmMail(services, openOutgoingMail(services.config, services.log))
  const worker = await startWorker(services, mail)
  onTestFinished(async () => {
    await worker.stop()
    await mail.close()
  })
}

/** Plants a filing about which an email is to be sent. */
async function plantWaiting(email: string): Promise<{ id: string; itemId: string }> {
  const { envelopeId, itemId } = await plantFiling(api.services)
  const id = newId()
  await withSystem(api.services.database, async (trx) => {
    const delivery = { email, method: 'PDF', message_id: id, attempts: 0 }
    await insert(trx, 'deliveries', { firm_id: 1, id, envelope_id: envelopeId, inbox_item_id: itemId, ...delivery })
    await api.services.jobs.enqueue(trx, 'delivery', [{ firmId: 1, id }])
  })
  return { id, itemId }
}
