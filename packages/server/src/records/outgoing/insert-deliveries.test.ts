import { longestReason } from '@courtcrier/contract/resources/delivery.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { rowById } from '../../outbox/copies/test-filing.ts'
import { plantDelivery } from '../../outbox/deliveries/planted-delivery.fixture.ts'
import { holdFilingPerTest } from './filing-per-test.fixture.ts'
import { insertDeliveries } from './insert-deliveries.ts'
import { orStartOver } from './set-delivery-status.ts'

const held = holdFilingPerTest()

test('a new delivery has its ID as its Message-ID, no attempts, and as much of the reason as fits', async () => {
  const id = newId()
  await add({ id, reason: 'Why '.repeat(longestReason) })
  const row = await rowById(held.services, 'deliveries', id)
  expect(row).toMatchObject({ message_id: id, attempts: 0, status: 'waiting', repeat: 0 })
  expect(row.reason).toHaveLength(longestReason)
})

test.each(['failed', 'canceled'])('planning the address of a %s delivery again starts it over', async (status) => {
  const id = await plantDelivery(held.services, held.filing, { status, email: address, attempts: 9 })
  await add({ id: newId() })
  expect(await rowById(held.services, 'deliveries', id)).toMatchObject({ status: 'waiting', attempts: 0 })
})

test.each(['sent', 'sending', 'held', 'scheduled'])(
  'planning that of a %s one again changes nothing',
  async (status) => {
    const id = await plantDelivery(held.services, held.filing, { status, email: address, attempts: 9 })
    await add({ id: newId() })
    expect(await rowById(held.services, 'deliveries', id)).toMatchObject({ status, attempts: 9 })
  },
)

const address = 'm.harlan@hale-osei.example'

async function add({ id, reason = 'On the case.' }: { id: string; reason?: string }): Promise<void> {
  const insertion = insertDeliveries({
    firmId: held.filing.firmId,
    columns: ['id', 'envelope_id', 'inbox_item_id', 'email', 'method', 'reason', 'status'],
    from: sql`select ${id}::uuid, ${held.filing.envelopeId}::uuid, ${held.filing.itemId}::uuid, ${address}::text, 'PDF',
      ${reason}::text, 'waiting'`,
  })
  await withSystem(held.services.database, (trx) => sql`${insertion} ${orStartOver}`.execute(trx))
}
