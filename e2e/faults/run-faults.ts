import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Sandbox, startSandbox } from '@courtcrier/sandbox/sandbox.ts'
import { freePort } from '../../packages/lib/src/free-port.ts'
import { environmentFor, isAtRest, signIn, until, untilDelivered } from '../harness.ts'
import { prepareFirm } from '../prepare-firm.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { examine, type FaultReport } from './examine.ts'

export interface FaultOptions {
  /** Minimum number of messages the courts send. */
  notices: number
  /** Minimum number of times the server is killed. */
  kills: number
  seed: string
  databaseUrl?: string
  onProgress?: (line: string) => void
}

/**
 * The longest a server that has started runs until it is killed: some kills hit its startup work, most its regular
 * work.
 */
const longestLifeMs = 4000

/**
 * Kills the server repeatedly while the courts send mail, waits until it has caught up, and compares its records with
 * those of the courts.
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
  // About 2.4 messages per filing; the last server catches up on the rest.
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
  // Continues while there is mail to send, up to a limit: on a slow machine, starting takes longer than the time
  // between kills.
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

/**
 * Returns, in sentences, whether more was sent again than kills explain: an email whose acceptance is on its way at that
 * moment looks like one that wasn't accepted (RFC 1047), which is seldom one at each kill.
 */
export function sentTooOften({ kills, mailsSentAgain }: FaultReport): string[] {
  return mailsSentAgain > kills ? [`${mailsSentAgain} emails were sent again after ${kills} kills.`] : []
}

/** Waits until nothing is in progress anymore. */
export async function untilQuiet(url: string, options: { onProgress?: (line: string) => void }): Promise<void> {
  const call = await signIn(url, 'Administrator')
  await until(async () => {
    const { counts } = (await (await call('/api/v1/inbox/counts')).json()) as { counts: Record<string, number> }
    const open = Object.entries(counts).reduce((sum, [status, count]) => (isAtRest(status) ? sum : sum + count), 0)
    if (open > 0) options.onProgress?.(`${open} items under way`)
    return open === 0
  }, 500)
  await untilDelivered(call, 500)
}

/** Returns a Mulberry32 generator, so that a failing run can be repeated from its seed. */
export function makeRandom(seed: string): () => number {
  let state = [...seed].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
