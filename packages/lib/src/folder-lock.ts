import { open, readFile, unlink } from 'node:fs/promises'
import path from 'node:path'

/** The folder is in use; the message names the process. */
export class FolderInUseError extends Error {}

/**
 * Claims a folder for this process until the returned function is called or the process ends. A lock left by a dead
 * process is taken over. Throws `FolderInUseError`.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'lock')
  for (let attempt = 0; attempt < 3; attempt++) {
    if (await tryCreate(file)) return () => unlink(file)
    const owner = await ownerOf(file)
    if (owner && (await isRunning(owner))) {
      throw new FolderInUseError(
        `${folder} is in use by process ${owner.pid}. Stop it first, or choose another folder.`,
      )
    }
    await unlink(file).catch(() => undefined)
  }
  throw new FolderInUseError(`${folder} is being opened by several processes at once. Start one of them again.`)
}

interface Owner {
  pid: number
  /** When the process started, so that a reused process ID isn't mistaken for the owner. */
  started: string
}

async function tryCreate(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(JSON.stringify({ pid: process.pid, started: await startOf(process.pid) } satisfies Owner))
    await handle.close()
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw cause
  }
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
