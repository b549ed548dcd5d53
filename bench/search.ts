import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { makePasswords } from '../packages/server/src/auth/passwords.ts'
import { readConfig } from '../packages/server/src/config.ts'
import { createFirm } from '../packages/server/src/firm/create-firm.ts'
import { startCourtcrier } from '../packages/server/src/main.ts'
import type { Services } from '../packages/server/src/services.ts'
import { startPostgres } from './postgres.ts'
import { type FirmSize, fillFirm, prepareFilling, type Run } from './search-fill.ts'
import { measureSearches } from './search-measure.ts'

const fullSize: FirmSize = { cases: 1_000_000, matters: 300_000, clients: 100_000, items: 5_000_000 }
/** Of the sizes above: the embedded database is for firms that are not as large. */
const embeddedShare = 0.2
const firms = 10
/** What each of the other firms has of it. */
const otherShare = 0.02

/**
 * How long searches of a large firm among ten take through the API, and beside each what the statements it ran take by
 * themselves. Ends with exit code 1 when one is over its bar.
 */
export async function benchSearch(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scale: { type: 'string', default: '1' },
      on: { type: 'string', default: 'both' },
      runs: { type: 'string', default: '40' },
      keep: { type: 'string' },
      only: { type: 'string', default: '' },
    },
  })
  const options = { runs: Number(values.runs), only: values.only }
  const scale = Number(values.scale)
  const folder = values.keep ? path.resolve(values.keep) : await mkdtemp(path.join(os.tmpdir(), 'courtcrier-search-'))
  try {
    if (values.on !== 'pglite') await benchServer(path.join(folder, `server-${scale}`), scale, options)
    if (values.on !== 'postgres') {
      const share = scale * embeddedShare
      await benchOn({ folder: path.join(folder, `embedded-${scale}`), size: sizeOf(share) }, options)
    }
  } finally {
    if (!values.keep) await rm(folder, { recursive: true, force: true })
  }
}

export interface MeasureOptions {
  runs: number
  /** Only the queries whose name has this. */
  only: string
}

/** As a server is set up: the memory it may use and what the disk can do are the two things nobody leaves as shipped. */
const serverSettings = ['shared_buffers=2GB', 'random_page_cost=1.1', 'max_wal_size=8GB', 'effective_cache_size=8GB']

async function benchServer(folder: string, scale: number, options: MeasureOptions): Promise<void> {
  await cleanFolder(folder, sizeOf(scale))
  const postgres = await startPostgres({ keep: path.join(folder, 'postgres'), settings: serverSettings })
  if (!postgres) return console.log('PostgreSQL: skipped, no server is installed (apt-get install postgresql).')
  try {
    await benchOn({ folder, size: sizeOf(scale), url: postgres.url }, options)
  } finally {
    await postgres.stop()
  }
}

function sizeOf(share: number): FirmSize {
  const part = (count: number) => Math.max(1, Math.round(count * share))
  return {
    cases: part(fullSize.cases),
    matters: part(fullSize.matters),
    clients: part(fullSize.clients),
    items: part(fullSize.items),
  }
}

interface Place {
  folder: string
  size: FirmSize
  url?: string
}

const host = 'bench.example'
const logIn = { username: 'admin@bench.example', password: 'correct horse 1' }

async function benchOn({ folder, size, url }: Place, options: MeasureOptions): Promise<void> {
  if (!url) await cleanFolder(folder, size)
  const environment = {
    COURTCRIER_DATA: path.join(folder, 'data'),
    COURTCRIER_ROLES: 'web',
    COURTCRIER_PORT: '0',
    ...(url ? { DATABASE_URL: url } : {}),
  }
  const courtcrier = await startCourtcrier(readConfig(environment), { log: pino({ level: 'warn' }) })
  try {
    await fillOnce(courtcrier.services, { folder, size, url })
    console.log(`\n${url ? 'PostgreSQL' : 'Embedded (PGlite)'}: ${describeSize(size)}; load ${loadAverage()}`)
    const isMet = await measureSearches(courtcrier, { host, logIn, options })
    if (!isMet) process.exitCode = 1
  } finally {
    await courtcrier.stop()
  }
}

function describeSize({ cases, matters, clients, items }: FirmSize): string {
  const number = (value: number) => value.toLocaleString('en-US')
  return `${number(cases)} cases, ${number(matters)} matters, ${number(clients)} clients, ${number(items)} inbox items in one firm of ${firms}`
}

function loadAverage(): string {
  return os
    .loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')
}

function markOf(folder: string): string {
  return path.join(folder, 'filled.json')
}

async function isFilled(folder: string, size: FirmSize): Promise<boolean> {
  return (await readFile(markOf(folder), 'utf8').catch(() => '')) === JSON.stringify(size)
}

/** What was left half filled is of no use. */
async function cleanFolder(folder: string, size: FirmSize): Promise<void> {
  if (!(await isFilled(folder, size))) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
}

/** A folder that was filled before is used as it is. */
async function fillOnce(services: Services, { folder, size, url }: Place): Promise<void> {
  if (await isFilled(folder, size)) return
  const started = performance.now()
  const passwords = makePasswords({ memory: 64, passes: 1 })
  for (let firm = 1; firm <= firms; firm++) {
    const name = firm === 1 ? host : `firm${firm}.example`
    await createFirm(
      { ...services, passwords },
      { name, hostNames: [name], adminEmail: `admin@${name}`, adminPassword: logIn.password },
    )
  }
  const { run, end } = await openFilling(services, url)
  try {
    await prepareFilling(run)
    await fillFirm(run, 1, size)
    for (let firm = 2; firm <= firms; firm++) await fillFirm(run, firm, shareOf(size, otherShare))
    await run('vacuum analyze')
    await run('checkpoint')
  } finally {
    await end()
  }
  await writeFile(markOf(folder), JSON.stringify(size))
  console.log(`filled in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

function shareOf(size: FirmSize, share: number): FirmSize {
  const part = (count: number) => Math.max(1, Math.round(count * share))
  return {
    cases: part(size.cases),
    matters: part(size.matters),
    clients: part(size.clients),
    items: part(size.items),
  }
}

/** Everything is there while it is filled; only what is known to be right is not checked again, row by row. */
const fillingSettings = `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB';
  set gin_pending_list_limit = '256MB'; set maintenance_work_mem = '512MB'`

async function openFilling({ database }: Services, url?: string): Promise<{ run: Run; end: () => Promise<unknown> }> {
  if (url) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(fillingSettings)
    return { run: (text) => client.query(text), end: () => client.end() }
  }
  const { pglite } = database
  if (!pglite) throw new Error('there is no embedded database')
  await pglite.exec('set session_replication_role = replica')
  return { run: (text) => pglite.exec(text), end: () => pglite.exec('set session_replication_role = default') }
}
