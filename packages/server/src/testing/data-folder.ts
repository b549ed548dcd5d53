import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { imageOfDatabase } from './database.ts'

/**
 * Creates a data folder with a migrated embedded database, for code that opens one from its settings. Creating the
 * database there would take five seconds; unpacking it takes a tenth of a second. Remove the folder when done.
 */
export async function makeDataFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-data-'))
  const database = path.join(folder, 'database')
  await mkdir(database, { mode: 0o700 })
  await promisify(execFile)('tar', ['-xf', imageOfDatabase(), '-C', database])
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
