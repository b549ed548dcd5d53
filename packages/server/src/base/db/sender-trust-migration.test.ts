import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { insert } from '../../outbox/copies/test-filing.ts'
import { openReusedDatabase } from '../../testing/database.ts'
import type { Trx } from './database.ts'
import { withSystem } from './firm-transaction.ts'
import { newId } from './ids.ts'

test('filings from unverified senders are removed unless someone vouched, and everything else stays', async () => {
  const database = await openReusedDatabase()
  onTestFinished(database.close)
  const ids = await withSystem(database, async (trx) => {
    await sql`insert into firms (firm_id, id, name) values (1, 1, 'Firm')`.execute(trx)
    return {
      forged: await plant(trx, { trust: 'unverified' }),
      flagged: await plant(trx, { trust: 'verified' }, { authenticate: { result: { flag: 'fake' } } }),
      proven: await plant(trx, { trust: 'verified' }),
      vouched: await plant(trx, { trust: 'unverified' }, { trustedBy: newId() }),
      entered: await plant(trx, { trust: 'unverified' }, { receive: { entered: { by: 'Ada' } } }),
      ended: await plant(trx, { trust: 'unverified', status: 'Succeeded' }),
    }
  })
  const shared = await withSystem(database, (trx) =>
    plant(trx, { trust: 'unverified', envelope_id: ids.proven.envelopeId }),
  )
  const text = await readFile(new URL('migrations/000027-sender-trust.sql', import.meta.url), 'utf8')
  await sql.raw(text.slice(text.indexOf('do $$')).trim().replace(/;$/, '')).execute(database.kysely)

  const left = await withSystem(database, async (trx) => {
    const { rows } = await sql<{ id: string; envelope: string | null; flag: string | null; by: string | null }>`
      select id, envelope_id as envelope, sender_flag as flag, vouched_by as by from inbox_items`.execute(trx)
    return new Map(rows.map(({ id, ...row }) => [id, row]))
  })
  expect(left.get(ids.forged.itemId)).toEqual({ envelope: null, flag: null, by: null })
  expect(left.get(ids.flagged.itemId)).toEqual({ envelope: null, flag: 'fake', by: null })
  expect(left.get(shared.itemId)).toEqual({ envelope: null, flag: null, by: null })
  expect(left.get(ids.proven.itemId)?.envelope).toBe(ids.proven.envelopeId)
  expect(left.get(ids.vouched.itemId)).toMatchObject({ envelope: ids.vouched.envelopeId, by: 'a former user' })
  expect(left.get(ids.entered.itemId)).toMatchObject({ envelope: ids.entered.envelopeId, by: 'Ada' })
  expect(left.get(ids.ended.itemId)?.envelope).toBe(ids.ended.envelopeId)
  const kept = [ids.proven, ids.vouched, ids.entered, ids.ended].map(({ envelopeId }) => envelopeId)
  for (const [table, column] of [
    ['envelopes', 'id'],
    ['links', 'envelope_id'],
    ['documents', 'envelope_id'],
  ] as const) {
    const { rows } = await withSystem(database, (trx) =>
      sql<{ id: string }>`select distinct ${sql.ref(column)} as id from ${sql.table(table)}`.execute(trx),
    )
    expect([table, rows.map(({ id }) => id).toSorted()]).toEqual([table, kept.toSorted()])
  }
})

/** Inserts a waiting item with the filing it created, its document and its link. */
async function plant(
  trx: Trx,
  item: Record<string, unknown>,
  outcomes: object = {},
): Promise<{ itemId: string; envelopeId: string }> {
  const [itemId, envelopeId] = [newId(), newId()]
  if (!item.envelope_id) {
    await insert(trx, 'envelopes', { firm_id: 1, id: envelopeId, court_envelope_id: envelopeId })
    await insert(trx, 'documents', { firm_id: 1, id: newId(), envelope_id: envelopeId, position: 0, title: 'Order' })
  }
  const values = { envelope_id: envelopeId, status: 'Action Required', ...item }
  await insert(trx, 'inbox_items', {
    ...{ firm_id: 1, id: itemId, received_at: new Date(), raw_content: 'raw', fingerprint: itemId },
    ...values,
  })
  await insert(trx, 'item_progress', { firm_id: 1, id: itemId, outcomes: JSON.stringify(outcomes) })
  const link = { firm_id: 1, id: newId(), link_key: itemId, envelope_id: values.envelope_id, inbox_item_id: itemId }
  await insert(trx, 'links', { ...link, position: 0, link: '{}' })
  return { itemId, envelopeId }
}
