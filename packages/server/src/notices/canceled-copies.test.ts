import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { administratorRole } from '@courtcrier/contract/resources/system-roles.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { copyKind } from '../outbox/copies/kind.ts'
import { plantCopy, runCopyJob } from '../outbox/copies/planted-copy.fixture.ts'
import { claimed, plantFiling } from '../outbox/copies/test-filing.ts'
import { openKind } from '../outbox/run.ts'
import type { Caller } from '../records/caller.ts'
import { holdFilingPerTest } from '../records/outgoing/filing-per-test.fixture.ts'
import { getUndo } from '../records/undo/find-undo.ts'
import { undoable } from '../records/undo/journal.ts'
import { isOnServer } from '../testing/database.ts'
import { cancelItem, requeueItem } from './actions.ts'
import { undoMaking } from './case-creation/undo-making.ts'
import { cancelDms } from './dms-actions.ts'
import { formerPlanOf, next } from './former-plan.fixture.ts'
import { takeBackAct } from './undo/take-back-act.ts'
import { stoppedForPerson, withdrawPlan } from './withdraw-former.ts'

if (!isOnServer) process.stdout.write('Skipped: two transactions at once need a database server.\n')

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
  ['what led to them is undone', undoReprocessing],
  ['a crash interrupts one and the notice is canceled', interrupt],
  ['the notice is canceled before one has its turn', cancelBeforeTurn],
  ['the case that a rule made of the notice is undone', undoCase],
]

/** Has the notice reprocessed, which plans its copies, and undoes that. */
async function undoReprocessing(): Promise<void> {
  const { services, filing } = held
  const { jobs, secrets, database } = services
  const caller = administrator()
  await sql`update inbox_items set status = 'Succeeded' where id = ${filing.itemId}::uuid`.execute(database.kysely)
  const { undoId = '' } = await inFirm((trx) =>
    undoable(trx, inboxItem, { ...caller, kind: 'update' }, (undo) => requeueItem(trx, jobs, { ...target(), undo })),
  )
  await sql`update document_copies set updated_at = now()`.execute(database.kysely)
  await inFirm(async (trx) =>
    takeBackAct(trx, { undo: await getUndo(trx, { id: undoId, caller }), caller, box: secrets, jobs }),
  )
}

const administrator = () =>
  ({ ...target(), role: administratorRole, user: { fullName: 'Ana Ruiz' } }) as unknown as Caller

/** Undoes a case that a rule made of the notice, whose filing a person has moved to another case since. */
async function undoCase(): Promise<void> {
  const { services, filing } = held
  const { kysely } = services.database
  const { caseId } = await plantFiling(services)
  await sql`update cases set made_by_rule = 'TO_REVIEW' where id = ${caseId}::uuid`.execute(kysely)
  await sql`update inbox_items set case_id = ${caseId}::uuid where id = ${filing.itemId}::uuid`.execute(kysely)
  const { jobs, secrets } = services
  await inFirm((trx) => undoMaking(trx, { caller: administrator(), caseId, box: secrets, jobs }))
}

/** Begins a copy, whose process ends at once, and after its notice was canceled once more. */
async function interrupt(): Promise<void> {
  const { database, jobs } = held.services
  const { rows } = await sql<{ id: string }>`
    update document_copies set status = 'started', attempts = 1 where status = 'new' returning id`.execute(
    database.kysely,
  )
  await inFirm((trx) => cancelItem(trx, jobs, target()))
  for (const { id } of rows) await runCopyJob(held.services, id)
}

/** Begins a copy whose notice is canceled while it waits for its turn, which it doesn't get. */
async function cancelBeforeTurn(): Promise<void> {
  const { services } = held
  const { rows } = await sql<{ id: string }>`select id from document_copies where status = 'new'`.execute(
    services.database.kysely,
  )
  const kind = copyKind(services)
  const perform: typeof kind.perform = async () => {
    await inFirm((trx) => cancelItem(trx, services.jobs, target()))
    return { later: 'Waiting for its turn.', waitMs: 1000, note: { waitsFor: 'retry' } }
  }
  for (const { id } of rows) await openKind({ ...kind, perform }).run(claimed({ firmId: 1, id }))
}

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

test.runIf(isOnServer)(
  'recipients who wait for the last copies of two notices are notified when one is canceled as the other is saved',
  async () => {
    const { services, filing } = held
    await plantCopy(services, filing, { status: 'new' })
    const id = await plantWaiting()
    const other = await plantNotice(filing.caseId, [])
    const copyId = await plantCopy(services, filing, { status: 'started', attempts: 1, inbox_item_id: other })
    await inFirm(async (trx) => {
      await cancelItem(trx, services.jobs, target())
      // In a transaction of its own, which doesn't see what this one has canceled.
      const saved = sql`update document_copies set status = 'succeeded' where id = ${copyId}::uuid`
      await saved.execute(services.database.kysely)
    })
    await expect.poll(() => delivery(id)).toMatchObject({ status: 'waiting' })
  },
)

test('recipients of the former filing are notified when the notice has become one of another', async () => {
  await plantCopy(held.services, held.filing, { status: 'new' })
  const id = await plantWaiting()
  const { envelopeId } = await plantFiling(held.services)
  await withFirm(held.services.database, 1, (trx) =>
    withdrawPlan(trx, held.services.jobs, { ...target(), envelopeId, why: stoppedForPerson }),
  )
  expect(await delivery(id)).toMatchObject({ status: 'waiting' })
})
