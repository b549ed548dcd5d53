import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Sandbox, startSandbox } from '@courtcrier/sandbox/sandbox.ts'
import { environmentFor, signIn, until } from '../e2e/harness.ts'
import { prepareFirm } from '../e2e/prepare-firm.ts'
import { type ServerProcess, startServerProcess } from '../e2e/server-process.ts'
import { freePort } from '../packages/lib/src/free-port.ts'
import { type CostlyStatements, openCostlyStatements, settingsToName } from './costly-statements.ts'
import { measureFloor } from './floor.ts'
import { onDatabases } from './on-databases.ts'
import { percentiles } from './percentiles.ts'
import { startPostgres } from './postgres.ts'

/**
 * Measures notices from SMTP DATA to delivered and saved, on the embedded database and on PostgreSQL: how many per
 * second under load, how long one takes on an idle server, and the floor set by disk and database.
 */
export async function benchIngest(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      filings: { type: 'string', default: '200' },
      idle: { type: 'string', default: '20' },
      on: { type: 'string', default: 'both' },
      'warm-up': { type: 'string', default: '300' },
      statements: { type: 'string', default: '0' },
    },
  })
  const sizes = { filings: Number(values.filings), idle: Number(values.idle), warmUp: Number(values['warm-up']) }
  const statements = Number(values.statements)
  const on = onDatabases(values.on)
  if (on.embedded) await benchOn('embedded (PGlite)', sizes)
  if (!on.postgres) return
  const postgres = await startPostgres({ settings: settingsToName(statements) })
  if (!postgres) return console.log('PostgreSQL: skipped, no server is installed (apt-get install postgresql).')
  const costly = await openCostlyStatements(postgres, statements)
  await benchOn('PostgreSQL', sizes, { url: postgres.url, costly })
  await costly.end()
  await postgres.stop()
}

interface Sizes {
  /** Filings before anything is measured. */
  warmUp: number
  filings: number
  idle: number
}

