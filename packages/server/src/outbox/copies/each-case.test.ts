import { expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { recordMatch } from '../../notices/pipeline/records/match.ts'
import type { Work } from '../../notices/pipeline/stage.ts'
import { noLongerPlanned } from '../../notices/withdraw-former.ts'
import { holdFilingPerTest } from '../../records/outgoing/filing-per-test.fixture.ts'
import { plantDelivery } from '../deliveries/planted-delivery.fixture.ts'
import { openKind } from '../run.ts'
import { copyKind } from './kind.ts'
import { plantCopy as plant, saveCopy } from './planted-copy.fixture.ts'
import { claimed, plantFiling, rowById } from './test-filing.ts'

const held = holdFilingPerTest({ documents: [{ content: 'bytes' }] })

/** Plants a copy for the filing's case. */
const plantCopy = (values: Record<string, unknown>) =>
  plant(held.services, held.filing, { case_id: held.filing.caseId, ...values })

/** Moves the filing to other cases, as matching does before anything is planned for them. */
async function moveTo(...caseIds: readonly string[]): Promise<void> {
  const { firmId, itemId, envelopeId } = held.filing
  const work = { firmId, itemId, envelopeId, results: {} } as unknown as Work
  await withFirm(held.services.database, 1, (trx) =>
    recordMatch(trx, { work, result: { caseIds }, jobs: held.services.jobs, secrets: held.services.secrets }),
  )
}

const copy = (id: string) => rowById(held.services, 'document_copies', id)
const save = (id: string) => saveCopy(held.services, id)

test.each([
  { status: 'new', attempts: 0 },
  { status: 'delayed', attempts: 3, path: 'Acme/Motion.pdf', place: 'server' },
])('a copy that is $status isn’t saved for a case that the filing was moved away from', async (values) => {
  const id = await plantCopy(values)
  await moveTo((await plantFiling(held.services)).caseId)
  await save(id)
  expect(await copy(id)).toMatchObject({ status: 'canceled', sentence: noLongerPlanned })
  expect(await rowById(held.services, 'inbox_items', held.filing.itemId)).toMatchObject({ dms_status: 'canceled' })
})

test('a copy is saved for each of the filing’s cases, by the policy’s templates with that case', async () => {
  const { caseId } = await plantFiling(held.services)
  await withSystem(held.services.database, (trx) =>
    trx.updateTable('cases').set({ case_number: '26-cv-2' }).where('id', '=', caseId).execute(),
  )
  await moveTo(held.filing.caseId, caseId)
  const ids = [await plantCopy({ status: 'new' }), await plantCopy({ status: 'new', case_id: caseId })]
  for (const id of ids) await save(id)
  const copies = await Promise.all(ids.map(copy))
  expect(copies.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  expect(copies.map(({ path }) => String(path).split('/').at(2))).toEqual(['3-26-cv-04417-RS', '26-cv-2'])
})

test('a DMS gets the key by which it may know an unfinished copy of before', async () => {
  const id = await plantCopy({ status: 'new', known_as: 'before' })
  const other = await plantCopy({ status: 'new' })
  const keys: string[] = []
  const kind = copyKind(held.services)
  const perform: typeof kind.perform = async (row) => {
    keys.push(row.idempotencyKey)
    return kind.perform(row)
  }
  for (const each of [id, other]) await openKind({ ...kind, perform }).run(claimed({ firmId: 1, id: each }))
  expect(keys).toEqual(['1:before', `1:${other}`])
})

test('emails that wait for the DMS are sent once the copy of each case was attempted', async () => {
  const { caseId } = await plantFiling(held.services)
  await withSystem(held.services.database, (trx) =>
    trx.updateTable('firms').set({ wait_for_dms_attempt_to_notify: true }).execute(),
  )
  await moveTo(held.filing.caseId, caseId)
  const ids = [await plantCopy({ status: 'new' }), await plantCopy({ status: 'new', case_id: caseId })]
  const delivery = await plantDelivery(held.services, held.filing, { status: 'held' })
  const statuses = []
  for (const id of ids) {
    await save(id)
    statuses.push((await rowById(held.services, 'deliveries', delivery)).status)
  }
  expect(statuses).toEqual(['held', 'waiting'])
})
