import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { errorCode, StorageError } from '@courtcrier/lib/storage-error.ts'
import { sql } from 'kysely'
import { ConfigError } from './base/config.ts'
import { withFirm } from './base/db/firm-transaction.ts'
import type { Services } from './base/services.ts'
import { decodeMessage } from './courts/message/mime.ts'
import { receiveMessage } from './mail/receive.ts'
import { defaultMaxBytes } from './mail/recipients.ts'

/** The result for one file. */
export type IngestResult =
  | { file: string; outcome: 'new' | 'known'; itemId: string }
  /** A sentence saying why the file wasn't received. */
  | { file: string; problem: string }

/**
 * Receives messages from files as if they had arrived by email. Returns the results in the order of the files. A file
 * that can't be received doesn't stop the others. Throws `ConfigError` when there is no such firm.
 */
export async function ingestFiles(
  services: Services,
  { firmId, files }: { firmId: number; files: readonly string[] },
): Promise<IngestResult[]> {
  const maxBytes = await readLimit(services, firmId)
  const results: IngestResult[] = []
  for (let start = 0; start < files.length; start += atOnce) {
    const some = files.slice(start, start + atOnce)
    results.push(...(await Promise.all(some.map((file) => ingestFile(services, { firmId, file, maxBytes })))))
  }
  return results
}

/** Files received at once, so that their syncs overlap; more would only take memory. */
const atOnce = 8

async function readLimit({ database }: Services, firmId: number): Promise<number> {
  const rows = await withFirm(database, firmId, async (trx) => {
    const result = await sql<{ maxBytes: number | null }>`
      select max_message_size as "maxBytes" from firms where firm_id = ${firmId}`.execute(trx)
    return result.rows
  })
  const [row] = rows
  if (!row) throw new ConfigError(`There is no firm ${firmId}.`)
  return row.maxBytes ?? defaultMaxBytes
}

async function ingestFile(
  services: Services,
  { firmId, file, maxBytes }: { firmId: number; file: string; maxBytes: number },
): Promise<IngestResult> {
  const read = await readMessageFile(file, maxBytes)
  if ('problem' in read) return { file, problem: read.problem }
  const decoded = await decodeMessage(read.raw)
  if ('problem' in decoded) return { file, problem: decoded.problem }
  try {
    const source = path.basename(file)
    const { itemId, isNew } = await receiveMessage(services, { firmId, raw: read.raw, via: 'file', source })
    return { file, outcome: isNew ? 'new' : 'known', itemId }
  } catch (error) {
    if (error instanceof StorageError) return { file, problem: error.message }
    throw error
  }
}

async function readMessageFile(file: string, maxBytes: number): Promise<{ raw: Buffer } | { problem: string }> {
  try {
    const found = await stat(file)
    if (found.isDirectory()) return { problem: 'This is a folder; name the files in it.' }
    if (found.size > maxBytes)
      return { problem: `The file is larger than the ${maxBytes} bytes that the firm accepts.` }
    return { raw: await readFile(file) }
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return { problem: 'There is no such file.' }
    if (code === 'EACCES' || code === 'EPERM') return { problem: 'The file may not be read by this user.' }
    throw error
  }
}
