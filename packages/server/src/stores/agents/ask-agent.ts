import type { ChangeFeed } from '../../base/db/changes.ts'
import type { Database } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { untilWritten } from '../../base/db/patience.ts'
import { addWork, answerEntity, type NewWork, settleWork, type WorkState } from './work-rows.ts'

interface AskDeps {
  database: Database
  feed: Pick<ChangeFeed, 'subscribe'>
  /** Aborted when this process stops: no more answers are waited for. */
  stop: AbortSignal
}

/** What an agent answered, or that it didn't: see `WorkState`. */
export type AskedAnswer = Exclude<WorkState, { remainingMs: number }>

/** Has an agent do something, and waits for its answer as long as the work may be done. */
export async function askAgent({ database, feed, stop }: AskDeps, wish: NewWork): Promise<AskedAnswer> {
  if (stop.aborted) return { tooLate: 'ended' }
  const { firmId } = wish
  let id: string | undefined
  let bell = Promise.withResolvers<void>()
  const ring = () => bell.resolve()
  const unsubscribe = feed.subscribe(({ entity, ids }) => {
    if (entity === answerEntity && (id === undefined || ids.includes(id))) ring()
  }, ring)
  stop.addEventListener('abort', ring)
  try {
    id = await withFirm(database, firmId, (trx) => addWork(trx, wish))
    const key = { firmId, id }
    let remainingMs = wish.takeMs
    for (;;) {
      await rungOrAfter(bell.promise, stop.aborted ? 0 : remainingMs + graceMs)
      bell = Promise.withResolvers<void>()
      // An outage of the database doesn't end what the agent does: its answer counts if both are back in time.
      const until = performance.now() + remainingMs + wish.leaseMs
      const state = await untilWritten(
        () => withFirm(database, firmId, (trx) => settleWork(trx, key, { isEnded: stop.aborted })),
        () => stop.aborted || performance.now() > until,
      )
      if (!('remainingMs' in state)) return state
      remainingMs = state.remainingMs
    }
  } finally {
    stop.removeEventListener('abort', ring)
    unsubscribe()
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
