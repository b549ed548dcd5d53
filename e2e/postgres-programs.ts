import { execFile } from 'node:child_process'
import { chown, readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const exec = promisify(execFile)

/** Returns the folder with the newest PostgreSQL's programs of Debian's packages; undefined if none is installed. */
export async function findBinaries(): Promise<string | undefined> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0]
  return newest && path.join('/usr/lib/postgresql', newest, 'bin')
}

/**
 * Returns the command prefix that runs PostgreSQL as its own user: it refuses to run as root, and Debian's package
 * creates a user for it.
 */
export async function ownerPrefix(folder: string): Promise<string[]> {
  if (process.getuid?.() !== 0) return []
  const { stdout } = await exec('id', ['-u', 'postgres'])
  await chown(folder, Number(stdout), Number(stdout))
  return ['runuser', '-u', 'postgres', '--']
}
