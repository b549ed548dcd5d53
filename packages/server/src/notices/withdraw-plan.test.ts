import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { plantFiling, rowById } from '../outbox/copies/test-filing.ts'
import { holdFilingPerTest } from '../records/outgoing/filing-per-test.fixture.ts'
import { former, formerPlanOf, next } from './former-plan.fixture.ts'
import { endWithIgnore, endWithReview } from './pipeline/endings.ts'
import { recordCopyJobs } from './pipeline/records/store.ts'
import { noLongerPlanned, stoppedForPerson, withdrawPlan } from './withdraw-former.ts'

const held = holdFilingPerTest()
const { work, inFirm, plan, plant, delivery, plantNotice, plantCopy } = formerPlanOf(held)

/** Ends the item's next processing as the pipeline does, and returns its new lines in the history. */
async function stop(end: typeof endWithReview | typeof endWithIgnore): Promise<readonly string[]> {
  const { itemId } = held.filing
  const { kysely } = held.services.database
  await sql`update inbox_items set status = 'Started', next_stage = 'match' where id = ${itemId}::uuid`.execute(kysely)
  const { jobs } = held.services
  const rest = { work: work(), stage: { name: 'match' as const }, sentence: 'Said.', result: undefined, jobs }
  await inFirm((trx) => end(trx, rest))
  const { rows } = await sql<{ sentence: string }>`
    select sentence from history where inbox_item_id = ${itemId}::uuid order by at, id`.execute(kysely)
  return rows.map((row) => row.sentence)
}

test('what waits is withdrawn if the notice stops for a person, and planned again as the person decides', async () => {
  const ids = [await plant({ status: 'waiting' }), await plant({ status: 'scheduled', email: next })]
  const copy = await plantCopy('delayed')
  expect(await stop(endWithReview)).toEqual([
    `Said. No longer notified: ${former}, ${next}. 1 copy is no longer saved.`,
  ])
  const withdrawn = { status: 'canceled', sentence: stoppedForPerson }
  for (const id of ids) expect(await delivery(id)).toMatchObject(withdrawn)
  expect(await rowById(held.services, 'document_copies', copy.id)).toMatchObject(withdrawn)
  expect(await rowById(held.services, 'inbox_items', held.filing.itemId)).toMatchObject({ status: 'Action Required' })
  await plan({ email: former })
  expect(await delivery(ids[0] ?? '')).toMatchObject({ status: 'waiting' })
  const { copyKey } = copy
  const [document] = held.filing.documents
  const copies = [{ copyKey, storagePolicyId: held.filing.policyId, documentId: document?.id, fileId: '0'.repeat(64) }]
  await inFirm((trx) =>
    recordCopyJobs(trx, { work: work(), result: { copies }, jobs: held.services.jobs, secrets: held.services.secrets }),
  )
  expect(await rowById(held.services, 'document_copies', copy.id)).toMatchObject({ status: 'new', sentence: null })
})

test('the same if it is ignored this time', async () => {
  const id = await plant({ status: 'waiting' })
  expect(await stop(endWithIgnore)).toEqual([`Said. No longer notified: ${former}.`])
  expect(await delivery(id)).toMatchObject({ status: 'canceled', sentence: noLongerPlanned })
})

test('even if the notice is read as another filing by now', async () => {
  const other = await plantFiling(held.services)
  const { itemId } = held.filing
  const id = await plant({ status: 'waiting' })
  await sql`update inbox_items set envelope_id = ${other.envelopeId}::uuid where id = ${itemId}::uuid`.execute(
    held.services.database.kysely,
  )
  const planned = { firmId: 1, itemId, envelopeId: other.envelopeId, why: stoppedForPerson }
  await inFirm((trx) => withdrawPlan(trx, held.services.jobs, planned))
  expect(await delivery(id)).toMatchObject({ status: 'canceled' })
})

test('a notice that stops for a person withdraws nothing that other notices of its filing plan, or a person sent', async () => {
  const other = await plantNotice(held.filing.caseId, [{ email: former }])
  const elsewhere = await plantNotice(newId(), [{ email: 'elsewhere@hale-osei.example' }])
  const ids = [
    await plant({ status: 'waiting' }),
    await plant({ status: 'waiting', email: next, inbox_item_id: other }),
    await plant({ status: 'waiting', email: 'elsewhere@hale-osei.example', inbox_item_id: elsewhere }),
    await plant({ status: 'waiting', email: 'person@hale-osei.example', level: null }),
  ]
  expect(await stop(endWithReview)).toEqual(['Said.'])
  for (const id of ids) expect(await delivery(id)).toMatchObject({ status: 'waiting' })
})
