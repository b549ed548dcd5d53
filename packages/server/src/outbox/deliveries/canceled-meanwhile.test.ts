import { sql } from 'kysely'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { cancelItem } from '../../notices/actions.ts'
import {
  claimed,
  openTestServices,
  plantFiling,
  rowById,
  type TestFiling,
  type TestServices,
} from '../copies/test-filing.ts'
import { type OutgoingMail, openOutgoingMail } from '../mail/outgoing-mail.ts'
import { type MailCatcher, openMailCatcher, smtpRefusal } from '../mail/test-mail-server.ts'
import { openKind } from '../run.ts'
import { deliveryKind } from './kind.ts'
import { plantDelivery } from './planted-delivery.fixture.ts'

let services: TestServices
let filing: TestFiling
let catcher: MailCatcher | undefined
let mail: OutgoingMail | undefined

beforeEach(async () => {
  services = await openTestServices({ COURTCRIER_MAIL_FROM: 'courtcrier@hale-osei.example' })
  filing = await plantFiling(services)
})
afterEach(async () => {
  await closeMail()
  await services.close()
})

async function closeMail(): Promise<void> {
  await mail?.close()
  await catcher?.close()
}

async function openMail(options: SMTPServerOptions = {}): Promise<void> {
  await closeMail()
  catcher = await openMailCatcher(options)
  mail = openOutgoingMail(
    { ...services.config, outgoing: { host: '127.0.0.1', port: catcher.port, isSecure: false } },
    services.log,
  )
}

async function send(id: string): Promise<void> {
  if (!mail) throw new Error('no mail server is open')
  await openKind(deliveryKind(services, mail)).run(claimed({ firmId: 1, id }))
}

const cancel = () =>
  withFirm(services.database, 1, (trx) =>
    cancelItem(trx, services.jobs, { firmId: 1, itemId: filing.itemId, userId: newId() }),
  )
const delivery = (id: string) => rowById(services, 'deliveries', id)

/** Cancels the item once the server has the whole email, and only then answers. */
const cancelDuring = (answer?: Error): SMTPServerOptions => ({
  onData: (stream, _session, done) => {
    stream.resume()
    stream.on('end', () => cancel().then(() => done(answer), done))
  },
})

test('an email whose hand-over fails while its item is canceled is not sent afterward', async () => {
  const id = await plantDelivery(services, filing)
  await openMail(cancelDuring(smtpRefusal(451, 'try again later')))
  await send(id)
  expect(await delivery(id)).toMatchObject({ status: 'canceled', sentence: 'The item was canceled.', attempts: 1 })
  await openMail()
  await send(id)
  expect(catcher?.caught).toEqual([])
  expect(await delivery(id)).toMatchObject({ status: 'canceled', attempts: 1 })
  expect((await rowById(services, 'inbox_items', filing.itemId)).status).toBe('Canceled')
})

test('an email that the mail server accepts while its item is canceled is recorded as sent', async () => {
  const id = await plantDelivery(services, filing)
  await openMail(cancelDuring())
  await send(id)
  expect(await delivery(id)).toMatchObject({ status: 'sent', attempts: 1 })
})

test('an email that a crash interrupted before its item was canceled is not sent, and may have arrived', async () => {
  const id = await plantDelivery(services, filing, { status: 'sending', attempts: 1 })
  await cancel()
  await openMail()
  await send(id)
  expect(catcher?.caught).toEqual([])
  expect(await delivery(id)).toMatchObject({
    status: 'canceled',
    sentence: 'The item was canceled. An earlier attempt was interrupted, so it may have been delivered.',
  })
})

test('an email that a person sends from a canceled item is tried again', async () => {
  await cancel()
  await withSystem(services.database, (trx) =>
    sql`update inbox_items set finished_at = finished_at - interval '1 second' where id = ${filing.itemId}::uuid`.execute(
      trx,
    ),
  )
  const id = await plantDelivery(services, filing)
  await openMail({
    onData: (stream, _session, done) => {
      stream.resume()
      stream.on('end', () => done(smtpRefusal(451, 'try again later')))
    },
  })
  await send(id)
  expect(await delivery(id)).toMatchObject({ status: 'waiting', attempts: 1 })
  await openMail()
  await send(id)
  expect(await delivery(id)).toMatchObject({ status: 'sent', attempts: 2 })
})
