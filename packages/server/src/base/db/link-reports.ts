import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { LinkState } from '@courtcrier/lib/link.ts'
import { sql } from 'kysely'
import type { Database, Trx } from './database.ts'
import { startRegularWork } from './regular-work.ts'
import { takesWrites } from './write-probe.ts'

/** What one process knows about a link, for all others. */
export interface ReportedLink extends KnownLink {
  /** Its machine's name and its number there. */
  process: string
  reportedAt: Date
}

export interface KnownLink extends LinkState {
  kind: 'mailbox' | 'sender'
}

/** The name of this process. */
export const thisProcess = `${hostname()}:${process.pid}`

/** In milliseconds: how often a process looks whether there is something to report, and how often it reports anyway. */
const lookMs = 10_000
const calmMs = 60_000
/** A process that has reported nothing for this long has ended. */
const goneAfter = '3 minutes'

/** Creates the table; with nothing to create it only reads. */
export async function prepareReports(trx: Trx): Promise<void> {
  const { rows } = await sql<{ isMissing: boolean }>`
    select to_regclass('courtcrier_meta.link_reports') is null as "isMissing"`.execute(trx)
  if (!rows[0]?.isMissing) return
  await sql`create table courtcrier_meta.link_reports (
    process_id uuid not null,
    kind text not null,
    name text not null,
    process text not null,
    reported_at timestamp(3) with time zone not null default now(),
    problem text,
    last_success timestamp(3) with time zone,
    last_error_at timestamp(3) with time zone,
    last_error text,
    failing_since timestamp(3) with time zone,
    primary key (process_id, kind, name)
  )`.execute(trx)
}

/** Reports this process's links to the others. */
export interface LinkReporter {
  /** The links that other processes have reported. Throws if the database can't be read. */
  others: () => Promise<readonly ReportedLink[]>
  /** Reports at once, if there is something new. */
  report: () => Promise<void>
  /** Removes this process's reports. */
  stop: () => Promise<void>
}

interface ReporterOptions {
  links: () => readonly KnownLink[]
  onError: (error: unknown) => void
}

/** Reports this process's links when one begins or ceases to fail or fails in another way, and every minute. */
export function startLinkReports(database: Reachable, { links, onError }: ReporterOptions): LinkReporter {
  const { kysely } = database
  const processId = randomUUID()
  let reported = { news: '', at: Number.NEGATIVE_INFINITY }
  const reportNow = async () => {
    const own = links()
    const news = JSON.stringify(own.map(newsOf))
    const isDue = performance.now() - reported.at >= calmMs
    if (own.length === 0 || (news === reported.news && !isDue) || !takesWrites(database)) return
    await writeReports(kysely, processId, own)
    reported = { news, at: performance.now() }
  }
  // One after the other, so that a report doesn't overwrite a later one.
  const reporting = startRegularWork(reportNow, { everyMs: lookMs, onError })
  return {
    report: reporting.now,
    others: () => readLinkReports(kysely, processId),
    stop: async () => {
      await reporting.stop()
      if (Number.isFinite(reported.at) && takesWrites(database)) await removeReports(kysely, processId).catch(onError)
    },
  }
}

/** Reads what all processes have reported, except one. */
export async function readLinkReports(kysely: Kysely, exceptFor?: string): Promise<readonly ReportedLink[]> {
  const { rows } = await sql<Omit<ReportedLink, 'lastError'> & { errorAt: Date | null; error: string | null }>`
    select kind, name, process, reported_at as "reportedAt", problem, last_success as "lastSuccess",
      last_error_at as "errorAt", last_error as error,
      coalesce(round(extract(epoch from now() - failing_since)), 0)::int as "lagSeconds"
    from courtcrier_meta.link_reports
    where reported_at > now() - ${goneAfter}::interval and process_id is distinct from ${exceptFor ?? null}::uuid
    order by kind, name, process`.execute(kysely)
  return rows.map(({ errorAt, error, ...link }) => ({
    ...link,
    problem: link.problem ?? undefined,
    lastSuccess: link.lastSuccess ?? undefined,
    lastError: errorAt && error !== null ? { at: errorAt, sentence: error } : undefined,
  }))
}

type Kysely = Database['kysely']
type Reachable = Pick<Database, 'kysely' | 'outage' | 'writes'>

/** What is worth a write; each email changes when a link last worked. */
function newsOf({ kind, name, problem, lastError, lagSeconds }: KnownLink) {
  return [kind, name, problem, lastError, lagSeconds > 0]
}

async function writeReports(kysely: Kysely, processId: string, links: readonly KnownLink[]): Promise<void> {
  const rows = links.map(
    ({ kind, name, problem, lastSuccess, lastError, lagSeconds }) => sql`(
      ${processId}::uuid, ${kind}, ${name}, ${thisProcess}, now(), ${problem ?? null}::text, ${lastSuccess ?? null}::timestamptz,
      ${lastError?.at ?? null}::timestamptz, ${lastError?.sentence ?? null}::text,
      case when ${lagSeconds}::integer > 0 then now() - make_interval(secs => ${lagSeconds}::integer) end)`,
  )
  await kysely.transaction().execute(async (trx) => {
    await sql`delete from courtcrier_meta.link_reports where reported_at < now() - interval '1 day'`.execute(trx)
    await sql`insert into courtcrier_meta.link_reports (process_id, kind, name, process, reported_at, problem,
        last_success, last_error_at, last_error, failing_since)
      values ${sql.join(rows)}
      on conflict (process_id, kind, name) do update set reported_at = excluded.reported_at,
        problem = excluded.problem, last_success = excluded.last_success, last_error_at = excluded.last_error_at,
        last_error = excluded.last_error, failing_since = excluded.failing_since`.execute(trx)
  })
}

async function removeReports(kysely: Kysely, processId: string): Promise<void> {
  await sql`delete from courtcrier_meta.link_reports where process_id = ${processId}::uuid`.execute(kysely)
}
