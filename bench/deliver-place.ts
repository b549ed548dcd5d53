import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { cpuSecondsOf } from '../e2e/processor-time.ts'
import { type ServerProcess, startServerProcess } from '../e2e/server-process.ts'
import { freePort } from '../packages/lib/src/free-port.ts'
import { readConfig } from '../packages/server/src/base/config.ts'
import type { Services } from '../packages/server/src/base/services.ts'
import { openServices } from '../packages/server/src/open-services.ts'
import type { CaughtMail } from './mail-catcher.ts'
import type { TemporaryPostgres } from './postgres.ts'

/** The environment of a Courtcrier and its mail server while they are measured. */
export interface DeliveryBench {
  folder: string
  catcher: Catcher
  /** Runs with this process's services open, to create due work and to read the results. */
  withServices: <T>(run: (services: Services) => Promise<T>) => Promise<T>
  /** Starts one more worker in a separate process. */
  startWorker: () => Promise<ServerProcess>
}

/** A mail server in a separate process, so that its cost isn't counted as the cost of sending. */
interface Catcher {
  /** For COURTCRIER_SMTP_OUT. */
  url: string
  count: () => Promise<number>
  /** Returns everything received so far. */
  mails: () => Promise<readonly CaughtMail[]>
  /** Returns the CPU seconds so far. */
  cpuSeconds: () => Promise<number>
  stop: () => Promise<void>
}

/** Runs in a separate environment, on this PostgreSQL or the embedded database. */
export async function inPlace<T>(
  postgres: TemporaryPostgres | undefined,
  run: (place: DeliveryBench) => Promise<T>,
  more: Readonly<Record<string, string>> = {},
) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-deliver-'))
  const catcher = await startCatcher()
  const environment = {
    COURTCRIER_DATA: folder,
    COURTCRIER_URL: 'https://notices.bench.example',
    COURTCRIER_LOG_LEVEL: 'warn',
    COURTCRIER_MAIL_FROM: 'courtcrier@bench.example',
    COURTCRIER_SMTP_OUT: catcher.url,
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    ...more,
  }
  const workers: ServerProcess[] = []
  // The web role has no work to do; it reports when the process is ready.
  const startWorker = async () => {
    const port = String(await freePort())
    const worker = await startServerProcess({
      ...environment,
      COURTCRIER_ROLES: 'web,worker',
      COURTCRIER_PORT: port,
    })
    workers.push(worker)
    return worker
  }
  try {
    return await run({ folder, catcher, startWorker, withServices: (use) => withServices(environment, use) })
  } finally {
    for (const worker of workers) await worker.end('SIGTERM')
    await catcher.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Answer {
  port: number
  count: number
  mails: readonly CaughtMail[]
}

async function startCatcher(): Promise<Catcher> {
  const child = fork(fileURLToPath(new URL('./mail-catcher.ts', import.meta.url)))
  const answer = async () => {
    const [message] = (await once(child, 'message')) as [Answer]
    return message
  }
  const ask = (question: 'count' | 'mails') => {
    const answered = answer()
    child.send(question)
    return answered
  }
  const { port } = await answer()
  return {
    url: `smtp://127.0.0.1:${port}`,
    count: async () => (await ask('count')).count,
    mails: async () => (await ask('mails')).mails,
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    stop: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

async function withServices<T>(environment: Record<string, string>, use: (services: Services) => Promise<T>) {
  const stops: (() => unknown)[] = []
  try {
    const { services } = await openServices(readConfig(environment), { log: pino({ level: 'warn' }), stops })
    return await use(services)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

/** Nothing takes this long without progress; a stall is reported instead of waited for. */
const patienceMs = 60_000

/**
 * Waits until nothing is left; `remaining` is called only occasionally, because frequent calls would distort the
 * measurement.
 */
export async function untilNoneLeft(remaining: () => Promise<number>, pauseMs = 250): Promise<void> {
  let [last, movedAt] = [Number.NaN, Date.now()]
  for (;;) {
    const now = await remaining()
    if (now === 0) return
    if (now !== last) movedAt = Date.now()
    last = now
    if (Date.now() - movedAt > patienceMs) throw new Error(`nothing moves any more, with ${now} left`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
