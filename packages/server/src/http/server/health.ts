import type { CurrentOutage } from '@courtcrier/lib/outage.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { MetricsReaders } from '../../base/config.ts'
import type { Services } from '../../base/services.ts'
import { findLackOfRoom, findUnwritable } from '../../mail/room.ts'
import { healthDetail, type MailLinks } from './health-detail.ts'
import { openMetricsGate } from './metrics-gate.ts'
import { retryAfterSeconds } from './problems.ts'

type HealthDeps = Pick<Services, 'config' | 'database' | 'metrics' | 'log'> & {
  metricsReaders: MetricsReaders | undefined
  mailLinks: MailLinks | undefined
}

/** A database that takes longer than this to answer `select 1` is no use to anyone. */
const databaseMs = 3000

/**
 * For monitoring: whether the process is alive and able to work, and its metrics. Metrics show how busy a firm is, so
 * /metrics exists only for the readers the operator named, as does what /healthz says of each mailbox.
 */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  const mayRead = deps.metricsReaders && openMetricsGate(deps.metricsReaders)
  app.get('/healthz', async (request, reply) => {
    const away = awaySentence(deps)
    reply.header('cache-control', 'no-cache')
    const detail = deps.mailLinks && mayRead?.(request) ? await healthDetail(reachable(deps.mailLinks, away)) : {}
    // It is alive: a supervisor that restarted it for lack of a database would do so again and again.
    return away === undefined ? { ok: true, ...detail } : { ok: false, problems: [away], ...detail }
  })

  // Anyone may ask, and each look writes a file and asks the database: those who ask meanwhile hear of the same one.
  let look: Promise<string[]> | undefined
  app.get('/readyz', async (_request, reply) => {
    look ??= findProblems(deps).finally(() => {
      look = undefined
    })
    const problems = await look
    reply.header('cache-control', 'no-cache')
    if (problems.length > 0) reply.header('retry-after', retryAfterSeconds)
    return reply.code(problems.length > 0 ? 503 : 200).send({ ok: problems.length === 0, problems })
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayRead?.(request)) return reply.callNotFound()
    return reply.type(deps.metrics.registry.contentType).send(await deps.metrics.registry.metrics())
  })
}

async function findProblems(deps: HealthDeps): Promise<string[]> {
  const problems = await Promise.all([databaseProblem(deps), folderProblem(deps), findLackOfRoom(deps)])
  return problems.filter((text) => text !== undefined)
}

/** Asks nothing of a database that is away, and doesn't wait for one that hangs. */
function reachable({ own, others }: MailLinks, away: string | undefined): MailLinks {
  return { own, others: async () => (away === undefined ? within(databaseMs, others()) : []) }
}

/** A database that takes no writes answers questions, but no mail can be received. */
function awaySentence({ database: { outage, writes } }: HealthDeps): string | undefined {
  const secondsOf = ({ since }: CurrentOutage) => Math.round((performance.now() - since) / 1000)
  const away = outage.current()
  if (away) return `The database has been away for ${secondsOf(away)} s: ${away.reason}.`
  const refusal = writes.current()
  return refusal && `The database has taken no writes for ${secondsOf(refusal)} s: ${refusal.reason}.`
}

async function databaseProblem(deps: HealthDeps): Promise<string | undefined> {
  const { database, log } = deps
  const away = awaySentence(deps)
  if (away !== undefined) return away
  try {
    await within(databaseMs, sql`select 1`.execute(database.kysely))
    return undefined
  } catch (err) {
    log.warn({ err }, 'the database is not answering')
    return 'The database does not answer.'
  }
}

async function folderProblem({ config, log }: HealthDeps): Promise<string | undefined> {
  const err = await findUnwritable(config.blobFolder)
  if (err === undefined) return undefined
  log.warn({ err }, 'the folder of the documents cannot be written')
  return 'The folder of the documents cannot be written.'
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