async function benchOn(label: string, sizes: Sizes, on?: { url: string; costly: CostlyStatements }): Promise<void> {
  const databaseUrl = on?.url
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-bench-'))
  const sandbox = await startSandbox({ profile: 'bench', seed: 'bench' })
  const environment = {
    ...environmentFor(sandbox, folder),
    COURTCRIER_PORT: String(await freePort()),
    COURTCRIER_SMTP_PORT: String(await freePort()),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  }
  try {
    await prepareFirm(environment, sandbox.world)
    const server = await startServerProcess(environment)
    const bench: Bench = { sandbox, server, environment, folder, costly: on?.costly }
    await warmUp(bench, sizes.warmUp)
    console.log(`\n${label}, after a warm-up of ${sizes.warmUp} filings`)
    await benchIdle(bench, sizes.idle)
    await benchLoad(bench, sizes.filings)
    await server.end('SIGTERM')
    await measureFloor({ folder, databaseUrl, counts: bench.counts ?? { rows: 0, files: 0, bytes: 0 } })
  } finally {
    await sandbox.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Bench {
  sandbox: Sandbox
  server: ServerProcess
  environment: Record<string, string>
  folder: string
  costly: CostlyStatements | undefined
  /** Everything the load wrote, for the floor. */
  counts?: { rows: number; files: number; bytes: number }
}

/**
 * Runs filings unmeasured: a server runs for weeks, so the extra cost of its first minute, mostly compilation, doesn't
 * count.
 */
async function warmUp(bench: Bench, filings: number): Promise<void> {
  await bench.sandbox.sendFilings({ smtp: smtpOf(bench), count: filings, concurrency: loadConcurrency })
  await untilQuiet(bench, 500)
}

const loadConcurrency = 8

/** Sends one filing at a time: from the first DATA of its first message to its last email and copy. */
async function benchIdle(bench: Bench, count: number): Promise<void> {
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const mailsBefore = (await bench.sandbox.mails()).length
    const { accepted } = await bench.sandbox.sendFilings({ smtp: smtpOf(bench), count: 1, concurrency: 1 })
    const started = Math.min(...accepted.map((message) => Date.parse(message.firstTriedAt)))
    await untilQuiet(bench)
    const mails = (await bench.sandbox.mails()).slice(mailsBefore)
    const stored = await latestStoredAt(bench)
    times.push(Math.max(stored, ...mails.map((mail) => Date.parse(mail.at))) - started)
  }
  console.log(`  idle, a filing at a time   ${percentiles(times, 'ms')}   (DATA to last mail and copy)`)
}

async function benchLoad(bench: Bench, filings: number): Promise<void> {
  const cpuBefore = await bench.server.cpuSeconds()
  const ownBefore = process.cpuUsage()
  const stagesBefore = await stageSeconds(bench)
  const writtenBefore = await countWritten(bench)
  await bench.costly?.begin()
  const send = { smtp: smtpOf(bench), count: filings, concurrency: loadConcurrency, isMadeBefore: true }
  const result = await bench.sandbox.sendFilings(send)
  const start = Math.min(...result.accepted.map((message) => Date.parse(message.firstTriedAt)))
  const sent = (Date.now() - start) / 1000
  // Polling would distort the measurement; the items themselves record when they ended.
  await untilQuiet(bench, 500)
  const seconds = ((await lastFinish(bench)) - start) / 1000
  const messages = result.accepted.length
  await bench.costly?.print({ count: messages, what: 'notice' })
  console.log(
    `  under load                 ${(messages / seconds).toFixed(1)} notices/s: ${messages} notices of ${filings} filings in ${seconds.toFixed(1)} s, all taken in after ${sent.toFixed(1)} s`,
  )
  console.log(
    `  SMTP DATA to 250           ${percentiles(
      result.accepted.map((message) => Date.parse(message.at) - Date.parse(message.firstTriedAt)),
      'ms',
    )}`,
  )
  console.log(`  received to finished       ${percentiles(await finishTimes(bench, messages), 'ms')}`)
  const own = process.cpuUsage(ownBefore)
  const cpu = (await bench.server.cpuSeconds()) - cpuBefore
  console.log(
    `  processor                  server ${cpu.toFixed(1)} s, ${((1000 * cpu) / messages).toFixed(1)} ms a notice; courts and mailbox ${((own.user + own.system) / 1e6).toFixed(1)} s`,
  )
  console.log(`  time in stages             ${stageLine(stagesBefore, await stageSeconds(bench))}`)
  const { rows, files, bytes } = await countWritten(bench)
  bench.counts = { rows: rows - writtenBefore.rows, files: files - writtenBefore.files, bytes }
}

function smtpOf({ environment }: Bench) {
  return { host: '127.0.0.1', port: Number(environment.COURTCRIER_SMTP_PORT) }
}

function urlOf({ environment }: Bench): string {
  return `http://127.0.0.1:${environment.COURTCRIER_PORT}`
}

let calls: { url: string; call: Awaited<ReturnType<typeof signIn>> } | undefined

async function callOf(bench: Bench) {
  if (calls?.url !== urlOf(bench)) calls = { url: urlOf(bench), call: await signIn(urlOf(bench), 'Administrator') }
  return calls.call
}

async function getJson<T>(bench: Bench, path: string): Promise<T> {
  const call = await callOf(bench)
  return (await (await call(path)).json()) as T
}

/** Nothing takes this long without progress; a stall is reported instead of waited for. */
const patienceMs = 60_000

async function untilQuiet(bench: Bench, pauseMs = 20): Promise<void> {
  let last = ''
  let movedAt = Date.now()
  await until(async () => {
    const { counts } = await getJson<{ counts: Record<string, number> }>(bench, '/api/v1/inbox/counts')
    const now = JSON.stringify(counts)
    if (now !== last) movedAt = Date.now()
    last = now
    if (Date.now() - movedAt > patienceMs) throw new Error(`nothing moves any more: ${now}`)
    return ['New', 'Started', 'Retry', 'Post Processing'].every((status) => !counts[status])
  }, pauseMs)
}

async function latestStoredAt(bench: Bench): Promise<number> {
  const { document_copies: copies } = await getJson<{ document_copies: { stored_at: string | null }[] }>(
    bench,
    '/api/v1/document_copy/search?max=50&sort=-createdAt',
  )
  return Math.max(...copies.map((copy) => Date.parse(copy.stored_at ?? '') || 0), 0)
}

async function lastFinish(bench: Bench): Promise<number> {
  const mails = await bench.sandbox.mails()
  const finished = (await finishedItems(bench)).map((item) => Date.parse(item.finished_at))
  return Math.max(...finished, Date.parse(mails.at(-1)?.at ?? '') || 0)
}

async function finishTimes(bench: Bench, count: number): Promise<number[]> {
  const items = await finishedItems(bench)
  return items.slice(0, count).map((item) => Date.parse(item.finished_at) - Date.parse(item.received_at))
}

interface FinishedItem {
  received_at: string
  finished_at: string
}

/** Returns finished items, latest first. */
async function finishedItems(bench: Bench): Promise<FinishedItem[]> {
  const finished: FinishedItem[] = []
  for (let offset = 0; ; offset += 500) {
    const path = `/api/v1/inbox_item/search?max=500&offset=${offset}&sort=-receivedAt`
    const { inbox_items: items } = await getJson<{
      inbox_items: { received_at: string; finished_at: string | null }[]
    }>(bench, path)
    finished.push(...items.filter((item): item is FinishedItem => item.finished_at !== null))
    if (items.length < 500) return finished
  }
}

async function stageSeconds(bench: Bench): Promise<Map<string, number>> {
  const text = await (await fetch(`${urlOf(bench)}/metrics`)).text()
  const sums = new Map<string, number>()
  for (const match of text.matchAll(/^courtcrier_stage_seconds_sum\{stage="(\w+)"[^}]*\} ([\d.e+-]+)$/gm)) {
    sums.set(match[1] ?? '', (sums.get(match[1] ?? '') ?? 0) + Number(match[2]))
  }
  return sums
}

function stageLine(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string {
  return [...after].map(([stage, sum]) => `${stage} ${(sum - (before.get(stage) ?? 0)).toFixed(1)} s`).join(', ')
}

async function countWritten(bench: Bench): Promise<NonNullable<Bench['counts']>> {
  const total = async (entity: string) => {
    const call = await callOf(bench)
    return Number((await call(`/api/v1/${entity}/search?max=1`)).headers.get('x-total-count'))
  }
  const [items, envelopes, documents, deliveries, copies] = await Promise.all(
    ['inbox_item', 'envelope', 'document', 'delivery', 'document_copy'].map(total),
  )
  // Besides the item: its progress, and a history line for each of eleven steps.
  const rows = (items ?? 0) * 13 + (envelopes ?? 0) + (documents ?? 0) * 2 + (deliveries ?? 0) + (copies ?? 0)
  return { rows, files: (items ?? 0) + (documents ?? 0) + (copies ?? 0), bytes: 6000 }
}
