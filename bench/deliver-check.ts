import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { withSystem } from '../packages/server/src/base/db/firm-transaction.ts'
import type { Services } from '../packages/server/src/base/services.ts'
import type { DeliveryBench } from './deliver-place.ts'

/** Throws unless the mail server received each delivery in the database once, and each copy is one file. */
export async function checkOnce({ folder, catcher }: DeliveryBench, { database }: Services): Promise<void> {
  const { rows: deliveries } = await withSystem(database, (trx) =>
    sql<{ key: string }>`select message_id as key from deliveries`.execute(trx),
  )
  const { rows: copies } = await withSystem(database, (trx) =>
    sql<{ key: string }>`select file_id as key from document_copies`.execute(trx),
  )
  const mails = (await catcher.mails()).map(({ messageId }) => messageId.split('@')[0] ?? '')
  demandSame('deliveries', keys(deliveries), mails)
  demandSame('copies', keys(copies), await hashFiles(path.join(folder, 'storage')))
  console.log(
    `  ${mails.length} mails of as many Message-IDs, ${copies.length} files of as many documents: nothing twice`,
  )
}

function keys(rows: readonly { key: string }[]): string[] {
  return rows.map(({ key }) => key)
}

function demandSame(what: string, expected: readonly string[], found: readonly string[]): void {
  const isSame = expected.toSorted().join() === found.toSorted().join()
  if (isSame && new Set(found).size === found.length) return
  throw new Error(`${expected.length} ${what} became ${found.length}, ${new Set(found).size} of them different`)
}

async function hashFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const hashes: string[] = []
  for (const { parentPath, name } of files) {
    const content = await readFile(path.join(parentPath, name))
    hashes.push(createHash('sha256').update(content).digest('hex'))
  }
  return hashes
}
