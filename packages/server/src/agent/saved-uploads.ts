import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { problemError } from '@courtcrier/connectors/problems.ts'
import { longestUploadDays, type UploadKey, type Uploads } from '@courtcrier/connectors/ways/uploads.ts'
import { makeFolderDurably } from '@courtcrier/lib/atomic-file.ts'
import { errorCode } from '@courtcrier/lib/storage-error.ts'
import { type AgentFolder, replaceFile } from './agent-folder.ts'

const dayMs = 86_400_000
const keptMs = longestUploadDays * dayMs

/**
 * Keeps uploads of several steps in the data folder, sealed for their credential and copy: a file each, so that keeping
 * one costs the same however many there are.
 */
export function openSavedUploads({ root, box }: Pick<AgentFolder, 'root' | 'box'>): Uploads {
  const folder = path.join(root, 'uploads')
  const fileOf = (key: UploadKey) => path.join(folder, createHash('sha256').update(sealFor(key)).digest('hex'))
  let sweptAt = Number.NEGATIVE_INFINITY
  const sweepDaily = async () => {
    const now = performance.now()
    if (now - sweptAt < dayMs) return
    sweptAt = now
    await sweep(folder)
  }
  return {
    find: (key) => reported(() => readSealed(fileOf(key), { box, key })),
    keep: (key, state) =>
      reported(async () => {
        await makeFolderDurably(folder)
        await sweepDaily()
        await replaceFile(fileOf(key), box.seal(JSON.stringify(state), sealFor(key)))
      }),
    forget: (key) => reported(() => rm(fileOf(key), { force: true })),
  }
}

interface Sealed {
  box: AgentFolder['box']
  key: UploadKey
}

/** Undefined if there is none, or it was sealed with a key that the folder no longer has: the upload is begun again. */
async function readSealed(file: string, { box, key }: Sealed): Promise<unknown> {
  const sealed = await ifThere(async () => ((await isOld(file)) ? undefined : readFile(file)))
  if (!sealed) return undefined
  try {
    return JSON.parse(box.open(sealed, sealFor(key)))
  } catch {
    return undefined
  }
}

/** Removes what is too old to count, with what a crash left of one that was being written. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    await ifThere(async () => ((await isOld(file)) ? rm(file, { force: true }) : undefined))
  }
}

async function isOld(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file)
  return Date.now() - mtimeMs > keptMs
}

async function ifThere<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Without its record an upload isn't begun, and the reason is this machine's, not the DMS's. */
async function reported<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = errorCode(error)
    if (code === undefined) throw error
    const problem = problemError(
      'transient',
      `The agent can't use its data folder (${code}), so the document wasn't sent. Is its disk full, or read-only?`,
    )
    throw Object.assign(problem, { cause: error })
  }
}

/** A record can't be moved to another credential or copy. */
function sealFor({ credentialId, idempotencyKey }: UploadKey): string {
  return JSON.stringify(['agent_upload', credentialId, idempotencyKey])
}
