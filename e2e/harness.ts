import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Sandbox, type SandboxOptions, startSandbox } from '@courtcrier/sandbox/sandbox.ts'
import pino from 'pino'
import { type Environment, readConfig } from '../packages/server/src/base/config.ts'
import { resetFirm } from '../packages/server/src/demo/reset.ts'
import { demoLogIns, seedFirm } from '../packages/server/src/demo/seed.ts'
import type { DemoControls } from '../packages/server/src/http/demo.ts'
import { usualLimits } from '../packages/server/src/http/session/session.ts'
import { type Courtcrier, startCourtcrier } from '../packages/server/src/main.ts'
import { copyFirm, hasFirmImage } from './firm-image.ts'
import { portOfWorker } from './port-of-worker.ts'
import { watchAnswers } from './watch-answers.ts'

/** A whole installation with simulated courts, for tests that cross every boundary. */
export interface Installation {
  sandbox: Sandbox
  courtcrier: Courtcrier
  folder: string
  url: string
  smtp: { host: string; port: number }
  /** Stops the server, and starts it again at its address once the promise resolves. */
  restart: (whileAway: () => Promise<void>) => Promise<void>
  /** Throws if an answer didn't match the definition of its call. */
  close: () => Promise<void>
}

export interface InstallationOptions {
  sandbox?: SandboxOptions
  environment?: Environment
}

/** Starts the courts and Courtcrier in this process, with the sandbox's firm in a separate folder. */
export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-e2e-'))
  const sandbox = await startSandbox({
    profile: 'test',
    faults: { slow: 0, serverError: 0, cutOff: 0, spent: 0 },
    ...options.sandbox,
  })
  const firm = isOfUsualWorld(options) && hasFirmImage() ? await copyFirm(folder) : undefined
  const port = { COURTCRIER_PORT: String(await portOfWorker()) }
  const environment: Environment = {
    ...environmentFor(sandbox, folder),
    ...port,
    ...firm?.environment,
    ...options.environment,
  }
  let smtpPort = 0
  const demoControls: DemoControls = {
    sendNotices: async (count) => void sandbox.startSending({ smtp: { host: '127.0.0.1', port: smtpPort }, count }),
    reset: (services) => resetFirm(services, sandbox.world),
  }
  const endWatch = watchAnswers()
  let courtcrier = await start(environment, demoControls)
  smtpPort = courtcrier.smtpPort ?? 0
  await seedFirm(courtcrier.services, sandbox.world)
  return {
    sandbox,
    courtcrier,
    folder,
    url: courtcrier.url ?? '',
    smtp: { host: '127.0.0.1', port: courtcrier.smtpPort ?? 0 },
    restart: async (whileAway) => {
      const { port: own } = new URL(courtcrier.url ?? '')
      await courtcrier.stop()
      await whileAway()
      courtcrier = await start({ ...environment, COURTCRIER_PORT: own }, demoControls)
      smtpPort = courtcrier.smtpPort ?? 0
    },
    close: async () => {
      await sandbox.stop()
      await courtcrier.stop()
      forgetTokens(courtcrier.url ?? '')
      await firm?.remove()
      await rm(folder, { recursive: true, force: true })
      endWatch()
    },
  }
}

function start(environment: Environment, demoControls: DemoControls): Promise<Courtcrier> {
  return startCourtcrier(readConfig(environment), {
    log: pino({ level: environment.COURTCRIER_LOG_LEVEL }),
    demoLogIns,
    demoControls,
    // All of a test's browsers share one address, and a fast machine sends more than thirty logins a minute.
    limits: { ...usualLimits, logIn: 1000 },
  })
}

/** The image has the firm of the usual world; the demo has a world of its own. */
function isOfUsualWorld({ sandbox: { seed, profile } = {}, environment }: InstallationOptions): boolean {
  return seed === undefined && profile !== 'demo' && !environment?.DATABASE_URL
}

/** Returns the settings that point a Courtcrier at the sandbox. */
export function environmentFor(sandbox: Pick<Sandbox, 'httpUrl' | 'smtpPort'>, folder: string): Record<string, string> {
  return {
    COURTCRIER_DATA: folder,
    COURTCRIER_PORT: '0',
    COURTCRIER_SMTP_PORT: '0',
    COURTCRIER_DEMO: '1',
    COURTCRIER_METRICS_FROM: '127.0.0.1',
    COURTCRIER_LOG_LEVEL: process.env.COURTCRIER_LOG_LEVEL ?? 'silent',
    COURTCRIER_RETRY_SECONDS: '1',
    COURTCRIER_MAIL_FROM: 'courtcrier@harlanlowe.example',
    COURTCRIER_SMTP_OUT: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    COURTCRIER_COURT_GATEWAY: sandbox.httpUrl,
    COURTCRIER_DNS_GATEWAY: `${sandbox.httpUrl}/dns`,
    COURTCRIER_DEMO_MAILBOX: `${sandbox.httpUrl}/mail`,
  }
}

