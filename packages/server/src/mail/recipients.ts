import { domainToASCII } from 'node:url'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { sql } from 'kysely'
import { withSystem } from '../db/firm-transaction.ts'
import type { Services } from '../services.ts'

/** Whose an address is, and how large a message to it may be. */
export interface Recipient {
  firmId: number
  maxBytes: number
}

/** The addresses of all firms, as they are configured now. */
export interface Recipients {
  /** The firm of an address; `undefined` when it is nobody's, `'several'` when more than one firm claims it. */
  find: (address: string) => Promise<Recipient | 'several' | undefined>
  /** The largest message that any firm takes, in bytes. */
  largest: () => Promise<number>
  close: () => void
}

/** What a firm takes that has set no limit of its own. */
export const defaultMaxBytes = 50_000_000

/** Opens the look-up. It is kept for a few seconds, and forgotten as soon as a firm is changed. */
export function openRecipients({ database, feed }: Pick<Services, 'database' | 'feed'>): Recipients {
  let kept: { book: Promise<Book>; until: number } | undefined
  const forget = () => {
    kept = undefined
  }
  const unsubscribe = feed.subscribe((change) => change.entity === firm.name && forget())
  const book = () => {
    if (kept && kept.until > performance.now()) return kept.book
    const loaded = loadBook(database)
    kept = { book: loaded, until: performance.now() + keptMs }
    loaded.catch(forget)
    return loaded
  }
  return {
    find: async (address) => findIn(await book(), address),
    largest: async () => (await book()).largest,
    close: unsubscribe,
  }
}

/** The feed may have been away for a moment, and what it misses is not told again. */
const keptMs = 5_000

interface Book {
  /** By address, or `*@domain`. */
  entries: ReadonlyMap<string, Recipient | 'several'>
  largest: number
}

interface FirmRow {
  id: number
  addresses: readonly string[]
  maxBytes: number | null
}

async function loadBook(database: Services['database']): Promise<Book> {
  const rows = await withSystem(database, async (trx) => {
    const result = await sql<FirmRow>`
      select id, incoming_email_addresses as addresses, max_message_size as "maxBytes" from firms`.execute(trx)
    return result.rows
  })
  const entries = new Map<string, Recipient | 'several'>()
  for (const { id, addresses, maxBytes } of rows) {
    for (const key of new Set(addresses.map(keyOf))) {
      entries.set(key, entries.has(key) ? 'several' : { firmId: id, maxBytes: maxBytes ?? defaultMaxBytes })
    }
  }
  return { entries, largest: Math.max(defaultMaxBytes, ...rows.map((row) => row.maxBytes ?? 0)) }
}

/** The address itself, then without what follows a plus sign (RFC 5233), then its whole domain. */
function findIn({ entries }: Book, address: string): Recipient | 'several' | undefined {
  const key = keyOf(address)
  const at = key.lastIndexOf('@')
  const plus = key.indexOf('+')
  const base = plus > 0 && plus < at ? `${key.slice(0, plus)}${key.slice(at)}` : key
  return entries.get(key) ?? entries.get(base) ?? entries.get(`*${key.slice(at)}`)
}

/** Lower case, with the domain as it stands in the DNS. */
function keyOf(address: string): string {
  const text = address.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  return `${text.slice(0, at)}@${domainToASCII(domain) || domain}`
}
