import * as z from 'zod/mini'
import type { Config } from '../base/config.ts'
import type { ShownLink } from '../http/server/health-detail.ts'
import type { Check } from './check.ts'

const answerMs = 3000

const shownLink = z.object({
  name: z.string(),
  problem: z.nullable(z.string()),
  last_success: z.nullable(z.string()),
  last_error: z.nullable(z.object({ at: z.string(), sentence: z.string() })),
  lag_seconds: z.number(),
})

const health = z.object({
  problems: z.optional(z.array(z.string())),
  mailboxes: z.optional(z.array(shownLink)),
  senders: z.optional(z.array(shownLink)),
})

/**
 * How the running Courtcrier's mailboxes and mail server do, as its /healthz says: one check each, and one for its
 * database if that is unavailable. The other checks only try whether they work now.
 */
export async function checkLinks(config: Config): Promise<readonly Check[]> {
  const found = await askRunning(config)
  const name = 'Running server'
  if (!found) return [{ name, state: 'ok', sentence: `Nothing answers at ${addressOf(config)}.` }]
  const { problems = [], mailboxes, senders } = found
  const database = problems.map((sentence): Check => ({ name, state: 'failed', sentence }))
  if (!mailboxes || !senders) {
    const sentence =
      'It answers. With COURTCRIER_METRICS_TOKEN set, this says when it last read each mailbox and sent mail.'
    return database.length > 0 ? database : [{ name, state: 'ok', sentence }]
  }
  return [
    ...database,
    ...mailboxes.map((link) => checkOf(`Reading ${link.name}`, link)),
    ...senders.map((link) => checkOf(`Sending through ${link.name}`, link)),
  ]
}

function checkOf(
  name: string,
  { problem, last_success: success, last_error: error, lag_seconds: lag }: ShownLink,
): Check {
  const last = success === null ? 'It has not worked since the start.' : `It last worked at ${success}.`
  const failed = error ? ` The last error was at ${error.at}: ${error.sentence}` : ''
  if (lag > 0) return { name, state: 'failed', sentence: `It has been failing for ${lag} s. ${last}${failed}` }
  if (problem !== null) return { name, state: 'warning', sentence: `${problem} ${last}` }
  const sentence = success === null ? 'It has not been used since the start.' : last
  return { name, state: 'ok', sentence: `${sentence}${failed}` }
}

/** Undefined if no Courtcrier answers. */
async function askRunning(config: Config): Promise<z.infer<typeof health> | undefined> {
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
