import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../packages/lib/src/free-port.ts'
import { until } from '../harness.ts'
import { findBinaries, ownerPrefix } from '../postgres-programs.ts'

const exec = promisify(execFile)

/** A PostgreSQL server that can fail in every way a real one does, and comes back at the same address. */
export interface FrailPostgres {
  url: string
  stop: (mode: 'fast' | 'immediate') => Promise<void>
  start: () => Promise<void>
  /** Kills all of its processes together, like a power failure. */
  kill: () => Promise<void>
  /** Suspends it: its connections stay open and get no responses. */
  pause: () => Promise<void>
  resume: () => Promise<void>
  remove: () => Promise<void>
}

/**
 * Creates one from Debian's packages in a folder, and starts it. Returns undefined if they aren't installed.
 */
export async function openFrailPostgres(at?: string): Promise<FrailPostgres | undefined> {
  const bin = await findBinaries()
  if (!bin) return undefined
  const folder = at ?? (await mkdtemp(path.join(os.tmpdir(), 'courtcrier-frail-')))
  const asOwner = await ownerPrefix(folder)
  const data = path.join(folder, 'data')
  const run = async (name: string, ...args: string[]) => {
    const [command = '', ...rest] = [...asOwner, path.join(bin, name), ...args]
    await exec(command, rest, { cwd: os.tmpdir() })
  }
  await mkdir(folder, { recursive: true })
  await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-instructions')
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const options = `-p ${port} -k ${folder} -h 127.0.0.1 -c max_connections=250`
  const start = async () => {
    // After a kill, processes of the old server may still be ending.
    await until(async () =>
      run('pg_ctl', '-D', data, '-l', path.join(folder, 'log'), '-w', '-o', options, 'start').then(
        () => true,
        () => false,
      ),
    )
    await until(() => answers(url))
  }
  const signal = async (name: NodeJS.Signals) => {
    const postmaster = Number((await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
    // The children first: once the postmaster is gone, they can't be found through it.
    for (const pid of [...(await childrenOf(postmaster)), postmaster]) sendSignal(pid, name)
  }
  await start()
  return {
    url,
    start,
    stop: (mode) => run('pg_ctl', '-D', data, '-m', mode, '-w', 'stop'),
    kill: () => signal('SIGKILL'),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    remove: async () => {
      await signal('SIGCONT').catch(() => undefined)
      await run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop').catch(() => undefined)
      await rm(at === undefined ? folder : data, { recursive: true, force: true })
    },
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const stats = await Promise.all(
    pids.map(async (pid) => ({ pid, stat: await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '') })),
  )
  return stats.flatMap(({ pid, stat }) =>
    Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent ? [pid] : [],
  )
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    // Still starting up.
    return false
  }
}
