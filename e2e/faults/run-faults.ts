import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Sandbox, startSandbox } from '@courtcrier/sandbox/sandbox.ts'
import { freePort } from '../../packages/server/src/base/lib/free-port.ts'
import { environmentFor, isAtRest, signIn, until } from '../harness.ts'
import { prepareFirm } from '../prepare-firm.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { examine, type FaultReport } from './examine.ts'

export interface FaultOptions {
  /** Messages that the courts send, at least. */
  notices: number
  /** How often the server is killed, at least. */
  kills: number
  seed: string
  databaseUrl?: string
  onProgress?: (line: string) => void
}

/** Longest time the server runs between two kills, after it is ready: some kills hit its start, most its work. */
const longestLifeMs = 4000

/**
 * Lets the courts send while the server is killed again and again, waits until it has caught up, and examines
 * what is there against what the courts know.
 */
export async function runFaults(options: FaultOptions): Promise<FaultReport> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-faults-'))
  const sandbox = await startSandbox({ profile: 'test', seed: options.seed, slowPauseMs: 30 })
  const environment = {
    ...environmentFor(sandbox, folder),
    COURTCRIER_PORT: String(await freePort()),
    COURTCRIER_SMTP_PORT: String(await freePort()),
    ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
  }
  try {
    await prepareFirm(environment, sandbox.world)
    const { kills, accepted, resent, server } = await sendAndKill(sandbox, environment, options)
    await untilQuiet(`http://127.0.0.1:${environment.COURTCRIER_PORT}`, options)
    const report = await examine({
      sandbox,
      url: `http://127.0.0.1:${environment.COURTCRIER_PORT}`,
      folder,
      kills,
      accepted,
      resent,
    })
    await server.end('SIGTERM')
    return report
  } finally {
    await sandbox.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function sendAndKill(sandbox: Sandbox, environment: Record<string, string>, options: FaultOptions) {
  const random = makeRandom(options.seed)
  let server: ServerProcess = await startServerProcess(environment)
  const smtp = { host: '127.0.0.1', port: Number(environment.COURTCRIER_SMTP_PORT) }
  // About 2.4 messages a filing; the rest of the run is caught up by the last server.
  const sending = sandbox.startSending({
    smtp,
    count: Math.ceil(options.notices / 2),
    rate: 8,
    concurrency: 4,
    retryMs: 100,
  })
  let isSent = false
  const done = sending.done.finally(() => {
    isSent = true
  })
  let kills = 0
  // It goes on while there is mail to come, but not for ever: on a slow machine a start takes longer than a life.
  while (kills < options.kills || (!isSent && kills < 2 * options.kills)) {
    await new Promise((resolve) => setTimeout(resolve, 50 + random() * longestLifeMs))
    await server.end('SIGKILL')
    kills++
    options.onProgress?.(`killed ${kills} times; ${sending.progress().accepted} messages accepted`)
    server = await startServerProcess(environment)
  }
  const { accepted, refused } = await done
  if (refused.length > 0) throw new Error(`the server refused mail for good: ${JSON.stringify(refused[0])}`)
  const resent = accepted.filter((message) => message.lostAnswers > 0).length
  return { kills, accepted: accepted.length, resent, server }
}

/** Waits until nothing is under way any more. */
export async function untilQuiet(url: string, options: { onProgress?: (line: string) => void }): Promise<void> {
  const call = await signIn(url, 'Docketing')
  await until(async () => {
    const { counts } = (await (await call('/api/v1/inbox/counts')).json()) as { counts: Record<string, number> }
    const open = Object.entries(counts).reduce((sum, [status, count]) => (isAtRest(status) ? sum : sum + count), 0)
    if (open > 0) options.onProgress?.(`${open} items under way`)
    return open === 0
  }, 500)
}

/** Mulberry32, so that a run that found something can be repeated by its seed. */
export function makeRandom(seed: string): () => number {
  let state = [...seed].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
