import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type BenchFirm, cleanFolder, host, logIn, startFilled } from './filled-firm.ts'
import { onDatabases } from './on-databases.ts'
import { startPostgres } from './postgres.ts'
import type { FirmSize } from './search-fill.ts'
import { measureSearches } from './search-measure.ts'

const fullSize: FirmSize = { cases: 1_000_000, matters: 300_000, clients: 100_000, items: 5_000_000 }
/** Relative to the sizes above: the embedded database is for smaller firms. */
const embeddedShare = 0.2
const firms = 10

/**
 * Measures how long searches of a large firm among ten take through the API, and next to each the statements it ran
 * alone. Ends with exit code 1 when one is over its limit.
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
      walls: { type: 'string', default: '0' },
      clients: { type: 'string', default: '1' },
      cases: { type: 'string' },
      items: { type: 'string' },
    },
  })
  const options = {
    runs: Number(values.runs),
    only: values.only,
    walls: Number(values.walls),
    clients: Number(values.clients),
  }
  const on = onDatabases(values.on)
  const scale = Number(values.scale)
  const given = { ...countOf(values, 'cases'), ...countOf(values, 'items') }
  const folder = values.keep ? path.resolve(values.keep) : await mkdtemp(path.join(os.tmpdir(), 'courtcrier-search-'))
  // For root, PostgreSQL runs as another user, who must be able to enter it.
  if (!values.keep) await chmod(folder, 0o711)
  try {
    if (on.postgres) await benchServer(path.join(folder, `server-${scale}`), { ...sizeOf(scale), ...given }, options)
    if (on.embedded) {
      const size = { ...sizeOf(scale * embeddedShare), ...given }
      await benchOn({ folder: path.join(folder, `embedded-${scale}`), size, firms }, options)
    }
  } finally {
    if (!values.keep) await rm(folder, { recursive: true, force: true })
  }
}

export interface MeasureOptions {
  /** Runs of each query; one that misses its limit is measured again with more. */
  runs: number
  /** Only queries whose name contains this. */
  only: string
  /** Ethical walls that keep out a second user, who makes the same calls; not measured if zero. */
  walls: number
  /** Concurrent users; more than one adds a measurement. */
  clients: number
}

/** A typical production setup: its memory and the disk's speed are the two settings no one leaves at their defaults. */
const serverSettings = ['shared_buffers=2GB', 'random_page_cost=1.1', 'max_wal_size=8GB', 'effective_cache_size=8GB']

async function benchServer(folder: string, size: FirmSize, options: MeasureOptions): Promise<void> {
  await cleanFolder(folder, size)
  const postgres = await startPostgres({ keep: path.join(folder, 'postgres'), settings: serverSettings })
  if (!postgres) return console.log('PostgreSQL: skipped, no server is installed (apt-get install postgresql).')
  try {
    await benchOn({ folder, size, url: postgres.url, firms }, options)
  } finally {
    await postgres.stop()
  }
}

/** How many of a kind were asked for, whatever the scale. */
function countOf(values: { cases?: string; items?: string }, kind: 'cases' | 'items'): Partial<FirmSize> {
  return values[kind] === undefined ? {} : { [kind]: Number(values[kind]) }
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

async function benchOn(place: BenchFirm, options: MeasureOptions): Promise<void> {
  const courtcrier = await startFilled(place)
  try {
    console.log(
      `\n${place.url ? 'PostgreSQL' : 'Embedded (PGlite)'}: ${describeSize(place.size)}; load ${loadAverage()}`,
    )
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
