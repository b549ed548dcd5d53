import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Trx } from '../../base/db/database.ts'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { rowById } from '../../outbox/copies/test-filing.ts'
import { holdFilingPerTest } from '../../records/outgoing/filing-per-test.fixture.ts'
import { StaleWorkError } from '../commit.ts'
import { reopen } from '../reopen.ts'
import { endWithIgnore, endWithRetry, endWithReview, writeDone } from './endings.ts'
import { loadWork } from './load-work.ts'
import type { Work } from './stage.ts'

const held = holdFilingPerTest()
const inFirm = <T>(run: (trx: Trx) => Promise<T>) => withFirm(held.services.database, 1, run)
const item = () => rowById(held.services, 'inbox_items', held.filing.itemId)
const setItem = (set: ReturnType<typeof sql>) =>
  withSystem(held.services.database, (trx) =>
    sql`update inbox_items set ${set} where id = ${held.filing.itemId}::uuid`.execute(trx),
  )

const stage = { name: 'retrieve' } as const
const begin = async () => (await loadWork(held.services, 1, held.filing.itemId)) as Work
const finish = (work: Work) => {
  const done = [{ stage: stage.name, sentence: 'Retrieved.', result: {}, columns: {} }]
  return inFirm((trx) => writeDone(trx, { work, done, nextStage: 'match' }))
}

beforeEach(() => setItem(sql`status = 'New', next_stage = 'retrieve'`))

test.each<[string, (trx: Trx, work: Work) => Promise<void>]>([
  [
    'needs a person',
    (trx, work) =>
      endWithReview(trx, { work, stage, sentence: 'Missing.', result: undefined, jobs: held.services.jobs }),
  ],
  [
    'is to be tried again',
    (trx, work) => endWithRetry(trx, { work, stage, sentence: 'Away.', services: held.services }),
  ],
  [
    'gave up',
    (trx, work) =>
      endWithRetry(trx, { work: { ...work, attempts: 99 }, stage, sentence: 'Away.', services: held.services }),
  ],
  ['is ignored', (trx, work) => endWithIgnore(trx, { work, stage, sentence: 'Ignored.', jobs: held.services.jobs })],
])(
  'that a stage %s is not recorded by a process that stood still while another went on with the notice',
  async (...of) => {
    const [, end] = of
    const late = await begin()
    await finish(await begin())
    await expect(inFirm((trx) => end(trx, late))).rejects.toThrow(StaleWorkError)
    expect(await item()).toMatchObject({ status: 'Started', next_stage: 'match', reason: null })
  },
)

test('nor is any result of a stage that a person has had begun again since', async () => {
  const late = await begin()
  await setItem(sql`status = 'Action Required'`)
  const target = { firmId: 1, itemId: held.filing.itemId, userId: newId() }
  await inFirm((trx) =>
    reopen(trx, held.services.jobs, { target, from: ['Action Required'], sentence: 'Again.', next: 'retrieve' }),
  )
  const now = await begin()
  await expect(finish(late)).rejects.toThrow(StaleWorkError)
  expect(await item()).toMatchObject({ status: 'Started', next_stage: 'retrieve' })
  await finish(now)
  expect(await item()).toMatchObject({ status: 'Started', next_stage: 'match' })
})
