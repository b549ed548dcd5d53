import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insert, openTestServices, plantFiling, rowById, type TestServices } from '../../outbox/copies/test-filing.ts'
import { withSystem } from './firm-transaction.ts'
import { newId } from './ids.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})
afterEach(() => services.close())

/** Plants a filing with a copy as they were before, and the item's plan of it. */
async function plant(status: string, envelope: Record<string, unknown> = {}) {
  const filing = await plantFiling(services, { envelope })
  const [id, copyKey] = [newId(), `${filing.policyId}:${filing.documents[0]?.id}`]
  const plan = { copyKey, storagePolicyId: filing.policyId, fileId: '0' }
  const outcomes = JSON.stringify({ store: { result: { copies: [plan] } }, match: { kind: 'done' } })
  await withSystem(services.database, async (trx) => {
    await insert(trx, 'document_copies', {
      ...{ firm_id: 1, id, envelope_id: filing.envelopeId, inbox_item_id: filing.itemId, copy_key: copyKey, status },
      ...{ document_id: filing.documents[0]?.id, storage_policy_id: filing.policyId, file_id: '0'.repeat(64) },
    })
    await trx.updateTable('item_progress').set({ outcomes }).where('id', '=', filing.itemId).execute()
  })
  return { ...filing, id, copyKey, plan }
}

const copy = (id: string) => rowById(services, 'document_copies', id)
const planOf = async (itemId: string) => (await rowById(services, 'item_progress', itemId)).outcomes

async function migrateCopies(): Promise<void> {
  const text = await readFile(new URL('migrations/000120-copies-of-each-case.sql', import.meta.url), 'utf8')
  await sql.raw(text.slice(text.indexOf('do $$'))).execute(services.database.kysely)
}

test('a copy becomes that of its filing’s first case, and unfinished ones keep the key that a DMS may know', async () => {
  const [saved, delayed, failed] = [await plant('succeeded'), await plant('delayed'), await plant('failed')]
  const caseless = await plant('delayed', { case_id: null })
  await migrateCopies()
  const keyOf = ({ copyKey, caseId }: typeof saved) => `${copyKey}:${caseId}`
  expect(await copy(saved.id)).toMatchObject({ case_id: saved.caseId, copy_key: keyOf(saved), known_as: null })
  for (const each of [delayed, failed])
    expect(await copy(each.id)).toMatchObject({
      ...{ case_id: each.caseId, copy_key: keyOf(each), known_as: each.copyKey },
    })
  expect(await copy(caseless.id)).toMatchObject({ case_id: null, copy_key: caseless.copyKey, known_as: null })
})

test('plans of unfinished copies name them by their new keys, and those of finished ones stay', async () => {
  const [saved, delayed] = [await plant('succeeded'), await plant('delayed')]
  await migrateCopies()
  const { plan, copyKey, caseId, itemId } = delayed
  expect(await planOf(itemId)).toEqual({
    store: { result: { copies: [{ ...plan, caseId, copyKey: `${copyKey}:${caseId}` }] } },
    match: { kind: 'done' },
  })
  expect(await planOf(saved.itemId)).toMatchObject({ store: { result: { copies: [saved.plan] } } })
})
