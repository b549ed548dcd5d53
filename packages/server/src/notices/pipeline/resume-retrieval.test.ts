import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { insert } from '../../outbox/copies/test-filing.ts'
import { holdFilingPerTest } from '../../records/outgoing/filing-per-test.fixture.ts'
import { StaleWorkError } from '../commit.ts'
import { resumeRetrieval } from './resume-retrieval.ts'

const held = holdFilingPerTest()

/** Adds a notice of the filing that was matched, by a person or on its own. */
async function plantItem(match: object, status = 'Action Required'): Promise<string> {
  const id = newId()
  const outcomes = JSON.stringify({ parse: { result: {} }, match: { result: match }, retrieve: { result: {} } })
  await withSystem(held.services.database, async (trx) => {
    const of = { firm_id: 1, id, envelope_id: held.filing.envelopeId, fingerprint: id, raw_content: '0'.repeat(64) }
    await insert(trx, 'inbox_items', { ...of, subject: 'Notice', received_at: new Date(), status })
    await sql`insert into item_progress (firm_id, id, outcomes) values (1, ${id}::uuid, ${outcomes}::text::jsonb)`.execute(
      trx,
    )
  })
  return id
}

const resume = (...ids: string[]) =>
  withFirm(held.services.database, 1, (trx) =>
    resumeRetrieval(trx, held.services.jobs, { firmId: 1, ids, sentence: 'The court has answered.' }),
  )

/** The stages that a notice doesn't repeat. */
async function keptStages(id: string): Promise<string[]> {
  const { rows } = await sql<{ outcomes: object }>`select outcomes from item_progress where id = ${id}::uuid`.execute(
    held.services.database.kysely,
  )
  return Object.keys(rows[0]?.outcomes ?? {}).toSorted()
}

test('of several notices that are resumed, only those keep their case that a person chose it for', async () => {
  const chosen = await plantItem({ caseIds: [held.filing.caseId], chosenBy: newId() })
  const found = await plantItem({ caseIds: [held.filing.caseId] })
  await resume(chosen, found)
  expect([await keptStages(chosen), await keptStages(found)]).toEqual([['match', 'parse'], ['parse']])
})

test.each(['Succeeded', 'Canceled', 'Failed'])('a notice that no longer waits (%s) is not resumed', async (status) => {
  await expect(resume(await plantItem({}, status))).rejects.toThrow(StaleWorkError)
})