/** Below a test's timeout, so that the failure points to the line that waits and not to the whole test. */
const longestWaitMs = 180_000

/** Polls until the condition is true. Throws with the caller's line if that takes too long. */
export async function until<T>(ask: () => Promise<T | undefined | false>, pauseMs = 50): Promise<T> {
  const neverCame = new Error(`This condition did not come within ${longestWaitMs / 1000} s: ${ask}`)
  const end = performance.now() + longestWaitMs
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > end) throw neverCame
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

const underWay = ['New', 'Started', 'Retry', 'Post Processing']

const onTheWay = { delivery: ['waiting', 'sending', 'held'], document_copy: ['new', 'started', 'delayed'] }

/** Returns whether an item with this status stays unchanged until a user acts or a new notice arrives. */
export function isAtRest(status: string): boolean {
  return !underWay.includes(status)
}

/**
 * Waits until no item is in progress and `total` items were received. A notice counts once its email is accepted, so a
 * caller that sent it needs no total.
 */
export async function untilAtRest(call: Call, total?: number, pauseMs?: number): Promise<void> {
  await until(async () => {
    const answer = await call('/api/v1/inbox/counts')
    const counted = (await answer.json()) as { counts: Record<string, number>; total: number }
    const hasArrived = total === undefined || counted.total === total
    return hasArrived && Object.entries(counted.counts).every(([status, count]) => count === 0 || isAtRest(status))
  }, pauseMs)
}

/**
 * Waits until no email and no copy is on its way. A notice that lacks a document needs attention while its people are
 * still being notified; any other is at rest only after its last email and copy.
 */
export async function untilDelivered(call: Call, pauseMs?: number): Promise<void> {
  await until(async () => {
    for (const [entity, statuses] of Object.entries(onTheWay)) {
      const filters = encodeURIComponent(JSON.stringify([{ field: 'status', in: statuses }]))
      const { headers } = await call(`/api/v1/${entity}/search?max=1&filters=${filters}`)
      if (headers.get('x-total-count') !== '0') return false
    }
    return true
  }, pauseMs)
}

/** Calls the API as someone who is signed in. */
export type Call = (path: string, init?: RequestInit) => Promise<Response>

/**
 * Calls the API as one of the demo's people. They sign in once for all calls, since checking a password takes longer
 * than most calls, and again when a test has ended their session.
 */
export async function signIn(url: string, role: string): Promise<Call> {
  const key = `${url} ${role}`
  const call = async (path: string, init: RequestInit | undefined, token: string) =>
    ask(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init?.headers } })
  return async (path, init) => {
    const known = tokens.get(key)
    const answer = known && (await call(path, init, await known))
    if (answer && answer.status !== 401) return answer
    const renewed = logIn(url, role)
    tokens.set(key, renewed)
    return call(path, init, await renewed)
  }
}

/** How long a server may answer that it is busy, in milliseconds. */
const longestBusyMs = 30_000

/**
 * Repeats a read that was answered with 503, as clients do: a server ends a search after two seconds, which is no fault
 * of its own where the machine stood still for as long.
 */
async function ask(url: string, init: RequestInit): Promise<Response> {
  const end = performance.now() + longestBusyMs
  for (;;) {
    const answer = await fetch(url, init)
    const isRead = (init.method ?? 'GET') === 'GET'
    if (answer.status !== 503 || !isRead || performance.now() > end) return answer
    await answer.arrayBuffer()
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

const tokens = new Map<string, Promise<string>>()

/** The next installation of a worker has the same address. */
function forgetTokens(url: string): void {
  for (const key of tokens.keys()) if (key.startsWith(`${url} `)) tokens.delete(key)
}

async function logIn(url: string, role: string): Promise<string> {
  const person = demoLogIns.find((entry) => entry.role === role)
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: person?.email, password: person?.password }),
  })
  if (!answer.ok) throw new Error(`${role} could not sign in: ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}
