import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Sandbox, startSandbox } from '@courtcrier/sandbox/sandbox.ts'
import { freePort } from '../../packages/lib/src/free-port.ts'
import { environmentFor, until } from '../harness.ts'
import { prepareFirm } from '../prepare-firm.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { examine, type FaultReport } from './examine.ts'
import { type FrailPostgres, openFrailPostgres } from './postgres.ts'
import { makeRandom, untilQuiet } from './run-faults.ts'

/** How the database fails; `pause` lasts `pauseMs`, the others until it is started again. */
export type Away = 'fast' | 'immediate' | 'kill' | 'pause'

export interface DatabaseFaultOptions {
  seed: string
  /** In this order. */
  ways: readonly Away[]
  processes: number
  /** Filings the courts send, about 2.4 messages each. */
  filings: number
  /** Filings per second. */
  rate: number
  pauseMs: number
  onProgress?: (line: string) => void
}

export interface DatabaseFaultReport extends FaultReport {
  /** Number of processes that exited. */
  exits: number
  /** Responses to a read and the health checks while the database was away, one set for each kind of failure. */
  answersWhileAway: { way: Away; read: number; retryAfter: string | null; ready: number; why: string }[]
}

/** The options of `npm run test:faults` and of the test's long form. */
export const everyWayThrice = {
  ways: (['fast', 'immediate', 'kill', 'pause'] as const).flatMap((way) => [way, way, way]),
  processes: 3,
  filings: 400,
  rate: 8.4,
  pauseMs: 30_000,
}

interface ServerAddress {
  server: ServerProcess
  url: string
  smtpPort: number
}

/**
 * Takes the database away repeatedly while several processes use it and the courts send mail, then examines the result.
 * Returns undefined if PostgreSQL isn't installed.
 */
export async function runDatabaseFaults(options: DatabaseFaultOptions): Promise<DatabaseFaultReport | undefined> {
  const postgres = await openFrailPostgres()
  if (!postgres) return undefined
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-faults-'))
  const sandbox = await startSandbox({ profile: 'test', seed: options.seed, slowPauseMs: 30 })
  const places: ServerAddress[] = []
  try {
    const environment = { ...environmentFor(sandbox, folder), DATABASE_URL: postgres.url }
    await prepareFirm(environment, sandbox.world)
    for (let n = 0; n < options.processes; n++) places.push(await startServer(environment))
    return await sendAndInterrupt({ postgres, sandbox, places, folder }, options)
  } finally {
    for (const { server } of places) await server.end('SIGKILL')
    await sandbox.stop()
    await postgres.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startServer(environment: Record<string, string>): Promise<ServerAddress> {
  const [port, smtpPort] = [await freePort(), await freePort()]
  const own = { COURTCRIER_PORT: String(port), COURTCRIER_SMTP_PORT: String(smtpPort) }
  return {
    server: await startServerProcess({ ...environment, ...own }),
    url: `http://127.0.0.1:${port}`,
    smtpPort,
  }
}

interface Scene {
  postgres: FrailPostgres
  sandbox: Sandbox
  places: readonly ServerAddress[]
  folder: string
}

async function sendAndInterrupt(
  { postgres, sandbox, places, folder }: Scene,
  options: DatabaseFaultOptions,
): Promise<DatabaseFaultReport> {
  const sendings = places.map(({ smtpPort }) =>
    sandbox.startSending({
      smtp: { host: '127.0.0.1', port: smtpPort },
      count: Math.ceil(options.filings / places.length),
      rate: options.rate / places.length,
      concurrency: 4,
      retryMs: 200,
    }),
  )
  const random = makeRandom(options.seed)
  const answersWhileAway: DatabaseFaultReport['answersWhileAway'] = []
  for (const way of options.ways) {
    await pause(500 + random() * 3000)
    const url = places[0]?.url ?? ''
    answersWhileAway.push({ way, ...(await interrupt(postgres, way, { url, pauseMs: options.pauseMs })) })
    options.onProgress?.(`${way}: ${JSON.stringify(answersWhileAway.at(-1))}`)
  }
  const results = await Promise.all(sendings.map(({ done }) => done))
  const refused = results.flatMap((result) => result.refused)
  if (refused.length > 0) throw new Error(`the server refused mail for good: ${JSON.stringify(refused[0])}`)
  const accepted = results.flatMap((result) => result.accepted)
  const exits = places.filter(({ server }) => server.hasEnded()).length
  const alive = places.find(({ server }) => !server.hasEnded())
  if (!alive) throw new Error('all processes ended')
  await untilQuiet(alive.url, options)
  const resent = accepted.filter((message) => message.lostAnswers > 0).length
  const found = { url: alive.url, folder, kills: options.ways.length, accepted: accepted.length, resent }
  return { ...(await examine({ sandbox, ...found })), exits, answersWhileAway }
}

async function interrupt(
  postgres: FrailPostgres,
  way: Away,
  { url, pauseMs }: { url: string; pauseMs: number },
): Promise<{ read: number; retryAfter: string | null; ready: number; why: string }> {
  const isBack = pause(way === 'pause' ? pauseMs : 1500)
  if (way === 'kill') await postgres.kill()
  else if (way === 'pause') await postgres.pause()
  else await postgres.stop(way)
  const answer = await askWhileAway(url)
  await isBack
  await (way === 'pause' ? postgres.resume() : postgres.start())
  await until(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok)
  return answer
}

async function askWhileAway(url: string) {
  await until(async () => ((await (await fetch(`${url}/healthz`)).json()) as { ok: boolean }).ok === false)
  const read = await fetch(`${url}/api/v1/firm`)
  const health = (await (await fetch(`${url}/healthz`)).json()) as { problems?: string[] }
  const ready = await fetch(`${url}/readyz`)
  return {
    read: read.status,
    retryAfter: read.headers.get('retry-after'),
    ready: ready.status,
    why: health.problems?.join(' ') ?? '',
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
