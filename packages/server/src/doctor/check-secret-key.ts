import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { hasDirectedSecrets } from '@courtcrier/contract/secret-destination.ts'
import { makeSecretBox, parseKey, type SealingBox } from '@courtcrier/lib/secret-box.ts'
import type { Config } from '../base/config.ts'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import type { Check } from './check.ts'
import { countAuthenticators, countMailSignIns, countSecrets, type SealCount } from './count-seals.ts'

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
  const text = await readIfThere(file).catch((error: NodeJS.ErrnoException) => ({ code: error.code ?? error.message }))
  if (typeof text === 'object')
    return {
      name,
      state: 'failed',
      sentence: `${file} can't be read (${text.code}), so Courtcrier can't start. Make it a file that this user may read, or set COURTCRIER_SECRET_KEY.`,
    }
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
    const found: SealCount[] = []
    const box = await boxOf(config)
    for (const resource of resources.filter(hasDirectedSecrets)) found.push(await countSecrets(trx, resource, box))
    return [...found, await countMailSignIns(trx, box), await countAuthenticators(trx, box)]
  })
  const sealed = sum(counts, ({ all }) => all)
  if (sealed === 0) return []
  const closed = counts.filter(({ unopened }) => unopened > 0)
  if (closed.length === 0)
    return [{ name: 'Stored secrets', state: 'ok', sentence: `The key opens all ${sealed} of them.` }]
  const which = closed.map(({ label, unopened }) => `${unopened} of ${label}`).join(', ')
  return [
    {
      name: 'Stored secrets',
      state: 'failed',
      sentence: `The key opens ${sealed - sum(closed, ({ unopened }) => unopened)} of ${sealed} stored secrets, not ${which}. Put back the key they were saved with (COURTCRIER_SECRET_KEY or ${keyFile(config)}), or let them be entered again in the console.`,
    },
  ]
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

function sum(counts: readonly SealCount[], of: (count: SealCount) => number): number {
  return counts.reduce((total, count) => total + of(count), 0)
}
