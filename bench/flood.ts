import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { startServerProcess } from '../e2e/server-process.ts'
import { freePort } from '../packages/lib/src/free-port.ts'
import { createFirm } from '../packages/server/src/auth/create-firm.ts'
import { makePasswords } from '../packages/server/src/auth/passwords.ts'
import { readConfig } from '../packages/server/src/base/config.ts'
import { openServices } from '../packages/server/src/open-services.ts'
import { host, logIn } from './filled-firm.ts'

const requests = 40
const keysOfBody = 90_000

interface Flood {
  name: string
  path: string
  /** With a body of many keys, or none. */
  hasBody?: true
  isSignedIn?: true
  /** Requests that each of `requests` connections sends, one after another. */
  each?: number
}

/** The calls that are flooded; those without an account first. */
const floods: readonly Flood[] = [
  { name: 'POST /auth/reset', path: '/api/v1/auth/reset', hasBody: true },
  { name: 'POST /oauth/access_token', path: '/api/v1/oauth/access_token', hasBody: true },
  { name: 'POST /nowhere', path: '/nowhere', hasBody: true },
  { name: 'GET /openapi.json', path: '/api/v1/openapi.json', each: 10 },
  { name: 'GET /readyz', path: '/readyz', each: 50 },
  { name: 'POST /client, signed in', path: '/api/v1/client', hasBody: true, isSignedIn: true },
]

/**
 * Measures how long /healthz waits while 40 clients at once each send a JSON body of 0.9 MB with 90,000 keys, or ask for
 * what is costly to answer, of a server in a process of its own.
 */
export async function benchFlood(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-flood-'))
  const port = await freePort()
  const environment = {
    COURTCRIER_DATA: folder,
    COURTCRIER_ROLES: 'web',
    COURTCRIER_PORT: String(port),
    COURTCRIER_LOG_LEVEL: 'silent',
  }
  await addFirm(environment)
  const server = await startServerProcess(environment)
  try {
    const url = `http://127.0.0.1:${port}`
    const token = await tokenOf(url)
    const body = JSON.stringify(
      Object.fromEntries(Array.from({ length: keysOfBody }, (_, n) => [`k${n.toString(36)}`, 1])),
    )
    console.log(`${requests} bodies of ${(body.length / 1e6).toFixed(1)} MB with ${keysOfBody} keys`)
    for (const flood of floods) await measure(url, flood, { body, ...(flood.isSignedIn ? { token } : {}) })
  } finally {
    await server.end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
}

async function addFirm(environment: Record<string, string>): Promise<void> {
  const stops: (() => unknown)[] = []
  const { services } = await openServices(readConfig(environment), { log: pino({ level: 'silent' }), stops })
  const firm = { name: 'Bench', hostNames: [host], adminEmail: logIn.username, adminPassword: logIn.password }
  await createFirm({ ...services, passwords: makePasswords() }, firm)
  for (const stop of stops.toReversed()) await stop()
}

async function tokenOf(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers, body: JSON.stringify(logIn) })
  return ((await answer.json()) as { access_token: string }).access_token
}

async function measure(
  url: string,
  { path: address, hasBody, each = 1, name }: Flood,
  { body, token }: { body: string; token?: string },
): Promise<void> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const request = hasBody ? { method: 'POST', headers, body } : {}
  const send = async () => {
    // A refusal may close the connection before all of the body has been sent.
    const answer = await fetch(url + address, request).catch(() => undefined)
    return { status: answer?.status ?? 'closed', size: (await answer?.text())?.length ?? 0 }
  }
  const sendEach = async () => {
    const answers = []
    for (let n = 0; n < each; n++) answers.push(await send())
    return answers
  }
  const probe = startProbing(`${url}/healthz`)
  const answers = (await Promise.all(Array.from({ length: requests }, sendEach))).flat()
  const times = await probe.end()
  const at = (share: number) => `${Math.round(times[Math.ceil(times.length * share) - 1] ?? 0)} ms`
  const statuses = Object.entries(Object.groupBy(answers, ({ status }) => String(status)))
  const counted = statuses.map(([status, some]) => `${some?.length} × ${status}`).join(', ')
  const largest = Math.max(...answers.map(({ size }) => size))
  console.log(`${name}: /healthz p99 ${at(0.99)}, longest ${at(1)}; answers ${counted}, the largest ${largest} bytes`)
}

/** Asks on a schedule, without waiting for the answers, so that a server that is held isn't asked less often. */
function startProbing(url: string): { end: () => Promise<readonly number[]> } {
  const asked: Promise<number>[] = []
  const ask = async () => {
    const started = performance.now()
    await (await fetch(url)).text()
    return performance.now() - started
  }
  const timer = setInterval(() => asked.push(ask()), 10)
  return {
    end: async () => {
      while (asked.length < 100) await new Promise((resolve) => setTimeout(resolve, 10))
      clearInterval(timer)
      return (await Promise.all(asked)).toSorted((a, b) => a - b)
    },
  }
}
