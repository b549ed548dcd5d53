import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { makeDataFolder } from '../packages/server/src/testing/data-folder.ts'
import { cloneOnServer } from '../packages/server/src/testing/database.ts'

/** What an installation starts from: a migrated database and a data folder, with the sandbox's firm in them. */
interface FirmImage {
  folder: string
  /** The database on the server; the embedded one is in the folder. */
  database: string | undefined
}

/** A copy of the firm for one installation. */
interface FirmCopy {
  environment: Record<string, string>
  remove: () => Promise<void>
}

/**
 * Creates the image; `fill` gets the folder and the environment of the database to put the firm in. Creating it takes
 * seconds, copying it a tenth of a second.
 */
export async function makeFirmImage(
  fill: (folder: string, environment: Record<string, string>) => Promise<void>,
): Promise<() => Promise<void>> {
  const clone = await cloneOnServer()
  const { folder, remove } = clone ? await makeFolder() : await makeDataFolder()
  await fill(folder, clone ? { DATABASE_URL: clone.url } : {})
  await clone?.untilUnused()
  process.env.COURTCRIER_TEST_FIRM = JSON.stringify({ folder, database: clone?.name } satisfies FirmImage)
  return async () => {
    await remove()
    await clone?.drop()
  }
}

async function makeFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-data-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

export const hasFirmImage = () => process.env.COURTCRIER_TEST_FIRM !== undefined

/** Copies the image into an installation's data folder, and its database on the server. */
export async function copyFirm(to: string): Promise<FirmCopy> {
  const { folder, database } = JSON.parse(process.env.COURTCRIER_TEST_FIRM ?? '') as FirmImage
  // Node's own copying of a thousand files takes five times the processor time.
  await promisify(execFile)('cp', ['-R', `${folder}/.`, to])
  const clone = database ? await cloneOnServer(database) : undefined
  return {
    environment: clone ? { DATABASE_URL: clone.url } : {},
    remove: async () => clone?.drop(),
  }
}
