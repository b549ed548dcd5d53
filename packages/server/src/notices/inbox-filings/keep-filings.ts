import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../base/db/database.ts'
import { withSystem } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { placesInFold } from '../../records/fold.ts'

/** Filings per transaction. */
const batch = 1000
/** How long changes are gathered: while a notice is processed, its filing changes several times. */
const gatherMs = 2000
const pollMs = 60_000

/** Any number would do, as long as every Courtcrier uses the same. */
const advisoryLock = 7_620_195

/**
 * Keeps the status by which the inbox counts each filing (000129-inbox-filings.sql): that of changed filings is looked up
 * again. Until then, `countFilings` looks it up itself.
 */
export function startKeepingFilings({ database, feed, log }: Pick<Services, 'database' | 'feed' | 'log'>) {
  let isStopped = false
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const keep = async () => {
    while (!isStopped && (await keepFilings(database)) > 0);
  }
  const run = () => {
    running = running.then(keep).catch((error: unknown) => {
      if (!isStopped)
        log.error({ err: error }, 'the filings of the inbox could not be counted; tried again in a minute')
    })
  }
  const runSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      run()
    }, gatherMs)
  }
  const unsubscribe = feed.subscribe(({ entity }) => entity === inboxItem.name && runSoon(), runSoon)
  const poll = setInterval(run, pollMs)
  run()
  return async () => {
    isStopped = true
    unsubscribe()
    clearInterval(poll)
    clearTimeout(timer)
    await running
  }
}

/** Looks up some changed filings, of any firm. Returns how many changes there were; none while another process does it. */
export async function keepFilings(database: Database): Promise<number> {
  return withSystem(database, async (trx) => {
    // Who looked a filing up first could otherwise write last.
    const { rows: turn } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(advisoryLock)}) as "isOurs"`.execute(trx)
    if (!turn[0]?.isOurs) return 0
    const { rows } = await sql<{ n: number }>`
      with taken as (
        delete from inbox_filings_changed where (firm_id, id) in (
          select firm_id, id from inbox_filings_changed order by firm_id, id limit ${sql.lit(batch)}
        ) returning firm_id, envelope_id
      ), changed as materialized (
        select distinct firm_id, envelope_id from taken
      ), current as materialized (
        select changed.firm_id, changed.envelope_id, first.hidden, first.status
        from changed left join lateral ${firstOf(sql`changed.firm_id`, sql`changed.envelope_id`)} on true
      ), gone as (
        delete from inbox_filings f using current c
        where f.firm_id = c.firm_id and f.envelope_id = c.envelope_id and c.status is null
      ), kept as (
        insert into inbox_filings as f (firm_id, envelope_id, hidden, status)
        select firm_id, envelope_id, hidden, status from current where status is not null
        on conflict (firm_id, envelope_id) do update set hidden = excluded.hidden, status = excluded.status
          where (f.hidden, f.status) is distinct from (excluded.hidden, excluded.status)
      )
      select count(*)::int as n from taken`.execute(trx)
    return rows[0]?.n ?? 0
  })
}

/**
 * The status of the message that stands for a filing, of those for which `isSeen` holds of the alias `i`, and whether it
 * is archived, as the table `first`.
 */
export function firstOf(
  firmId: RawBuilder<unknown>,
  envelopeId: RawBuilder<unknown>,
  isSeen = sql<boolean>`true`,
): RawBuilder<unknown> {
  return sql`(select i.hidden, i.status from inbox_items i
    where i.firm_id = ${firmId} and i.envelope_id = ${envelopeId} and ${isSeen}
    order by ${placesInFold('i', inboxItem)} limit 1) first`
}
