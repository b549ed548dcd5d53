import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Sandbox, type SandboxOptions, startSandbox } from '@courtcrier/sandbox/sandbox.ts'
import pino from 'pino'
import type { DemoControls } from '../packages/server/src/api/demo.ts'
import { usualLimits } from '../packages/server/src/api/session.ts'
import { type Environment, readConfig } from '../packages/server/src/base/config.ts'
import { resetFirm } from '../packages/server/src/demo/reset.ts'
import { demoLogIns, seedFirm } from '../packages/server/src/demo/seed.ts'
import { type Courtcrier, startCourtcrier } from '../packages/server/src/main.ts'

/** A whole installation with simulated courts around it: what tests that cross every border run against. */
export interface Installation {
  sandbox: Sandbox
  courtcrier: Courtcrier
  folder: string
  url: string
  smtp: { host: string; port: number }
  close: () => Promise<void>
}

export interface InstallationOptions {
  sandbox?: SandboxOptions
  environment?: Environment
}

/** Starts courts and Courtcrier in this process, with the sandbox's firm in a folder of its own. */
export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-e2e-'))
  const sandbox = await startSandbox({
    profile: 'test',
    faults: { slow: 0, serverError: 0, cutOff: 0, spent: 0 },
    ...options.sandbox,
  })
  const image = process.env.COURTCRIER_TEST_FIRM
  if (image && options.sandbox?.seed === undefined && !options.environment?.DATABASE_URL)
    await cp(image, folder, { recursive: true })
  const environment = { ...environmentFor(sandbox, folder), ...options.environment }
  let smtpPort = 0
  const demoControls: DemoControls = {
    sendNotices: async (count) => void sandbox.startSending({ smtp: { host: '127.0.0.1', port: smtpPort }, count }),
    reset: (services) => resetFirm(services, sandbox.world),
  }
  const courtcrier = await startCourtcrier(readConfig(environment), {
    log: pino({ level: environment.COURTCRIER_LOG_LEVEL }),
    demoLogIns,
    demoControls,
    // Everybody in a test's browsers comes from one address, and on a quick machine more than thirty in a minute.
    limits: { ...usualLimits, logIn: 1000 },
  })
  smtpPort = courtcrier.smtpPort ?? 0
  await seedFirm(courtcrier.services, sandbox.world)
  return {
    sandbox,
    courtcrier,
    folder,
    url: courtcrier.url ?? '',
    smtp: { host: '127.0.0.1', port: courtcrier.smtpPort ?? 0 },
    close: async () => {
      await sandbox.stop()
      await courtcrier.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The settings that point a Courtcrier at the sandbox. */
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

/** Waits until the condition holds; it is asked again and again, and the test's own time-out ends it. */
export async function until<T>(ask: () => Promise<T | undefined | false>, pauseMs = 50): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

const underWay = ['New', 'Started', 'Retry', 'Post Processing']

/** Whether nothing is to be done with an item of this status until a person or a new notice comes. */
export function isAtRest(status: string): boolean {
  return !underWay.includes(status)
}

/**
 * Waits until no item is under way, and as many arrived as `total` says. A notice is counted from the moment its mail
 * is accepted, so whoever sent it needs no total.
 */
export async function untilAtRest(call: Call, total?: number, pauseMs?: number): Promise<void> {
  await until(async () => {
    const answer = await call('/api/v1/inbox/counts')
    const counted = (await answer.json()) as { counts: Record<string, number>; total: number }
    const hasArrived = total === undefined || counted.total === total
    return hasArrived && Object.entries(counted.counts).every(([status, count]) => count === 0 || isAtRest(status))
  }, pauseMs)
}

/** Calls the API as somebody who is signed in. */
export type Call = (path: string, init?: RequestInit) => Promise<Response>

/** Calls the API as one of the demo's people. */
export async function signIn(url: string, role: string): Promise<Call> {
  const logIn = demoLogIns.find((entry) => entry.role === role)
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: logIn?.email, password: logIn?.password }),
  })
  if (!answer.ok) throw new Error(`${role} could not sign in: ${await answer.text()}`)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return (path, init) =>
    fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init?.headers } })
}
