import { sql } from 'kysely'
import { withSystem } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { claimDue } from './claim.ts'
import { fillAccounts, findDueAccounts } from './due-accounts.ts'
import { fillDaily, findDueDaily } from './due-daily.ts'
import { fillErrors, findDueErrors, findDueReports } from './due-reports.ts'

const everyMs = 15_000
/** The deliveries and events record what was sent; these rows only prevent sending anything twice. */
const keptDays = 35

/** Checks every few seconds for scheduled messages that are due. Any number of workers may do so. */
export function startDigestSchedule(services: Services): () => Promise<void> {
  let isBusy = false
  const look = async () => {
    isBusy = true
    try {
      await claimAllDue(services, new Date())
    } catch (error) {
      services.metrics.jobErrors.inc()
      services.log.error({ err: error }, 'looking for messages that are due failed')
    } finally {
      isBusy = false
    }
  }
  // At once, because much may be overdue after an outage.
  let running = look()
  const timer = setInterval(() => {
    if (!isBusy) running = look()
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Queues every message due at a given time. Returns how many no worker had found before. */
export async function claimAllDue(services: Pick<Services, 'database' | 'jobs'>, now: Date): Promise<number> {
  const { database } = services
  const daily = await claimDue(services, await findDueDaily(database, now), (trx, firmId, ids) =>
    fillDaily(trx, now, firmId, ids),
  )
  const reports = await claimDue(services, await findDueReports(database, now))
  const errors = await claimDue(services, await findDueErrors(database, now), fillErrors)
  // After these: an address that was notified by them isn't notified again.
  const accounts = await claimDue(services, await findDueAccounts(database, now), fillAccounts)
  await forgetOld(services, now)
  return daily + reports + errors + accounts
}

async function forgetOld({ database }: Pick<Services, 'database'>, now: Date): Promise<void> {
  await withSystem(database, (trx) =>
    sql`delete from digests where until < ${now}::timestamptz - make_interval(days => ${keptDays}::integer)
      and status not in ('waiting', 'sending')`.execute(trx),
  )
}
