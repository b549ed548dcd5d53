import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { type ServerProcess, startServerProcess } from '../e2e/server-process.ts'
import { readConfig } from '../packages/server/src/base/config.ts'
import { freePort } from '../packages/server/src/base/lib/free-port.ts'
import type { Services } from '../packages/server/src/base/services.ts'
import { openServices } from '../packages/server/src/main.ts'
import type { TemporaryPostgres } from './postgres.ts'
import { type Catcher, startCatcher } from './start-catcher.ts'

/** Where a Courtcrier and its mail server stand while they are measured. */
export interface Place {
  folder: string
  catcher: Catcher
  /** Runs with the services of this process open, to make what is due and to see what became of it. */
  withServices: <T>(run: (services: Services) => Promise<T>) => Promise<T>
  /** Starts one more worker, in a process of its own. */
  startWorker: () => Promise<ServerProcess>
}

/** Runs in a place of its own, on this PostgreSQL or the embedded database. */
export async function inPlace<T>(postgres: TemporaryPostgres | undefined, run: (place: Place) => Promise<T>) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-deliver-'))
  const catcher = await startCatcher()
  const environment = {
    COURTCRIER_DATA: folder,
    COURTCRIER_URL: 'https://notices.bench.example',
    COURTCRIER_LOG_LEVEL: 'warn',
    COURTCRIER_MAIL_FROM: 'courtcrier@bench.example',
    COURTCRIER_SMTP_OUT: catcher.url,
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  }
  const workers: ServerProcess[] = []
  // The web role has nothing to do; it says when the process is ready.
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

async function withServices<T>(environment: Record<string, string>, use: (services: Services) => Promise<T>) {
  const stops: (() => unknown)[] = []
  try {
    const { services } = await openServices(readConfig(environment), { log: pino({ level: 'warn' }), stops })
    return await use(services)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

/** Nothing takes this long without a step forward; what stands still then is said instead of waited for. */
const patienceMs = 60_000

/** Waits until nothing is left; `remaining` is asked now and then, because asking often would be part of what is measured. */
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
