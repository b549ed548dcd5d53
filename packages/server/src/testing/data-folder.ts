import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { imageOfDatabase } from './database.ts'

/**
 * A data folder of its own in which the embedded database is migrated already, for what opens one by its settings.
 * Making the database there takes five seconds, unpacking it a tenth of one. Remove it when done.
 */
export async function makeDataFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-data-'))
  const database = path.join(folder, 'database')
  await mkdir(database, { mode: 0o700 })
  await promisify(execFile)('tar', ['-xf', imageOfDatabase(), '-C', database])
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
