import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Sandbox, startSandbox } from '@courtcrier/sandbox/sandbox.ts'
import { freePort } from '../../packages/lib/src/free-port.ts'
import { environmentFor, signIn, until } from '../harness.ts'
import { prepareFirms } from '../prepare-firm.ts'
import { startServerProcess } from '../server-process.ts'
import { addSender } from './second-sender.ts'
import { addStore, leaveStore } from './second-store.ts'
import { openSilentServer, openSlowCourt, openSlowMailServer, openSlowStore, type SlowPlace } from './slow-places.ts'
import {
  type BothWaits,
  type FirmWaits,
  lineOf,
  type PartWaits,
  type SlowFaultReport,
  type SlowPart,
  slowParts,
} from './slow-report.ts'
import { timeDigests } from './time-digests.ts'
import { type Healthy, readWaits } from './waits.ts'

interface SlowFaultOptions {
  seed: string
  parts: readonly SlowPart[]
  /** Filings for the slow part, of the first firm. */
  slowFilings: number
  /** Filings whose notices are timed, for each firm. */
  filings: number
  /** When the run stops waiting for them, in milliseconds. */
  longestMs: number
  onProgress?: (line: string) => void
}

/** The options of `npm run test:faults` and of the test. */
export const usualSlowFaults = { parts: slowParts, slowFilings: 40, filings: 20, longestMs: 120_000 }

const hungDomain = '@hung.example'
/** Each firm is addressed by the host name of its console. */
const hosts = ['127.0.0.1', 'localhost'] as const
const domains = ['harlanlowe.example', 'other-firm.example'] as const

/**
 * Lets one part after another hang, of those that only the first firm uses, and times the notices of both firms that
 * don't need it.
 */
export async function runSlowFaults(options: SlowFaultOptions): Promise<SlowFaultReport> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-slow-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const scene = await setScene(folder, closers, options)
    // The first notices of a process take longer.
    await timeNotices(scene, {})
    const notices = await timeNotices(scene, {})
    const isDaily = options.parts.includes('silent mail server')
    const without = { ...notices, ...(isDaily && { digests: await timeDaily(scene, 'Pacific/Pago_Pago') }) }
    options.onProgress?.(lineOf('nothing slow', without))
    const parts: PartWaits[] = []
    for (const part of options.parts) {
      const found = await besideSlow(scene, part)
      parts.push({ part, ...found })
      options.onProgress?.(lineOf(part, found))
    }
    return { without, parts }
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

interface Scene {
  options: SlowFaultOptions
  sandbox: Sandbox
  urls: readonly [string, string]
  smtpPort: number
  hungCourt: string
  places: Readonly<Record<SlowPart, SlowPlace>>
}

async function setScene(
  folder: string,
  closers: (() => Promise<unknown>)[],
  options: SlowFaultOptions,
): Promise<Scene> {
  const faults = { slow: 0, serverError: 0, cutOff: 0, spent: 0 }
  const sandbox = await startSandbox({ profile: 'test', seed: options.seed, faults })
  closers.push(() => sandbox.stop())
  const court = busiestCourt(sandbox.world)
  const places = {
    'hung store': await openSlowStore('hangs'),
    'dripping store': await openSlowStore('drips'),
    'hung mail server': await openSlowMailServer((address) => address.endsWith(hungDomain)),
    'hung court': await openSlowCourt(sandbox.httpUrl, court.host),
    'silent mail server': await openSilentServer(),
  }
  for (const place of Object.values(places)) closers.push(place.close)
  const [port, smtpPort] = [await freePort(), await freePort()]
  const environment = {
    ...environmentFor(sandbox, folder),
    COURTCRIER_PORT: String(port),
    COURTCRIER_SMTP_PORT: String(smtpPort),
    COURTCRIER_SMTP_OUT: `smtp://127.0.0.1:${places['hung mail server'].port}`,
    COURTCRIER_COURT_GATEWAY: `http://127.0.0.1:${places['hung court'].port}`,
    COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback',
    COURTCRIER_ALLOW_PRIVATE_MAIL: 'loopback',
    // Few enough for one court to keep all of them if it could.
    COURTCRIER_CONCURRENCY: '8',
    COURTCRIER_COURT_REQUESTS: '2',
  }
  await prepareFirms(environment, firmsOf(sandbox.world))
  const server = await startServerProcess(environment)
  closers.push(() => server.end('SIGKILL'))
  const urls = [`http://${hosts[0]}:${port}`, `http://${hosts[1]}:${port}`] as const
  return { options, sandbox, urls, smtpPort, hungCourt: court.id, places }
}

