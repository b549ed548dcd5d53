import type { Delivery } from '@courtcrier/contract/resources/delivery.ts'
import type { DocumentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import { insert, rowById } from '../../outbox/copies/test-filing.ts'
import { plantDelivery } from '../../outbox/deliveries/planted-delivery.fixture.ts'
import { holdFilingPerTest } from './filing-per-test.fixture.ts'
import { copyFollows, setCopyStatus } from './set-copy-status.ts'
import { deliveryFollows, setDeliveryStatus } from './set-delivery-status.ts'

const held = holdFilingPerTest()

test('a delivery that was sent can only fail', async () => {
  expect(await whatBecomesOfDelivery('sent')).toEqual(['failed'])
})

test.each(['canceled', 'failed'] as const)('a %s delivery can only turn out to have been sent', async (status) => {
  expect(await whatBecomesOfDelivery(status)).toEqual(['sent'])
})

test('a delivery that waits for the DMS may have been sent under a former plan, and one in a daily message begins no attempt', async () => {
  expect(await whatBecomesOfDelivery('held')).toEqual(['canceled', 'sent', 'waiting'])
  expect(await whatBecomesOfDelivery('scheduled')).toEqual(['canceled', 'failed', 'sent'])
})

test('a copy that is saved stays saved', async () => {
  expect(await whatBecomesOfCopy('succeeded')).toEqual([])
})

test('a copy that is being saved is not canceled', async () => {
  expect(await whatBecomesOfCopy('started')).toEqual(['delayed', 'failed', 'started', 'succeeded'])
})

test('a change that may never happen is refused by the database, too', async () => {
  const id = await plantDelivery(held.services, held.filing, { status: 'sent' })
  const cancel = setDeliveryStatus({
    firmId: held.filing.firmId,
    // Without the casts it doesn't compile.
    from: ['sent' as string as 'sending'],
    to: 'canceled',
    where: sql`d.id = ${id}::uuid`,
  })
  await expect(withSystem(held.services.database, (trx) => sql`${cancel}`.execute(trx))).rejects.toThrow('syntax error')
  expect(await rowById(held.services, 'deliveries', id)).toMatchObject({ status: 'sent' })
})

/** Returns the statuses that replaced this one when all were tried, each on a delivery of its own. */
async function whatBecomesOfDelivery(status: Delivery['status']): Promise<readonly string[]> {
  const statuses = keysOf(deliveryFollows)
  const tries = await Promise.all(
    statuses.map(async (next) => ({
      next,
      id: await plantDelivery(held.services, held.filing, { status, email: `${newId()}@x.example` }),
    })),
  )
  const change = setDeliveryStatus({
    ...changeOf(tries),
    from: ['held', 'scheduled', 'waiting', 'sending', 'sent', 'failed', 'canceled'],
    to: { column: sql`r.next`, oneOf: statuses },
    where: sql`d.id = r.id`,
  })
  return changed(sql`${change} returning d.status`)
}

async function whatBecomesOfCopy(status: DocumentCopy['status']): Promise<readonly string[]> {
  const statuses = keysOf(copyFollows)
  const tries = statuses.map((next) => ({ next, id: newId() }))
  for (const { id } of tries)
    await withSystem(held.services.database, (trx) =>
      insert(trx, 'document_copies', {
        ...{
          firm_id: held.filing.firmId,
          id,
          envelope_id: held.filing.envelopeId,
          inbox_item_id: held.filing.itemId,
          status,
        },
        ...{ storage_policy_id: held.filing.policyId, file_id: 'x', copy_key: id },
      }),
    )
  const change = setCopyStatus({
    ...changeOf(tries),
    from: ['new', 'started', 'delayed', 'failed', 'canceled'],
    to: { column: sql`r.next`, oneOf: statuses },
    where: sql`c.id = r.id`,
  })
  return changed(sql`${change} returning c.status`)
}

function changeOf(tries: readonly { next: string; id: string }[]) {
  return {
    firmId: held.filing.firmId,
    joined: sql`jsonb_to_recordset(${jsonRows(tries)}::text::jsonb) as r (id uuid, next text)`,
  }
}

async function changed(statement: RawBuilder<unknown>): Promise<readonly string[]> {
  const { rows } = await withSystem(held.services.database, (trx) => sql<{ status: string }>`${statement}`.execute(trx))
  return rows.map(({ status }) => status).toSorted()
}

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table) as Key[]
}
