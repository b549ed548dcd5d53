import { expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { plantCopy } from '../outbox/copies/planted-copy.fixture.ts'
import { plantFiling } from '../outbox/copies/test-filing.ts'
import { holdFilingPerTest } from '../records/outgoing/filing-per-test.fixture.ts'
import { cancelItem } from './actions.ts'
import { cancelDms } from './dms-actions.ts'
import { formerPlanOf, next } from './former-plan.fixture.ts'
import { stoppedForPerson, withdrawPlan } from './withdraw-former.ts'

const held = holdFilingPerTest({
  documents: [{ content: 'bytes' }],
  firm: { wait_for_dms_attempt_to_notify: true },
})
const { inFirm, plant, delivery, plantNotice } = formerPlanOf(held)

const target = () => ({ firmId: 1, itemId: held.filing.itemId, userId: newId() })

/** Ways by which the copies of the filing's first notice that wait are no longer saved. */
const ways: readonly [string, () => Promise<unknown>][] = [
  ['the notice is canceled', () => inFirm((trx) => cancelItem(trx, held.services.jobs, target()))],
  [
    'the notice is processed again and stops for a person',
    () =>
      inFirm((trx) =>
        withdrawPlan(trx, held.services.jobs, {
          ...target(),
          envelopeId: held.filing.envelopeId,
          why: stoppedForPerson,
        }),
      ),
  ],
  ['saving them is stopped', () => inFirm((trx) => cancelDms(trx, held.services.jobs, target()))],
]

/** Plants a recipient of another notice of the filing, who waits until saving its documents was attempted. */
async function plantWaiting(): Promise<string> {
  const other = await plantNotice(held.filing.caseId, [{ email: next }])
  return plant({ status: 'held', email: next, inbox_item_id: other })
}

test.each(ways)('when %s, recipients of another notice who waited for its copies are notified', async (_, cancel) => {
  await plantCopy(held.services, held.filing, { status: 'new' })
  const id = await plantWaiting()
  await cancel()
  expect(await delivery(id)).toMatchObject({ status: 'waiting' })
  expect(await held.services.jobs.knownIds('delivery')).toContain(id)
})

test.each(ways)('when %s, those who wait for copies of another notice go on waiting', async (_, cancel) => {
  await plantCopy(held.services, held.filing, { status: 'new' })
  const id = await plantWaiting()
  const other = await plantNotice(held.filing.caseId, [])
  await plantCopy(held.services, held.filing, { status: 'started', attempts: 1, inbox_item_id: other })
  await cancel()
  expect(await delivery(id)).toMatchObject({ status: 'held' })
})

test('recipients of the former filing are notified when the notice has become one of another', async () => {
  await plantCopy(held.services, held.filing, { status: 'new' })
  const id = await plantWaiting()
  const { envelopeId } = await plantFiling(held.services)
  await withFirm(held.services.database, 1, (trx) =>
    withdrawPlan(trx, held.services.jobs, { ...target(), envelopeId, why: stoppedForPerson }),
  )
  expect(await delivery(id)).toMatchObject({ status: 'waiting' })
})