/** The one with the most filings, of those that file. */
function busiestCourt({ courts, cases }: Sandbox['world']) {
  const activity = (courtId: string) =>
    cases.filter((each) => each.courtId === courtId).reduce((sum, each) => sum + each.activity, 0)
  const [busiest] = courts.filter(({ kind }) => kind === 'district').toSorted((a, b) => activity(b.id) - activity(a.id))
  if (!busiest) throw new Error('no court files anything')
  return busiest
}

/** Every other person of the first firm reads mail on a server that can hang. */
function firmsOf(world: Sandbox['world']) {
  const people = world.people.map((person, at) =>
    at % 2 === 0 ? person : { ...person, email: person.email.replace(/@.*/, hungDomain) },
  )
  const other = { ...world.firm, name: 'Other Firm LLP', domain: domains[1] }
  return [
    { hostName: hosts[0], world: { ...world, people } },
    { hostName: hosts[1], world: { ...world, firm: other } },
  ]
}

async function besideSlow(scene: Scene, part: SlowPart): Promise<Omit<PartWaits, 'part'>> {
  const { urls, places } = scene
  const place = places[part]
  const isStore = part === 'hung store' || part === 'dripping store'
  const isSilent = part === 'silent mail server'
  const call = await signIn(urls[0], 'Administrator')
  const store = isStore ? await addStore(call, { name: part, port: place.port }) : undefined
  const leaveSender = isSilent ? await addSender(call, place) : undefined
  place.hang()
  const healthy = healthyBeside(scene, part, store?.second)
  await fill(scene, place, healthy.same)
  const waits = await timeNotices(scene, healthy, place)
  const found = { ...waits, kept: place.kept.count() }
  const digests = isSilent ? await timeDaily(scene, 'Pacific/Kiritimati') : undefined
  await leaveSender?.()
  if (store) await leaveStore(call)
  place.letGo()
  return digests ? { ...found, digests } : found
}

/** What is healthy for each of the firms. Only the first one sends through the mail server that says nothing. */
function healthyBeside({ hungCourt }: Scene, part: SlowPart, hungPolicy: string | undefined): BothHealthy {
  if (part === 'silent mail server') return { same: { email: () => false }, other: {} }
  const healthy = {
    court: (id: string) => part !== 'hung court' || id !== hungCourt,
    email: (address: string) => part !== 'hung mail server' || !address.endsWith(hungDomain),
    policy: (id: string) => id !== hungPolicy,
  }
  return { same: healthy, other: healthy }
}

interface BothHealthy {
  same: Healthy
  other: Healthy
}

/** Times the daily messages of the second firm, which are due together with those of the first. */
function timeDaily(scene: Scene, zone: Parameters<typeof timeDigests>[1]['zone']) {
  const { filings, longestMs } = scene.options
  const sendBoth = () => Promise.all([send(scene, 0, filings), send(scene, 1, filings)])
  return timeDigests(scene.urls, { zone, send: sendBoth, longestMs })
}

/** In milliseconds: how long the first firm's earlier notices get to be through, so that later ones don't wait for them. */
const settleMs = 20_000

/** Gives the slow part more than anything can wait for at a time. */
async function fill(scene: Scene, { kept }: SlowPlace, healthy: Healthy): Promise<void> {
  const since = new Date()
  await send(scene, 0, scene.options.slowFilings)
  const end = performance.now() + settleMs
  await until(async () => {
    const { isOver } = await readWaits(scene.urls[0], since, healthy)
    return kept.count() > 0 && (isOver || performance.now() > end)
  }, 500)
}

/** Sends notices to both firms and waits until what is healthy has ended for them. */
async function timeNotices(scene: Scene, healthy: Partial<BothHealthy>, slow?: SlowPlace): Promise<BothWaits> {
  const { urls, options } = scene
  const since = new Date()
  const end = performance.now() + options.longestMs
  await Promise.all([send(scene, 0, options.filings), send(scene, 1, options.filings)])
  const timeFirm = async (url: string, ofFirm: Healthy = {}): Promise<FirmWaits> => {
    for (;;) {
      const { isOver, waits } = await readWaits(url, since, ofFirm)
      if (isOver || performance.now() > end) return { ...waits, brokenOff: slow?.kept.brokenOff() ?? 0 }
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  const [sameFirm, otherFirm] = await Promise.all([timeFirm(urls[0], healthy.same), timeFirm(urls[1], healthy.other)])
  return { sameFirm, otherFirm }
}

async function send({ sandbox, smtpPort }: Scene, firm: 0 | 1, count: number): Promise<void> {
  const smtp = { host: '127.0.0.1', port: smtpPort }
  const { refused } = await sandbox.sendFilings({ smtp, count, to: domains[firm], concurrency: 4, retryMs: 100 })
  if (refused.length > 0) throw new Error(`the server refused mail for good: ${JSON.stringify(refused[0])}`)
}
