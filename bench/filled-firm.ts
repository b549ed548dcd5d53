import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { createFirm } from '../packages/server/src/auth/create-firm.ts'
import { makePasswords } from '../packages/server/src/auth/passwords.ts'
import { readConfig } from '../packages/server/src/base/config.ts'
import type { Services } from '../packages/server/src/base/services.ts'
import { type Courtcrier, startCourtcrier } from '../packages/server/src/main.ts'
import { type FirmSize, fillFirm, prepareFilling, type RunStatements } from './search-fill.ts'

/** The location and size of a Courtcrier with a large firm. */
export interface BenchFirm {
  folder: string
  size: FirmSize
  /** The database's address; the embedded database if absent. */
  url?: string
  /** The number of firms; all but one are small. */
  firms: number
}

/** The address of the large firm, and its administrator's credentials. */
export const host = 'bench.example'
export const logIn = { username: 'admin@bench.example', password: 'correct horse 1' }

/** The size of each of the other firms, relative to it. */
const otherShare = 0.02

/** Starts a Courtcrier with the web role only, and fills its database unless it already is. */
export async function startFilled(place: BenchFirm): Promise<Courtcrier> {
  const { folder, size, url } = place
  if (!url) await cleanFolder(folder, size)
  const environment = {
    COURTCRIER_DATA: path.join(folder, 'data'),
    COURTCRIER_ROLES: 'web',
    COURTCRIER_PORT: '0',
    ...(url ? { DATABASE_URL: url } : {}),
  }
  const courtcrier = await startCourtcrier(readConfig(environment), { log: pino({ level: 'warn' }) })
  try {
    await fillOnce(courtcrier.services, place)
    return courtcrier
  } catch (error) {
    await courtcrier.stop()
    throw error
  }
}

/** Deletes a half-filled database, which is useless. */
export async function cleanFolder(folder: string, size: FirmSize): Promise<void> {
  if (!(await isFilled(folder, size))) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
}

function markOf(folder: string): string {
  return path.join(folder, 'filled.json')
}

async function isFilled(folder: string, size: FirmSize): Promise<boolean> {
  return (await readFile(markOf(folder), 'utf8').catch(() => '')) === JSON.stringify(size)
}

/** Fills the database unless the folder was filled earlier. */
async function fillOnce(services: Services, { folder, size, url, firms }: BenchFirm): Promise<void> {
  if (await isFilled(folder, size)) return
  const started = performance.now()
  const passwords = makePasswords({ memory: 64, passes: 1 })
  for (let firm = 1; firm <= firms; firm++) {
    const name = firm === 1 ? host : `firm${firm}.example`
    await createFirm(
      { ...services, passwords },
      {
        name,
        hostNames: [name],
        adminEmail: firm === 1 ? logIn.username : `admin@${name}`,
        adminPassword: logIn.password,
      },
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

/** Indexes stay in place; triggers and foreign keys are skipped, since the generated rows satisfy them. */
export const fillingSettings = `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB';
  set gin_pending_list_limit = '256MB'; set maintenance_work_mem = '512MB'`

/** Returns a way to run statements on the database that skips triggers and foreign keys. */
export async function openFilling(
  { database }: Services,
  url?: string,
): Promise<{ run: RunStatements; end: () => Promise<unknown> }> {
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
