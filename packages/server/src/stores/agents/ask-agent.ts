import type { AgentResult } from '@courtcrier/contract/calls/agent-work.ts'
import type { ChangeFeed } from '../../base/db/changes.ts'
import type { Database } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { addWork, answerEntity, type NewWork, settleWork } from './work-rows.ts'

interface AskDeps {
  database: Database
  feed: Pick<ChangeFeed, 'subscribe'>
}

/** What an agent answered, or that it didn't: without having begun, or perhaps after it had done the work. */
export type AskedAnswer = { result: AgentResult } | { tooLate: 'untaken' | 'unanswered' }

/** Has an agent do something, and waits for its answer as long as the work may be done. */
export async function askAgent({ database, feed }: AskDeps, wish: NewWork): Promise<AskedAnswer> {
  const { firmId } = wish
  let id: string | undefined
  let bell = Promise.withResolvers<void>()
  const ring = () => bell.resolve()
  const stop = feed.subscribe(({ entity, ids }) => {
    if (entity === answerEntity && (id === undefined || ids.includes(id))) ring()
  }, ring)
  try {
    id = await withFirm(database, firmId, (trx) => addWork(trx, wish))
    const key = { firmId, id }
    let remainingMs = wish.takeMs
    for (;;) {
      await rungOrAfter(bell.promise, remainingMs + graceMs)
      bell = Promise.withResolvers<void>()
      const state = await withFirm(database, firmId, (trx) => settleWork(trx, key))
      if (!('remainingMs' in state)) return state
      remainingMs = state.remainingMs
    }
  } finally {
    stop()
  }
}

/** Added to the remaining time, in milliseconds, so that it has passed by the database's clock too. */
const graceMs = 20

async function rungOrAfter(bell: Promise<void>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([bell, promise])
  clearTimeout(timer)
}
