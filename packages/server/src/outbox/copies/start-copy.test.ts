import { openTurns } from '@courtcrier/lib/turns.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { isOnServer } from '../../testing/database.ts'
import { openKind } from '../run.ts'
import { copyKind, copyTurns } from './kind.ts'
import { claimed, insert, openTestServices, plantFiling, type TestFiling, type TestServices } from './test-filing.ts'

if (!isOnServer) process.stdout.write('Skipped: the embedded database runs one transaction at a time.\n')

let services: TestServices
let filing: TestFiling
beforeEach(async () => {
  services = await openTestServices()
  filing = await plantFiling(services, { documents: [{ content: 'bytes' }] })
})
afterEach(() => services.close())

test.skipIf(!isOnServer)(
  'a copy is begun while another process has its item locked, to record another copy of it',
  async () => {
    const [id = ''] = await plantCopies(1)
    const kind = copyKind(services)
    const begun = Promise.withResolvers<void>()
    const perform: typeof kind.perform = async (copy) => {
      begun.resolve()
      return kind.perform(copy)
    }
    const { run: saving } = await withSystem(services.database, async (trx) => {
      await sql`select from inbox_items where id = ${filing.itemId}::uuid for update`.execute(trx)
      const run = openKind({ ...kind, perform }).run(claimed({ firmId: 1, id }))
      // A claim that waits for the lock would wait for this transaction, which ends only then.
      await within(begun.promise, 'the copy is not begun')
      return { run }
    })
    await saving
    expect(await attemptsByStatus()).toEqual([{ firmId: 1, status: 'succeeded', attempts: 1, count: 1 }])
  },
)

test('copies that begin at the same moment and have one name are each begun once, under names of their own', async () => {
  const ids = await plantCopies(4)
  const kind = copyKind(services)
  const paths: string[] = []
  const perform: typeof kind.perform = async (copy) => {
    if ('at' in copy) paths.push(copy.at)
    return { failed: 'The DMS is not part of this.', note: {} }
  }
  const { run } = openKind({ ...kind, perform })
  await Promise.all(ids.map((id) => run(claimed({ firmId: 1, id }))))
  expect(new Set(paths).size).toBe(4)
  expect(await attemptsByStatus()).toEqual([{ firmId: 1, status: 'failed', attempts: 1, count: 4 }])
})

test('copies of one firm beyond its share aren’t begun, and those of another firm behind them are saved', async () => {
  const other = await plantFiling(services, { firmId: 2, documents: [{ content: 'more bytes' }] })
  const [first, second] = [await plantCopies(copyTurns.mostOfFirm + 40), await plantCopies(5, other)]
  const kind = copyKind(services)
  const answered = Promise.withResolvers<void>()
  let begun = 0
  const perform: typeof kind.perform = async (copy) => {
    if (copy.firmId === 1) {
      begun++
      await answered.promise
    }
    return kind.perform(copy)
  }
  // Each has a DMS of its own that is never slow, so that only the firm's share limits them.
  const turns = openTurns({ ...copyTurns, slowMs: 600_000 })
  const destination = ({ id }: { id: string }) => id
  const inTurn = kind.inTurn && { ...kind.inTurn, turns, destination }
  for (const [firmId, ids] of [
    [1, first],
    [2, second],
  ] as const)
    await withSystem(services.database, (trx) =>
      services.jobs.enqueue(
        trx,
        'copy',
        ids.map((id) => ({ firmId, id })),
      ),
    )
  const { queue, run, concurrency, mostOfFirm } = openKind({ ...kind, perform, ...(inTurn && { inTurn }) })
  services.jobs.work(queue, run, { concurrency, mostOfFirm })
  try {
    await vi.waitFor(
      async () =>
        expect(await attemptsByStatus()).toEqual([
          { firmId: 1, status: 'new', attempts: 0, count: 40 },
          { firmId: 1, status: 'started', attempts: 1, count: copyTurns.mostOfFirm },
          { firmId: 2, status: 'succeeded', attempts: 1, count: 5 },
        ]),
      { timeout: 60_000 },
    )
    expect(begun).toBe(copyTurns.mostOfFirm)
  } finally {
    answered.resolve()
  }
})

/** Plants copies of the filing's document, all of which have the same name. */
async function plantCopies(count: number, of: TestFiling = filing): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => newId())
  const [document] = of.documents
  await withSystem(services.database, async (trx) => {
    for (const id of ids)
      await insert(trx, 'document_copies', {
        firm_id: of.firmId,
        id,
        envelope_id: of.envelopeId,
        inbox_item_id: of.itemId,
        document_id: document?.id ?? null,
        storage_policy_id: of.policyId,
        file_id: document?.fileId ?? '',
        copy_key: id,
        attempts: 0,
      })
  })
  return ids
}

async function attemptsByStatus() {
  const { rows } = await withSystem(services.database, (trx) =>
    sql`select firm_id as "firmId", status, attempts, count(*)::int as count from document_copies
      group by 1, 2, 3 order by 1, 2`.execute(trx),
  )
  return rows
}

const patienceMs = 60_000

async function within(work: Promise<void>, sentence: string): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(sentence)), patienceMs)
  await Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
