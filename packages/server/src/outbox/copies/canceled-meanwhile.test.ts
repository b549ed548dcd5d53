import { rm, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { cancelItem } from '../../notices/actions.ts'
import { openKind } from '../run.ts'
import { copyKind } from './kind.ts'
import {
  claimed,
  insert,
  openTestServices,
  plantFiling,
  rowById,
  type TestFiling,
  type TestServices,
} from './test-filing.ts'

let services: TestServices
let filing: TestFiling
beforeEach(async () => {
  services = await openTestServices()
  filing = await plantFiling(services, { documents: [{ content: 'bytes' }] })
})
afterEach(() => services.close())

async function plantCopy(values: Record<string, unknown> = {}): Promise<string> {
  const id = newId()
  const [document] = filing.documents
  await withSystem(services.database, (trx) =>
    insert(trx, 'document_copies', {
      firm_id: 1,
      id,
      envelope_id: filing.envelopeId,
      inbox_item_id: filing.itemId,
      storage_policy_id: filing.policyId,
      document_id: document?.id,
      file_id: document?.fileId,
      copy_key: id,
      status: 'new',
      attempts: 0,
      ...values,
    }),
  )
  return id
}

const copy = (id: string) => rowById(services, 'document_copies', id)
const cancel = () =>
  withFirm(services.database, 1, (trx) => cancelItem(trx, { firmId: 1, itemId: filing.itemId, userId: newId() }))
const save = (id: string) => openKind(copyKind(services)).run(claimed({ firmId: 1, id }))

/** Saves a copy whose item is canceled once it is begun. */
async function saveWhileCanceled(id: string): Promise<void> {
  const kind = copyKind(services)
  const perform: typeof kind.perform = async (row) => {
    await cancel()
    return kind.perform(row)
  }
  await openKind({ ...kind, perform }).run(claimed({ firmId: 1, id }))
}

test('a copy that fails while its item is canceled is not saved afterward', async () => {
  const id = await plantCopy()
  await writeFile(services.config.storageFolder, 'a file in its place')
  await saveWhileCanceled(id)
  expect(await copy(id)).toMatchObject({ status: 'canceled', sentence: 'The item was canceled.' })
  expect(await rowById(services, 'inbox_items', filing.itemId)).toMatchObject({
    status: 'Canceled',
    dms_status: 'canceled',
  })
  await rm(services.config.storageFolder)
  await save(id)
  expect(await copy(id)).toMatchObject({ status: 'canceled', stored_at: null })
})

test('a copy that is saved while its item is canceled is recorded as saved', async () => {
  const id = await plantCopy()
  await saveWhileCanceled(id)
  expect(await copy(id)).toMatchObject({ status: 'succeeded' })
})

test('a copy that a crash interrupted before its item was canceled is not saved', async () => {
  const id = await plantCopy({ status: 'started', attempts: 1 })
  await cancel()
  await save(id)
  expect(await copy(id)).toMatchObject({ status: 'canceled', stored_at: null, leased_by: null })
})
