import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { recordMatch } from '../../notices/pipeline/records/match.ts'
import type { Work } from '../../notices/pipeline/stage.ts'
import { noLongerPlanned } from '../../notices/withdraw-former.ts'
import { plantDelivery } from '../deliveries/planted-delivery.fixture.ts'
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

/** Plants a copy for the filing's case. */
async function plantCopy(values: Record<string, unknown>): Promise<string> {
  const [id, [document]] = [newId(), filing.documents]
  await withSystem(services.database, (trx) =>
    insert(trx, 'document_copies', {
      ...{ firm_id: 1, id, envelope_id: filing.envelopeId, inbox_item_id: filing.itemId, case_id: filing.caseId },
      ...{ document_id: document?.id, file_id: document?.fileId, storage_policy_id: filing.policyId, copy_key: id },
      ...values,
    }),
  )
  return id
}

/** Moves the filing to other cases, as matching does before anything is planned for them. */
async function moveTo(...caseIds: readonly string[]): Promise<void> {
  const { firmId, itemId, envelopeId } = filing
  const work = { firmId, itemId, envelopeId, results: {} } as unknown as Work
  await withFirm(services.database, 1, (trx) =>
    recordMatch(trx, { work, result: { caseIds }, jobs: services.jobs, secrets: services.secrets }),
  )
}

const copy = (id: string) => rowById(services, 'document_copies', id)
const save = (id: string) => openKind(copyKind(services)).run(claimed({ firmId: 1, id }))

test.each([
  { status: 'new', attempts: 0 },
  { status: 'delayed', attempts: 3, path: 'Acme/Motion.pdf', place: 'server' },
])('a copy that is $status isn’t saved for a case that the filing was moved away from', async (values) => {
  const id = await plantCopy(values)
  await moveTo((await plantFiling(services)).caseId)
  await save(id)
  expect(await copy(id)).toMatchObject({ status: 'canceled', sentence: noLongerPlanned })
  expect(await rowById(services, 'inbox_items', filing.itemId)).toMatchObject({ dms_status: 'canceled' })
})

test('a copy is saved for each of the filing’s cases, by the policy’s templates with that case', async () => {
  const { caseId } = await plantFiling(services)
  await withSystem(services.database, (trx) =>
    trx.updateTable('cases').set({ case_number: '26-cv-2' }).where('id', '=', caseId).execute(),
  )
  await moveTo(filing.caseId, caseId)
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
  const kind = copyKind(services)
  const perform: typeof kind.perform = async (row) => {
    keys.push(row.idempotencyKey)
    return kind.perform(row)
  }
  for (const each of [id, other]) await openKind({ ...kind, perform }).run(claimed({ firmId: 1, id: each }))
  expect(keys).toEqual(['1:before', `1:${other}`])
})

test('emails that wait for the DMS are sent once the copy of each case was attempted', async () => {
  const { caseId } = await plantFiling(services)
  await withSystem(services.database, (trx) =>
    trx.updateTable('firms').set({ wait_for_dms_attempt_to_notify: true }).execute(),
  )
  await moveTo(filing.caseId, caseId)
  const ids = [await plantCopy({ status: 'new' }), await plantCopy({ status: 'new', case_id: caseId })]
  const delivery = await plantDelivery(services, filing, { status: 'held' })
  const statuses = []
  for (const id of ids) {
    await save(id)
    statuses.push((await rowById(services, 'deliveries', delivery)).status)
  }
  expect(statuses).toEqual(['held', 'waiting'])
})
