import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findBinaries, ownerPrefix } from '../e2e/postgres-programs.ts'
import { cpuSecondsOfFamily } from '../e2e/processor-time.ts'
import { freePort } from '../packages/lib/src/free-port.ts'

const exec = promisify(execFile)

/** A separate PostgreSQL with default settings, so that syncs are real. */
export interface TemporaryPostgres {
  url: string
  /** The folder with its data and logs. */
  data: string
  /** CPU seconds so far, of the server and all its processes. */
  cpuSeconds: () => Promise<number>
  stop: () => Promise<void>
}

interface PostgresOptions {
  /** The folder that remains after it is stopped; a temporary folder if absent. */
  keep?: string
  /** Settings other than the defaults. */
  settings?: readonly string[]
}

/** Starts one from Debian's packages; undefined if none is installed. */
export async function startPostgres({
  keep,
  settings = [],
}: PostgresOptions = {}): Promise<TemporaryPostgres | undefined> {
  const bin = await findBinaries()
  if (!bin) return undefined
  const folder = keep ?? (await mkdtemp(path.join(os.tmpdir(), 'courtcrier-postgres-')))
  await mkdir(folder, { recursive: true })
  const asOwner = await ownerPrefix(folder)
  const data = path.join(folder, 'data')
  if (!(await stat(data).catch(() => undefined))) await initialize(bin, { asOwner, data })
  const port = await freePort()
  const [command = '', ...args] = [
    ...asOwner,
    path.join(bin, 'postgres'),
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    folder,
    '-h',
    '127.0.0.1',
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
  const server = spawn(command, args, { stdio: 'ignore' })
  // As on a dedicated machine: a Unix socket costs less than TCP, on both sides.
  const url = `postgres://postgres@${encodeURIComponent(folder)}:${port}/postgres`
  await untilAnswering(url)
  // The started process may only be the program that changes the user.
  const pid = Number((await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
  return {
    url,
    data,
    cpuSeconds: () => cpuSecondsOfFamily(pid),
    stop: async () => {
      await run([...asOwner, path.join(bin, 'pg_ctl'), '-D', data, '-m', 'fast', 'stop'])
      server.unref()
      if (!keep) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function initialize(bin: string, { asOwner, data }: { asOwner: readonly string[]; data: string }): Promise<void> {
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-instructions']
  await run([...asOwner, path.join(bin, 'initdb'), '-D', data, ...options])
}

async function run([command = '', ...args]: readonly string[]): Promise<void> {
  await exec(command, args, { cwd: os.tmpdir() })
}

async function untilAnswering(connectionString: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      // Not up yet; the benchmark is worthless without it, so keep trying.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
