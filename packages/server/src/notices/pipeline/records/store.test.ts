import { expect, test } from 'vitest'
import { withFirm, withSystem } from '../../../base/db/firm-transaction.ts'
import { newId } from '../../../base/db/ids.ts'
import { copyKind } from '../../../outbox/copies/kind.ts'
import { claimed, insert, rowById } from '../../../outbox/copies/test-filing.ts'
import { openKind } from '../../../outbox/run.ts'
import { holdFilingPerTest } from '../../../records/outgoing/filing-per-test.fixture.ts'
import type { Results, Work } from '../stage.ts'
import { recordCopyJobs } from './store.ts'

const held = holdFilingPerTest()

/** What the stages after matching need of an item. */
function work(): Work {
  const { firmId, itemId, envelopeId } = held.filing
  const firm = { waitForDmsAttemptToNotify: false }
  return { firmId, itemId, envelopeId, firm, results: {} } as unknown as Work
}

const inFirm = <T>(run: Parameters<typeof withFirm<T>>[2]) => withFirm(held.services.database, 1, run)

/** Plans the copy of a document again, as for another case of its filing. */
async function planCopy(status: string): Promise<{ id: string; sentence: string | undefined }> {
  const { filing, services } = held
  const { sha256: fileId } = await services.blobs.put(Buffer.from('%PDF-1.7 motion'))
  const [id, copyKey, documentId] = [newId(), `${filing.policyId}:${newId()}`, filing.documents[0]?.id]
  const planned = { copyKey, storagePolicyId: filing.policyId, documentId, fileId }
  await withSystem(services.database, (trx) =>
    insert(trx, 'document_copies', {
      ...{ firm_id: 1, id, envelope_id: filing.envelopeId, inbox_item_id: filing.itemId, document_id: documentId },
      ...{ storage_policy_id: filing.policyId, file_id: fileId, copy_key: copyKey, status, attempts: 3 },
      ...{ path: 'Client of another case/Motion.pdf', place: 'server', sentence: 'What led to it was undone.' },
    }),
  )
  const result: Results['store'] = { copies: [planned] }
  const recorded = await inFirm((trx) =>
    recordCopyJobs(trx, { work: work(), result, jobs: services.jobs, secrets: services.secrets }),
  )
  return { id, sentence: recorded.sentence }
}

test.each(['canceled', 'failed'])(
  "a %s copy that starts over is saved under the filing's case of now",
  async (status) => {
    const { id } = await planCopy(status)
    expect(await rowById(held.services, 'document_copies', id)).toMatchObject({
      ...{ status: 'new', attempts: 0, path: null, sentence: null },
    })
    await openKind(copyKind(held.services)).run(claimed({ firmId: 1, id }))
    const { path } = await rowById(held.services, 'document_copies', id)
    expect(path).toMatch(/^Acme, Inc\/M-[0-9a-f-]+\/3-26-cv-04417-RS\//)
  },
)

test('a document that was saved before is counted as one', async () => {
  const { sentence } = await planCopy('succeeded')
  expect(sentence).toBe('0 copies are being saved to the DMS; 1 was saved before.')
})
