import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Sandbox, startSandbox } from '@courtcrier/sandbox/sandbox.ts'
import pg from 'pg'
import { environmentFor, signIn, until } from '../e2e/harness.ts'
import { prepareFirm } from '../e2e/prepare-firm.ts'
import { startServerProcess } from '../e2e/server-process.ts'
import { freePort } from '../packages/lib/src/free-port.ts'
import { fillingSettings } from './filled-firm.ts'
import { fillGrown, type GrownFirm } from './growth-fill.ts'
import { judgeGrowth, type Measured, type Screened } from './growth-report.ts'
import { firstScreens } from './growth-screens.ts'
import { startPostgres, type TemporaryPostgres } from './postgres.ts'
import { prepareFilling } from './search-fill.ts'
import { type BlockCounter, countingSettings, openBlockCounter, type Scan } from './statement-blocks.ts'

const grown: GrownFirm = {
  cases: 100_000,
  matters: 30_000,
  clients: 10_000,
  items: 400_000,
  documents: 50_000,
  serials: 20_000,
}

interface Options {
  filings: number
  /** Seconds without work, for what runs by the clock. */
  rest: number
}

/**
 * Measures how many blocks PostgreSQL reads for a notice, for the console's first screens and for a minute at rest, in
 * an empty firm and in one with 100,000 cases, and names the statements that grew or that read a whole table. Ends with
 * exit code 1 when a notice needs more than twice the blocks, a screen more than it may, or a statement reads a whole table.
 */
export async function benchGrowth(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      filings: { type: 'string', default: '200' },
      rest: { type: 'string', default: '65' },
      scale: { type: 'string', default: '1' },
      list: { type: 'string', default: '0' },
    },
  })
  const options = { filings: Number(values.filings), rest: Number(values.rest) }
  const empty = await measureFirm(undefined, options)
  const full = empty && (await measureFirm(sizeOf(Number(values.scale)), options))
  if (!full) return console.log('PostgreSQL: skipped, no server is installed (apt-get install postgresql).')
  if (!judgeGrowth(empty, full, Number(values.list))) process.exitCode = 1
}

function sizeOf(scale: number): GrownFirm {
  const part = (count: number) => Math.max(1, Math.round(count * scale))
  return {
    ...grown,
    cases: part(grown.cases),
    matters: part(grown.matters),
    clients: part(grown.clients),
    items: part(grown.items),
    documents: part(grown.documents),
  }
}

