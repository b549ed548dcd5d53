import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { pino } from 'pino'
import { getResource } from '../packages/contract/src/resources/registry.ts'
import { systemRoles } from '../packages/contract/src/resources/system-roles.ts'
import { createFirm } from '../packages/server/src/auth/create-firm.ts'
import { makePasswords } from '../packages/server/src/auth/passwords.ts'
import { readConfig } from '../packages/server/src/base/config.ts'
import { withFirm } from '../packages/server/src/base/db/firm-transaction.ts'
import type { Services } from '../packages/server/src/base/services.ts'
import { openServices } from '../packages/server/src/open-services.ts'
import { exportRows } from '../packages/server/src/records/transfer/export-rows.ts'
import { runImport } from '../packages/server/src/records/transfer/run-import.ts'
import { getUndo } from '../packages/server/src/records/undo/find-undo.ts'
import { takeBack } from '../packages/server/src/records/undo/take-back.ts'
import { startPostgres } from './postgres.ts'

/**
 * Measures the import of 100,000 matters: a dry run, the import, the same file again, their export, an import that
 * changes all of them, and undoing both imports; with the peak memory of each. On PostgreSQL if installed, otherwise on
 * the embedded database.
 */
export async function benchImport(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { rows: { type: 'string', default: '100000' }, embedded: { type: 'boolean', default: false } },
  })
  const rows = Number(values.rows)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-import-'))
  const postgres = values.embedded ? undefined : await startPostgres()
  const stops: (() => unknown)[] = []
  try {
    const { services } = await openServices(
      readConfig({ COURTCRIER_DATA: folder, ...(postgres ? { DATABASE_URL: postgres.url } : {}) }),
      { log: pino({ level: 'warn' }), stops },
    )
    console.log(`${rows} matters, ${services.database.kind}, Node ${process.version}`)
    await measureAll(services, { folder, rows })
  } finally {
    for (const stop of stops.toReversed()) await stop()
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureAll(services: Services, { folder, rows }: { folder: string; rows: number }): Promise<void> {
  const { adminId } = await createFirm(
    { ...services, passwords: makePasswords({ memory: 64, passes: 1 }) },
    { name: 'Bench', hostNames: [], adminEmail: 'a@bench.example', adminPassword: 'correct horse 1' },
  )
  const clients = await writeFileOf(
    folder,
    'client',
    lines('Number,Name', 1000, (n) => `C-${n},Client ${n}`),
  )
  const matters = await writeFileOf(
    folder,
    'matter',
    lines(
      'Number,Name,Client,Status,Description',
      rows,
      (n) => `M-${n},"Matter ${n}, in re",C-${n % 1000},Open,About ${n}`,
    ),
  )
  await importFile(services, { name: 'client', file: clients, mode: 'commit' })
  await measure('dry run', () => importFile(services, { name: 'matter', file: matters, mode: 'dry_run' }))
  await measure('import (bar 60 s)', () => importFile(services, { name: 'matter', file: matters, mode: 'commit' }))
  await measure('the same file again', () => importFile(services, { name: 'matter', file: matters, mode: 'commit' }))
  await measure('export', () => exportAll(services))
  const changes = await writeFileOf(
    folder,
    'changed',
    lines('Number,Status,Description', rows, (n) => `M-${n},Closed,Changed ${n}`),
  )
  await measure('import of changes', () => importFile(services, { name: 'matter', file: changes, mode: 'commit' }))
  await measure('undo of the changes', () => undoLast(services, adminId))
  await measure('undo of the import', () => undoLast(services, adminId))
}

/** Undoes the last import that isn't undone yet. */
function undoLast({ database, secrets }: Services, userId: string): Promise<string> {
  const caller = { firmId: 1, userId, role: administrator(), timekeeperId: undefined }
  return withFirm(database, 1, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select id from undos where undone_at is null and entity = 'matter' order by id desc limit 1`.execute(trx)
    const undo = await getUndo(trx, { id: rows[0]?.id ?? '', caller })
    const { done, refused } = await takeBack(trx, { undo, caller, box: secrets })
    return `${done} done, ${refused} refused`
  })
}

async function importFile(
  services: Services,
  { name, file, mode }: { name: string; file: string; mode: 'dry_run' | 'commit' },
): Promise<string> {
  const { status, counts } = await runImport(
    services,
    { name: path.basename(file), open: () => createReadStream(file) },
    { resource: getResource(name), firmId: 1, role: administrator(), timekeeperId: undefined, mode },
  )
  return `${status} ${JSON.stringify(counts)}`
}

async function exportAll({ database }: Services): Promise<string> {
  let bytes = 0
  const resource = getResource('matter')
  const query = { filters: [], freeText: '', sort: [{ field: 'name', isDescending: false }] }
  const keys = ['id', 'number', 'name', 'clientId', 'status']
  const scope = { firmId: 1, role: administrator(), userId: undefined, timekeeperId: undefined }
  await exportRows(database, { resource, scope, query, keys }, async (text) => {
    bytes += Buffer.byteLength(text)
  })
  return `${bytes} bytes`
}

/**
 * Prints how long something took, and the peak memory of the process in each fifth of that time: memory held per row
 * would make each fifth larger than the one before, regardless of garbage not yet collected.
 */
async function measure(name: string, run: () => Promise<string>): Promise<void> {
  const samples: number[] = []
  const look = () => samples.push(process.memoryUsage().rss)
  look()
  const timer = setInterval(look, 50)
  const started = performance.now()
  const result = await run()
  const seconds = (performance.now() - started) / 1000
  look()
  clearInterval(timer)
  const fifths = [0, 1, 2, 3, 4].map((fifth) => {
    const from = Math.floor((samples.length * fifth) / 5)
    return Math.max(...samples.slice(from, Math.max(from + 1, Math.floor((samples.length * (fifth + 1)) / 5))))
  })
  console.log(
    `${name.padEnd(20)} ${seconds.toFixed(1).padStart(6)} s, resident ${mebibytes(samples[0] ?? 0)} before, ${fifths.map(mebibytes).join(' ')} MiB by fifths of the time; ${result}`,
  )
}

/** Writes line by line: a file held in memory would count toward the measurement. */
async function writeFileOf(folder: string, name: string, content: Iterable<string>): Promise<string> {
  const file = path.join(folder, `${name}.csv`)
  await pipeline(Readable.from(content), createWriteStream(file))
  return file
}

function* lines(heading: string, count: number, line: (n: number) => string): Generator<string> {
  yield `${heading}\r\n`
  for (let n = 0; n < count; n++) yield `${line(n)}\r\n`
}

function administrator() {
  const role = systemRoles.find(({ name }) => name === 'Administrator')
  if (!role) throw new Error('there is no role named Administrator')
  return { id: '', ...role }
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0)
}
