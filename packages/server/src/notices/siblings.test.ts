import { expect, test } from 'vitest'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { plantFiling } from '../outbox/copies/test-filing.ts'
import { holdFilingPerTest } from '../records/outgoing/filing-per-test.fixture.ts'
import { countSiblings } from './siblings.ts'

const held = holdFilingPerTest({})

test('notices of one docket wait for one answer if they name its case alike, in letters of any kind', async () => {
  const { services } = held
  const filings = [held.filing, await plantFiling(services), await plantFiling(services)]
  const names = ['ÖZTÜRK v. Ångström', 'Öztürk v. ÅNGSTRÖM', 'Ozturk v. Angstrom']
  const item: Parameters<typeof countSiblings>[2] = {
    status: 'Action Required',
    nextStage: 'match',
    sender: 'court@cand.example',
    caseName: names[0] ?? null,
    docketNumber: '3:26-cv-7',
    courtId: 'cand',
  }
  await withSystem(services.database, async (trx) => {
    for (const [at, { itemId }] of filings.entries()) {
      const columns = {
        case_name: names[at] ?? null,
        docket_number: item.docketNumber,
        ecfx_jurisdiction_id: item.courtId,
      }
      await trx
        .updateTable('inbox_items')
        .set({ status: item.status, next_stage: item.nextStage, ...columns })
        .where('id', '=', itemId)
        .execute()
    }
  })
  const count = await withFirm(services.database, 1, (trx) =>
    countSiblings(trx, { firmId: 1, itemId: held.filing.itemId }, item),
  )
  expect(count).toBe(1)
})
