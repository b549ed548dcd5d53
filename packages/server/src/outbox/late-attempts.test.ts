import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { recordReturned } from '../notices/returned.ts'
import { holdFilingPerTest } from '../records/outgoing/filing-per-test.fixture.ts'
import {
  type Attempt,
  emailKind,
  messageKind,
  type PlantedRow,
  plantDigest,
  rowOf,
  sentOf,
} from './begun-messages.fixture.ts'
import { rowById } from './copies/test-filing.ts'
import { plantDelivery } from './deliveries/planted-delivery.fixture.ts'

const held = holdFilingPerTest()

/** Begins a row, and once more, as another process does that takes the first one for dead. */
async function beginTwice(row: PlantedRow): Promise<readonly [Attempt, Attempt]> {
  const [first, second] = [await row.begin(), await row.begin()]
  if (!first || !second) throw new Error('there is nothing to do')
  return [first, second]
}

const kinds = sentOf(held)

test.each(kinds)(
  'while a later attempt at %s is under way, an earlier one records only that it was sent',
  async (_, plant) => {
    const row = await plant()
    const [first] = await beginTwice(row)
    expect(await first.record('waiting')).toBe(false)
    expect(await first.record('failed')).toBe(false)
    expect(await row.read()).toEqual({ status: 'sending', attempts: 2 })
    expect(await first.record('done')).toBe(true)
    expect(await row.read()).toEqual({ status: 'sent', attempts: 2 })
  },
)

test.each(kinds)('nor does a later attempt at %s follow once an earlier one was sent', async (_, plant) => {
  const row = await plant()
  const [first, second] = await beginTwice(row)
  await second.record('waiting')
  expect(await first.record('failed')).toBe(false)
  expect(await first.record('done')).toBe(true)
  expect(await row.read()).toEqual({ status: 'sent', attempts: 2 })
})

test.each(kinds)('that %s was sent counts, although a later attempt failed before', async (_, plant) => {
  const row = await plant()
  const [first, second] = await beginTwice(row)
  expect(await second.record('failed')).toBe(true)
  expect(await first.record('done')).toBe(true)
  expect(await row.read()).toEqual({ status: 'sent', attempts: 2 })
})

test.each(kinds)('nor does a later attempt at %s that fails afterward change that', async (_, plant) => {
  const row = await plant()
  const [first, second] = await beginTwice(row)
  await first.record('done')
  expect(await second.record('failed')).toBe(false)
  expect(await row.read()).toEqual({ status: 'sent', attempts: 2 })
})

test('people in a scheduled message that was sent count as notified, although a later attempt failed', async () => {
  const id = await plantDigest(held)
  const { rows } = await sql<{ id: string }>`select id from deliveries where status = 'scheduled'`.execute(
    held.services.database.kysely,
  )
  const [deliveryId = ''] = rows.map((row) => row.id)
  const [first, second] = await beginTwice(rowOf(held, messageKind, { id, note: { told: [deliveryId] } }))
  const delivery = () => rowById(held.services, 'deliveries', deliveryId)
  await second.record('failed')
  expect(await delivery()).toMatchObject({ status: 'failed', sent_at: null })
  await first.record('done')
  expect(await delivery()).toMatchObject({ status: 'sent', message_id: id })
})

test('an email that is returned before it is recorded as sent stays returned', async () => {
  const id = await plantDelivery(held.services, held.filing)
  const attempt = await rowOf(held, emailKind, { id, note: {} }).begin()
  const said = 'The email was returned.'
  await withFirm(held.services.database, 1, (trx) =>
    recordReturned(trx, 1, { deliveryId: id, action: 'failed', sentence: said, whole: said, told: said }),
  )
  expect(await attempt?.record('done')).toBe(false)
  expect(await rowById(held.services, 'deliveries', id)).toMatchObject({ status: 'failed', sentence: said })
})
