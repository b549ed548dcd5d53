import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirm, withSystem } from '../../../base/db/firm-transaction.ts'
import { newId } from '../../../base/db/ids.ts'
import { insert, rowById } from '../../../outbox/copies/test-filing.ts'
import { plantDelivery } from '../../../outbox/deliveries/planted-delivery.fixture.ts'
import { holdFilingPerTest } from '../../../records/outgoing/filing-per-test.fixture.ts'
import type { Recipient, Work } from '../stage.ts'
import { recordDeliveries } from './deliver.ts'

const held = holdFilingPerTest()

/** What the stages after matching need of an item. */
function work(): Work {
  const { firmId, itemId, envelopeId } = held.filing
  const firm = { waitForDmsAttemptToNotify: false }
  return { firmId, itemId, envelopeId, firm, results: {} } as unknown as Work
}

const inFirm = <T>(run: Parameters<typeof withFirm<T>>[2]) => withFirm(held.services.database, 1, run)

const email = 'r.osei@hale-osei.example'

async function plan(recipient: Partial<Recipient> = {}): Promise<void> {
  const planned = [
    { email, method: 'WEB_LINK', cadence: 'REALTIME' as const, reason: 'Assigned to the case.', ...recipient },
  ]
  await inFirm((trx) =>
    recordDeliveries(trx, {
      work: work(),
      result: { planned },
      jobs: held.services.jobs,
      secrets: held.services.secrets,
    }),
  )
}

test('a delivery that starts over says why and how its recipient is notified now', async () => {
  const former = { level: 'case', reason: 'Assigned to another case.', cadence: 'DAILY', sentence: 'Canceled.' }
  const id = await plantDelivery(held.services, held.filing, { ...former, email, status: 'canceled', method: 'PDF' })
  await plan({ level: 'firm', reason: 'Additional address of the firm.' })
  expect(await rowById(held.services, 'deliveries', id)).toMatchObject({
    ...{ status: 'waiting', level: 'firm', reason: 'Additional address of the firm.', method: 'WEB_LINK' },
    ...{ cadence: 'REALTIME', timekeeper_id: null, sentence: null },
  })
})

test.each([
  ['sent', 0],
  ['waiting', 1],
])('one that was canceled while its daily message waited is in the next if that was %s', async (status, left) => {
  const { services, filing } = held
  const id = await plantDelivery(services, filing, { email, status: 'canceled', cadence: 'DAILY' })
  const digest = newId()
  await withSystem(services.database, async (trx) => {
    await insert(trx, 'digests', {
      ...{
        firm_id: 1,
        id: digest,
        kind: 'daily',
        email,
        day: '2026-11-20',
        time_zone: 'UTC',
        until: new Date(),
        status,
      },
    })
    await insert(trx, 'digest_items', { firm_id: 1, delivery_id: id, digest_id: digest })
  })
  await plan({ cadence: 'DAILY' })
  const { rows } = await sql`select from digest_items where delivery_id = ${id}::uuid`.execute(services.database.kysely)
  expect(rows).toHaveLength(left)
  expect(await rowById(services, 'deliveries', id)).toMatchObject({ status: 'scheduled' })
})
