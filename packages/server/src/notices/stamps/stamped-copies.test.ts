import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { copyKind } from '../../outbox/copies/kind.ts'
import { plantCopy, queuedCopies, saveCopy } from '../../outbox/copies/planted-copy.fixture.ts'
import { claimed, insert, rowById } from '../../outbox/copies/test-filing.ts'
import { openKind } from '../../outbox/run.ts'
import { holdFilingPerTest } from '../../records/outgoing/filing-per-test.fixture.ts'
import { endWait, replaceDocuments } from './end-wait.ts'

const held = holdFilingPerTest({ documents: [{ content: 'without the stamp' }] })

/** A wait of the planted filing for the stamp of its document. */
async function plantWait() {
  const { itemId, envelopeId } = held.filing
  const data = { firmId: 1, id: newId() }
  await withSystem(held.services.database, (trx) =>
    insert(trx, 'stamp_waits', {
      ...{ firm_id: 1, id: data.id, envelope_id: envelopeId, inbox_item_id: itemId, minutes: 60, status: 'waiting' },
      ...{ document_processing_id: newId(), until: new Date(Date.now() + 3_600_000) },
    }),
  )
  return data
}

/** The court's stamped version arrives, and the wait is over. */
async function stamp(data: { firmId: number; id: string }): Promise<string> {
  const { sha256: fileId, size } = await held.services.blobs.put(Buffer.from('with the stamp'))
  const [document] = held.filing.documents
  await withFirm(held.services.database, 1, async (trx) => {
    await replaceDocuments(trx, 1, [
      { documentId: document?.id ?? '', fileId, size, pages: 1, stamps: [], certainty: null, keys: [] },
    ])
    await endWait(trx, held.services.jobs, { data, outcome: 'stamped', minutes: 60 })
  })
  return fileId
}

/** What was saved below the firm's folder. */
async function savedContents(): Promise<readonly string[]> {
  const entries = await readdir(held.services.config.storageFolder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
  return Promise.all(files.map((file) => readFile(file, 'utf8')))
}

test('a copy that waited for the stamp is saved once, with it', async () => {
  const data = await plantWait()
  const id = await plantCopy(held.services, held.filing, { status: 'new' })
  expect(await queuedCopies(held.services)).toEqual([])
  const fileId = await stamp(data)
  expect((await queuedCopies(held.services)).map(({ data: job }) => job)).toEqual([{ firmId: 1, id }])
  expect(await rowById(held.services, 'document_copies', id)).toMatchObject({ status: 'new', file_id: fileId })
  await saveCopy(held.services, id)
  await saveCopy(held.services, id)
  expect(await rowById(held.services, 'document_copies', id)).toMatchObject({ status: 'succeeded' })
  expect(await savedContents()).toEqual(['with the stamp'])
})

test('a wait that is over twice starts its copies once', async () => {
  const data = await plantWait()
  await plantCopy(held.services, held.filing, { status: 'new' })
  await stamp(data)
  await sql`delete from pgboss.job where name = 'copy'`.execute(held.services.database.kysely)
  await stamp(data)
  expect(await queuedCopies(held.services)).toEqual([])
})

test('a copy that the DMS delayed gets the stamped document, and one that was saved or stopped keeps its own', async () => {
  const data = await plantWait()
  const statuses = ['delayed', 'succeeded', 'canceled'] as const
  const ids = await Promise.all(statuses.map((status) => plantCopy(held.services, held.filing, { status })))
  const before = held.filing.documents[0]?.fileId
  const fileId = await stamp(data)
  const rows = await Promise.all(ids.map((id) => rowById(held.services, 'document_copies', id)))
  expect(rows.map(({ status, file_id: own }) => [status, own])).toEqual([
    ['delayed', fileId],
    ...statuses.slice(1).map((status) => [status, before]),
  ])
})

test('the stamped document goes to a DMS under another key, so that the unstamped one it may have isn’t taken for it', async () => {
  const data = await plantWait()
  const id = await plantCopy(held.services, held.filing, { status: 'delayed', attempts: 1 })
  const kind = copyKind(held.services)
  const keys: string[] = []
  const perform: typeof kind.perform = async (row) => {
    keys.push(row.idempotencyKey)
    return { later: 'The DMS is busy.', waitMs: 0, note: { waitsFor: 'retry' } }
  }
  const attempt = async () => {
    await withSystem(held.services.database, (trx) =>
      sql`update document_copies set due_at = null where id = ${id}::uuid`.execute(trx),
    )
    await openKind({ ...kind, perform }).run(claimed({ firmId: 1, id }))
  }
  await attempt()
  await stamp(data)
  await attempt()
  await attempt()
  const [before, ...after] = keys
  expect(after).toEqual([after[0], after[0]])
  expect(after[0]).not.toBe(before)
})
