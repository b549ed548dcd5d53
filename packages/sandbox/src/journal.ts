import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LinkRecord } from './court/ledger.ts'
import type { PastFiling } from './filings/filing-store.ts'
import type { SigningKey } from './notice/signing.ts'
import type { World } from './world/world.ts'

/** The data a sandbox saves from one run to the next; without a folder, none. */
export interface Journal {
  key: SigningKey
  filings: readonly PastFiling[]
  served: readonly LinkRecord[]
  noteFiled(filing: PastFiling): void
  noteServed(record: LinkRecord): void
  close(): Promise<void>
}

interface JournalInput {
  world: World
  makeKey: () => SigningKey
}

/** Opens the journal of a folder and seed. A truncated last line, left by an abrupt end, is ignored. */
export async function openJournal(folder: string | undefined, { world, makeKey }: JournalInput): Promise<Journal> {
  if (folder === undefined) {
    return { key: makeKey(), filings: [], served: [], noteFiled: () => {}, noteServed: () => {}, close: async () => {} }
  }
  const place = join(folder, `seed-${encodeURIComponent(world.seed)}`)
  await mkdir(place, { recursive: true })
  const paths = {
    key: join(place, 'key.json'),
    filings: join(place, 'filings.jsonl'),
    served: join(place, 'served.jsonl'),
  }
  const [filings, served] = await Promise.all([
    readLines<PastFiling>(paths.filings),
    readLines<LinkRecord>(paths.served),
  ])
  const filed = createWriteStream(paths.filings, { flags: 'a' })
  const delivered = createWriteStream(paths.served, { flags: 'a' })
  return {
    key: await readOrMakeKey(paths.key, makeKey),
    filings,
    served,
    noteFiled: (filing) => void filed.write(line(filing)),
    noteServed: (record) => void delivered.write(line(record)),
    close: async () => {
      await Promise.all([end(filed), end(delivered)])
    },
  }
}

async function readOrMakeKey(path: string, makeKey: () => SigningKey): Promise<SigningKey> {
  const known = await readOptional(path)
  if (known !== undefined) return JSON.parse(known) as SigningKey
  const key = makeKey()
  await writeFile(path, JSON.stringify(key), { mode: 0o600 })
  return key
}

async function readLines<T>(path: string): Promise<T[]> {
  const text = (await readOptional(path)) ?? ''
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((entry) => entry !== '')
    .map((entry) => JSON.parse(entry) as T)
}

async function readOptional(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`
}

function end(stream: WriteStream): Promise<void> {
  return new Promise((resolve) => stream.end(() => resolve()))
}
