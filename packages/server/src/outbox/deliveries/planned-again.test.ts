import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { cancelItem } from '../../notices/actions.ts'
import { insertDeliveries } from '../../records/outgoing/insert-deliveries.ts'
import { orStartOver } from '../../records/outgoing/set-delivery-status.ts'
import {
  claimed,
  openTestServices,
  plantFiling,
  rowById,
  type TestFiling,
  type TestServices,
} from '../copies/test-filing.ts'
import { type OutgoingMail, openOutgoingMail } from '../mail/outgoing-mail.ts'
import { openNotes } from '../mail/receipts.ts'
import { openKind } from '../run.ts'
import { deliveryKind } from './kind.ts'
import { plantDelivery } from './planted-delivery.fixture.ts'

let services: TestServices
let filing: TestFiling
let id: string
/** How often the mail server got the whole email. */
let taken: number

beforeEach(async () => {
  services = await openTestServices({ COURTCRIER_MAIL_FROM: 'courtcrier@hale-osei.example' })
  filing = await plantFiling(services)
  id = await plantDelivery(services, filing)
  taken = 0
})
afterEach(() => services.close())

test('an email that the mail server accepted before a kill is recorded as sent although its item was canceled since', async () => {
  await expect(run(accepts, isKilled)).rejects.toThrow('killed')
  await cancel()
  await run(accepts)
  expect(taken).toBe(1)
  expect(await delivery()).toMatchObject({ status: 'sent' })
})

test('what kills left of an email that was canceled says nothing about it when it is planned again', async () => {
  for (let kills = 1; kills <= 2; kills++) await expect(run(neverAnswers, isKilled)).rejects.toThrow('killed')
  await cancel()
  await run(accepts)
  expect(await delivery()).toMatchObject({ status: 'canceled' })
  await planAgain()
  await run(accepts)
  expect(taken).toBe(3)
  expect(await delivery()).toMatchObject({
    status: 'sent',
    attempts: 1,
    sentence: 'Emailed to r.osei@hale-osei.example.',
  })
})

test('nor do answers that were lost before its item was canceled while it waited', async () => {
  const lost: number[] = []
  const counted: OutgoingMail['send'] = async (message, options) => {
    lost.push(openNotes(options?.receipt).lost())
    return losesAnswer(message, options)
  }
  for (let tries = 1; tries <= 2; tries++) await run(counted)
  await cancel()
  expect(await delivery()).toMatchObject({ status: 'canceled' })
  await planAgain()
  for (let tries = 1; tries <= 2; tries++) await run(counted)
  expect(lost).toEqual([0, 1, 0, 1])
})

test('nor do those that were lost while its item was canceled', async () => {
  await run(async (message, options) => {
    const answer = await losesAnswer(message, options)
    await cancel()
    return answer
  })
  expect(await delivery()).toMatchObject({ status: 'canceled' })
  expect(await readdir(path.join(services.config.dataFolder, 'handed-over'))).not.toContain(id)
})

const accepts: OutgoingMail['send'] = async (_message, options) => {
  takeEmail(options, 'accepted')
  return { accepted: true, response: '250' }
}
const losesAnswer: OutgoingMail['send'] = async (_message, options) => {
  takeEmail(options, 'lost')
  return { retry: 'No answer.' }
}
const neverAnswers: OutgoingMail['send'] = async (_message, options) => {
  takeEmail(options)
  return { retry: 'No answer.' }
}

function takeEmail(options: Parameters<OutgoingMail['send']>[1], then?: 'accepted' | 'lost'): void {
  const notes = openNotes(options?.receipt)
  notes.note('handedOver')
  if (then) notes.note(then)
  taken += 1
}

/** As a server does that is killed before it records the result. */
const isKilled = { record: () => Promise.reject(new Error('killed')) }

async function run(send: OutgoingMail['send'], killed = {}): Promise<void> {
  const mail = { ...openOutgoingMail(services.config, services.log), send }
  await openKind({ ...deliveryKind(services, mail), ...killed }).run(claimed({ firmId: 1, id }))
}

const delivery = () => rowById(services, 'deliveries', id)

const cancel = () =>
  withFirm(services.database, 1, (trx) =>
    cancelItem(trx, services.jobs, { firmId: 1, itemId: filing.itemId, userId: newId() }),
  )

/** Plans the filing's delivery again, as when a person has its item processed again. */
async function planAgain(): Promise<void> {
  const { envelopeId, itemId } = filing
  const insertion = insertDeliveries({
    firmId: 1,
    columns: ['id', 'envelope_id', 'inbox_item_id', 'timekeeper_id', 'email', 'method', 'status', 'cadence'],
    from: sql`select ${newId()}::uuid, ${envelopeId}::uuid, ${itemId}::uuid, null::uuid, 'r.osei@hale-osei.example', 'PDF',
      'waiting', 'REALTIME'`,
  })
  await withSystem(services.database, async (trx) => {
    await sql`update inbox_items set status = 'Post Processing', finished_at = null where id = ${itemId}::uuid`.execute(
      trx,
    )
    await sql`${insertion} ${orStartOver}`.execute(trx)
  })
}