async function measureFirm(size: GrownFirm | undefined, options: Options): Promise<Measured | undefined> {
  const postgres = await startPostgres({ settings: countingSettings })
  if (!postgres) return undefined
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-growth-'))
  const sandbox = await startSandbox({ profile: 'bench', seed: 'bench' })
  const program = await startProgram()
  const environment = {
    ...environmentFor(sandbox, folder),
    COURTCRIER_PORT: String(await freePort()),
    COURTCRIER_SMTP_PORT: String(await freePort()),
    COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: '1',
    DATABASE_URL: postgres.url,
  }
  try {
    await prepareFirm(environment, sandbox.world)
    const counter = await openBlockCounter(postgres)
    const bench: Bench = { sandbox, postgres, counter, environment, options, programUrl: program.url, size }
    const work = await measureWork(bench)
    const screens = await measureScreens(bench)
    await counter.end()
    return { ...work, ...screens, scans: [...work.scans, ...screens.scans] }
  } finally {
    await sandbox.stop()
    program.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Bench {
  sandbox: Sandbox
  postgres: TemporaryPostgres
  counter: BlockCounter
  environment: Record<string, string>
  options: Options
  /** Where the firm's webhook calls. */
  programUrl: string
  size: GrownFirm | undefined
}

/** The firm's own program, which accepts every call. */
async function startProgram(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => request.resume().on('end', () => response.end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

const filingsWhileExplained = 12
const leastRows = 10_000

async function measureWork(bench: Bench): Promise<Omit<Measured, 'screens'>> {
  const { counter, environment, options, sandbox } = bench
  const server = await startServerProcess(environment)
  try {
    await addWebhook(bench)
    if (bench.size) await fill(bench, bench.size)
    await untilDone(counter)
    await counter.query('vacuum analyze')
    const send = async (count: number) => {
      const result = await sandbox.sendFilings({ smtp: smtpOf(bench), count, concurrency: 8, isMadeBefore: true })
      await untilDone(counter)
      return result.accepted
    }
    await send(Math.ceil(options.filings / 2))
    await counter.query('analyze')
    await counter.reset()
    const accepted = await send(options.filings)
    const started = Math.min(...accepted.map(({ firstTriedAt }) => Date.parse(firstTriedAt)))
    const statements = await counter.read()
    const seconds = ((await lastEnd(counter)) - started) / 1000
    const scans = await counter.findScans(leastRows, async () => void (await send(filingsWhileExplained)))
    await counter.reset()
    const scansAtRest = await counter.findScans(leastRows, () => rest(options.rest))
    return {
      notices: { count: accepted.length, perSecond: accepted.length / seconds, statements },
      rest: { seconds: options.rest, statements: await counter.read() },
      scans: [...scans, ...scansAtRest],
    }
  } finally {
    await server.end('SIGTERM')
  }
}

function rest(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000))
}

function smtpOf({ environment }: Bench) {
  return { host: '127.0.0.1', port: Number(environment.COURTCRIER_SMTP_PORT) }
}

function urlOf({ environment }: Bench): string {
  return `http://127.0.0.1:${environment.COURTCRIER_PORT}`
}

const events = [
  ...['notice.received', 'notice.processed', 'notice.failed', 'document.kept', 'document.failed'],
  ...['delivery.sent', 'delivery.failed', 'storage.stored', 'storage.failed'],
]

async function addWebhook(bench: Bench): Promise<void> {
  const call = await signIn(urlOf(bench), 'Administrator')
  const answer = await call('/api/v1/webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Docketing program', url: bench.programUrl, events }),
  })
  if (!answer.ok) throw new Error(`the webhook wasn't created: ${await answer.text()}`)
}

async function fill({ postgres }: Bench, size: GrownFirm): Promise<void> {
  const started = performance.now()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    await client.query(fillingSettings)
    const run = (text: string) => client.query(text)
    await prepareFilling(run)
    await fillGrown(run, 1, size)
  } finally {
    await client.end()
  }
  console.log(`filled ${size.cases} cases, ${size.items} items, ${size.documents} documents in ${seconds(started)} s`)
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0)
}

const open = `select (select count(*) from inbox_items where status in ('New', 'Started', 'Retry', 'Post Processing'))
  + (select count(*) from webhook_calls where status in ('waiting', 'sending'))
  + (select count(*) from inbox_filings_changed) as n`

async function untilDone(counter: BlockCounter): Promise<void> {
  await until(async () => Number((await counter.query<{ n: string }>(open))[0]?.n) === 0, 500)
}

async function lastEnd(counter: BlockCounter): Promise<number> {
  const [row] = await counter.query<{ at: Date }>('select max(finished_at) as at from inbox_items')
  return row?.at.getTime() ?? 0
}

const repetitions = 3

/** Measured with a process that has no other work. */
async function measureScreens(bench: Bench): Promise<{ screens: readonly Screened[]; scans: readonly Scan[] }> {
  const { counter, environment } = bench
  const server = await startServerProcess({ ...environment, COURTCRIER_ROLES: 'web' })
  try {
    await counter.query('vacuum analyze')
    const opened = firstScreens(await signIn(urlOf(bench), 'Administrator'))
    const screens: Screened[] = []
    for (const { name, open: show } of opened) {
      await show()
      await counter.reset()
      for (let n = 0; n < repetitions; n++) await show()
      screens.push({ name, count: repetitions, statements: await counter.read('of firms') })
    }
    const scans = await counter.findScans(leastRows, async () => {
      for (const { open: show } of opened) await show()
    })
    return { screens, scans }
  } finally {
    await server.end('SIGTERM')
  }
}
