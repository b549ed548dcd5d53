import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { destinationOf, hasDirectedSecrets } from '@courtcrier/contract/secret-destination.ts'
import { makeSecretBox, parseKey, type SealingBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import type { Config } from '../base/config.ts'
import type { Database, Trx } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import type { Check } from './check.ts'

const name = 'Secret key'

/** Checks that there is a key, or will be one, and that it is one. Creates none. */
export async function checkSecretKey(config: Config): Promise<Check> {
  if (config.secretKey)
    return parseKey(config.secretKey)
      ? { name, state: 'ok', sentence: 'COURTCRIER_SECRET_KEY has 32 bytes.' }
      : {
          name,
          state: 'failed',
          sentence: 'COURTCRIER_SECRET_KEY must be 32 bytes, in hexadecimal or base64: openssl rand -hex 32',
        }
  const file = keyFile(config)
  const text = await readIfThere(file)
  if (text === undefined) return { name, state: 'ok', sentence: `There is none yet. The first start creates ${file}.` }
  if (!parseKey(text))
    return {
      name,
      state: 'failed',
      sentence: `${file} doesn't hold a key of 32 bytes in hexadecimal. Restore it from a backup.`,
    }
  return {
    name,
    state: 'ok',
    sentence: `It is in ${file}. Back it up apart from the data: without it, secrets can't be read.`,
  }
}

/** Checks that the key opens the secrets in the database; a restored database may have those of another key. */
export async function checkSeals(database: Database, config: Config): Promise<readonly Check[]> {
  const counts = await withSystem(database, async (trx) => {
    const found: Count[] = []
    const box = await boxOf(config)
    for (const resource of resources.filter(hasDirectedSecrets)) found.push(await countOf(trx, resource, box))
    return found
  })
  const sealed = sum(counts, ({ all }) => all)
  if (sealed === 0) return []
  const closed = counts.filter(({ unopened }) => unopened > 0)
  if (closed.length === 0)
    return [{ name: 'Stored secrets', state: 'ok', sentence: `The key opens all ${sealed} of them.` }]
  const which = closed.map(({ resource, unopened }) => `${unopened} of ${resource.label[1]}`).join(', ')
  return [
    {
      name: 'Stored secrets',
      state: 'failed',
      sentence: `The key opens ${sealed - sum(closed, ({ unopened }) => unopened)} of ${sealed} stored secrets, not ${which}. Put back the key they were saved with (COURTCRIER_SECRET_KEY or ${keyFile(config)}), or enter them again in the console.`,
    },
  ]
}

interface Count {
  resource: Resource
  all: number
  unopened: number
}

/** Secrets of one resource, and how many the box doesn't open; all of them if there is no key. */
async function countOf(trx: Trx, resource: Resource, box: SealingBox | undefined): Promise<Count> {
  const count = { resource, all: 0, unopened: 0 }
  const table = tableOf(resource)
  const { rows: meta } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(trx)
  // An older schema, which `checkSchema` reports.
  if (!meta[0]?.found) return count
  const columns = Object.keys(resource.fields)
    .filter((key) => resource.fields[key]?.kind === 'secret')
    .map(snakeCase)
  const isSet = columns.map((column) => sql`${sql.ref(column)} is not null`)
  const { rows } =
    await sql<DatabaseRecord>`select * from ${sql.table(table)} where ${sql.join(isSet, sql` or `)}`.execute(trx)
  for (const record of rows) {
    const destination = destinationOf(resource, rowOf(resource, record))
    for (const sealed of columns.flatMap((column) => (record[column] as Uint8Array | null) ?? [])) {
      count.all += 1
      if (!box || !opens(box, sealed, destination)) count.unopened += 1
    }
  }
  return count
}

function opens(box: SealingBox, sealed: Uint8Array, destination: string): boolean {
  try {
    box.open(sealed, destination)
    return true
  } catch {
    return false
  }
}

async function boxOf(config: Config): Promise<SealingBox | undefined> {
  const text = config.secretKey ?? (await readIfThere(keyFile(config)))
  const key = text === undefined ? undefined : parseKey(text)
  return key && makeSecretBox(key)
}

function keyFile({ dataFolder }: Config): string {
  return path.join(dataFolder, 'secret.key')
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function sum(counts: readonly Count[], of: (count: Count) => number): number {
  return counts.reduce((total, count) => total + of(count), 0)
}
