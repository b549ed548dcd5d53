import { readFile, unlink } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWhole } from './atomic-file.ts'

/** The folder is in use; the message names the process. */
export class FolderInUseError extends Error {}

/**
 * Claims a folder for this process until the returned function is called or the process ends. A lock left by a dead
 * process is taken over. Throws `FolderInUseError`.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'lock')
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    if (await tryCreate(file)) return () => unlink(file)
    const owner = await runningOwner(file)
    if (owner)
      throw new FolderInUseError(
        `${folder} is in use by process ${owner.pid}. Stop it first, or choose another folder.`,
      )
    if (await takeOver(file)) return () => unlink(file)
    await sleep(againMs)
  }
  throw new FolderInUseError(`${folder} is being opened by several processes at once. Start one of them again.`)
}

const mostAttempts = 20
/** In milliseconds: another process takes the lock over meanwhile. */
const againMs = 20

/**
 * Takes over a lock that a dead process left, in turn: of two that found it at the same moment, the second would otherwise
 * remove the first one's own. Returns false if another process was faster.
 */
async function takeOver(file: string): Promise<boolean> {
  const turn = `${file}.turn`
  if (!(await tryCreate(turn))) {
    const other = await ownerOf(turn)
    // A crash at that very moment left it.
    if (other && !(await isRunning(other))) await unlink(turn).catch(() => undefined)
    return false
  }
  try {
    if (await runningOwner(file)) return false
    await unlink(file).catch(() => undefined)
    return await tryCreate(file)
  } finally {
    await unlink(turn).catch(() => undefined)
  }
}

interface Owner {
  pid: number
  /** When the process started, so that a reused process ID isn't mistaken for the owner. */
  started: string
}

async function tryCreate(file: string): Promise<boolean> {
  const owner: Owner = { pid: process.pid, started: await startOf(process.pid) }
  return createWhole(file, JSON.stringify(owner))
}

/** Returns the process that has the lock; undefined if there is none, or it is dead. */
async function runningOwner(file: string): Promise<Owner | undefined> {
  const owner = await ownerOf(file)
  return owner && (await isRunning(owner)) ? owner : undefined
}

async function ownerOf(file: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Owner
  } catch {
    // Truncated by a crash while being written, or gone meanwhile: no owner.
    return undefined
  }
}

async function isRunning(owner: Owner): Promise<boolean> {
  if (owner.pid === process.pid) return owner.started === (await startOf(owner.pid))
  try {
    process.kill(owner.pid, 0)
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
  return owner.started === (await startOf(owner.pid))
}

/** Field 22 of /proc/PID/stat (proc(5)): start time in clock ticks since boot; '' where there is no /proc. */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
