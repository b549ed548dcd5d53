import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Config } from '../base/config.ts'
import { openDatabase } from '../base/db/database.ts'
import { type KnownLink, readLinkReports } from '../base/db/link-reports.ts'
import { type ShownLink, shownLink } from '../http/server/health-detail.ts'
import { askDatabase } from '../wait-for-database.ts'
import type { Check } from './check.ts'

const answerMs = 3000

const linkForm = z.object({
  name: z.string(),
  process: z.string(),
  problem: z.nullable(z.string()),
  last_success: z.nullable(z.string()),
  last_error: z.nullable(z.object({ at: z.string(), sentence: z.string() })),
  lag_seconds: z.number(),
  reported_at: z.string(),
})

type Health = z.infer<typeof health>

const health = z.object({
  problems: z.optional(z.array(z.string())),
  mailboxes: z.optional(z.array(linkForm)),
  senders: z.optional(z.array(linkForm)),
})

/**
 * How the mailboxes and mail servers of all running processes do: one check each, and one for their database if that is
 * unavailable. /healthz says it, or the database itself if that is a server. The other checks only try whether they
 * work now.
 */
export async function checkLinks(config: Config): Promise<readonly Check[]> {
  const found = await askRunning(config)
  const name = 'Running server'
  const database = (found?.problems ?? []).map((sentence): Check => ({ name, state: 'failed', sentence }))
  const links = linksOf(found) ?? (await readReported(config))
  if (links && links.length > 0) {
    const isSplit = new Set(links.map(({ process }) => process)).size > 1
    return [...database, ...links.map((link) => checkOf(link, isSplit))]
  }
  if (database.length > 0) return database
  if (!found) return [{ name, state: 'ok', sentence: `Nothing answers at ${addressOf(config)}.` }]
  const sentence = links
    ? 'It answers, and has neither a mailbox nor a mail server.'
    : 'It answers. With COURTCRIER_METRICS_TOKEN set, this says when it last read each mailbox and sent mail.'
  return [{ name, state: 'ok', sentence }]
}

type FoundLink = ShownLink & Pick<KnownLink, 'kind'>

/** Undefined if it doesn't say. */
function linksOf(found: Health | undefined): readonly FoundLink[] | undefined {
  if (!found?.mailboxes || !found.senders) return undefined
  return [
    ...found.mailboxes.map((link) => ({ ...link, kind: 'mailbox' as const })),
    ...found.senders.map((link) => ({ ...link, kind: 'sender' as const })),
  ]
}

/** Undefined if there is no server to ask, which another check says, or its schema is older. */
async function readReported({ databaseUrl }: Config): Promise<readonly FoundLink[] | undefined> {
  if (!databaseUrl || !(await answers(databaseUrl))) return undefined
  const database = await openDatabase({ url: databaseUrl, connections: 1 })
  try {
    const { rows } = await sql<{ found: boolean }>`
      select to_regclass('courtcrier_meta.link_reports') is not null as found`.execute(database.kysely)
    if (!rows[0]?.found) return undefined
    return (await readLinkReports(database.kysely)).map((link) => ({ ...shownLink(link), kind: link.kind }))
  } finally {
    await database.close()
  }
}

function answers(databaseUrl: string): Promise<boolean> {
  return askDatabase(databaseUrl).then(
    () => true,
    () => false,
  )
}

function checkOf(link: FoundLink, isSplit: boolean): Check {
  const { kind, process, problem, last_success: success, last_error: error, lag_seconds: lag } = link
  const where = isSplit ? ` (process ${process})` : ''
  const name = `${kind === 'mailbox' ? 'Reading' : 'Sending through'} ${link.name}${where}`
  const last = success === null ? 'It has not worked since the start.' : `It last worked at ${success}.`
  const failed = error ? ` The last error was at ${error.at}: ${error.sentence}` : ''
  const isFailing = lag > 0 && error !== null && (success === null || error.at > success)
  if (isFailing) return { name, state: 'failed', sentence: `It has been failing for ${lag} s. ${last}${failed}` }
  if (lag > 0)
    return { name, state: 'warning', sentence: [problem, `It is ${lag} s behind.`, last].filter(Boolean).join(' ') }
  if (problem !== null) return { name, state: 'warning', sentence: `${problem} ${last}` }
  const sentence = success === null ? 'It has not been used since the start.' : last
  return { name, state: 'ok', sentence: `${sentence}${failed}` }
}

/** Whether a Courtcrier answers at the configured address. */
export async function isAnswering(config: Config): Promise<boolean> {
  return (await askRunning(config)) !== undefined
}

/** Undefined if no Courtcrier answers. */
async function askRunning(config: Config): Promise<Health | undefined> {
  const token = config.metricsReaders?.token
  try {
    const answer = await fetch(`${addressOf(config)}/healthz`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(answerMs),
    })
    return health.parse(await answer.json())
  } catch {
    // None is running, or it has no web role, or something else uses the port.
    return undefined
  }
}

function addressOf({ host, port }: Config): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
