import { firm } from '@courtcrier/contract/resources/firm.ts'
import { sql } from 'kysely'
import { withSystem } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { domainKey, withoutTag } from '../firm/address-space.ts'

/** Whose an address is, and how large a message to it may be. */
export interface Recipient {
  firmId: number
  maxBytes: number
}

/** The addresses of all firms, as they are configured now. */
export interface Recipients {
  /**
   * The firm of an address; `undefined` when it is nobody's, `'unproven'` when it only stands in the row of a firm that
   * was never given its domain, as from before firms had domains.
   */
  find: (address: string) => Promise<Recipient | 'unproven' | undefined>
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
  entries: ReadonlyMap<string, Recipient | 'unproven'>
  largest: number
}

interface AddressRow {
  id: number
  address: string
  maxBytes: number | null
  isOwn: boolean
}

async function loadBook(database: Services['database']): Promise<Book> {
  const rows = await withSystem(database, async (trx) => {
    const result = await sql<AddressRow>`
      select f.id, address, max_message_size as "maxBytes", exists (
        select from firm_domains d where d.firm_id = f.firm_id and d.proved_at is not null
          and d.span @> domain_span_of_address(address)) as "isOwn"
      from firms f, unnest(incoming_email_addresses) as given (address)
      order by 4`.execute(trx)
    return result.rows
  })
  // What a firm was given comes last, and stays.
  const entries = new Map(
    rows.map(({ id, address, maxBytes, isOwn }) => [
      keyOf(address),
      isOwn ? { firmId: id, maxBytes: maxBytes ?? defaultMaxBytes } : ('unproven' as const),
    ]),
  )
  return { entries, largest: Math.max(defaultMaxBytes, ...rows.map((row) => row.maxBytes ?? 0)) }
}

/**
 * The address itself, then without what follows a plus sign, then its whole domain; what a firm was given goes before
 * what none was.
 */
function findIn({ entries }: Book, address: string): Recipient | 'unproven' | undefined {
  const key = keyOf(address)
  const at = key.lastIndexOf('@')
  const found = [key, `${withoutTag(key.slice(0, at))}${key.slice(at)}`, `*${key.slice(at)}`].map((k) => entries.get(k))
  return found.find((entry) => entry !== undefined && entry !== 'unproven') ?? found.find(Boolean)
}

/** Lower case, with the domain as it stands in the DNS and without quotes that change nothing (RFC 5321, section 4.1.2). */
function keyOf(address: string): string {
  const text = address.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  return `${text.slice(0, at).replace(/^"([^\s"\\@<>(),:;[\]]+)"$/, '$1')}@${domainKey(text.slice(at + 1))}`
}
