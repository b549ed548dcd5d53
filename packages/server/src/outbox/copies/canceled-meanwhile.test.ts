import { rm, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { cancelItem } from '../../notices/actions.ts'
import { holdFilingPerTest } from '../../records/outgoing/filing-per-test.fixture.ts'
import { openKind } from '../run.ts'
import { copyKind } from './kind.ts'
import { plantCopy as plant, saveCopy } from './planted-copy.fixture.ts'
import { claimed, rowById } from './test-filing.ts'

const held = holdFilingPerTest({ documents: [{ content: 'bytes' }] })

const plantCopy = (values: Record<string, unknown> = {}) =>
  plant(held.services, held.filing, { status: 'new', ...values })
const copy = (id: string) => rowById(held.services, 'document_copies', id)
const cancel = () =>
  withFirm(held.services.database, 1, (trx) =>
    cancelItem(trx, held.services.jobs, { firmId: 1, itemId: held.filing.itemId, userId: newId() }),
  )
const save = (id: string) => saveCopy(held.services, id)

/** Saves a copy whose item is canceled once it is begun. */
async function saveWhileCanceled(id: string): Promise<void> {
  const kind = copyKind(held.services)
  const perform: typeof kind.perform = async (row) => {
    await cancel()
    return kind.perform(row)
  }
  await openKind({ ...kind, perform }).run(claimed({ firmId: 1, id }))
}

test('a copy that fails while its item is canceled is not saved afterward', async () => {
  const id = await plantCopy()
  await writeFile(held.services.config.storageFolder, 'a file in its place')
  await saveWhileCanceled(id)
  expect(await copy(id)).toMatchObject({ status: 'canceled', sentence: 'The item was canceled.' })
  expect(await rowById(held.services, 'inbox_items', held.filing.itemId)).toMatchObject({
    status: 'Canceled',
    dms_status: 'canceled',
  })
  await rm(held.services.config.storageFolder)
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
