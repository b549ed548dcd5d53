import { firm } from '@courtcrier/contract/resources/firm.ts'
import { sql } from 'kysely'
import { withSystem } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { domainKey, withoutTag } from './address-space.ts'

/** The firm that owns an address, and its largest message size. */
export interface MailRecipient {
  firmId: number
  maxBytes: number
}

/** The currently configured addresses of all firms. */
export interface Recipients {
  /**
   * Finds the firm that owns an address. Undefined if none does; `'unproven'` if the address is only in the row of a
   * firm that was never assigned its domain, as from before firms had domains.
   */
  find: (address: string) => Promise<MailRecipient | 'unproven' | undefined>
  /** The largest message size that any firm accepts, in bytes. */
  largest: () => Promise<number>
  close: () => void
}

/** The limit for a firm without one. */
export const defaultMaxBytes = 50_000_000

/** Opens the lookup. It is cached for a few seconds and cleared as soon as a firm changes. */
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

/** The feed can be interrupted briefly, and changes it misses aren't repeated. */
const keptMs = 5_000

interface Book {
  /** By address, or `*@domain`. */
  entries: ReadonlyMap<string, MailRecipient | 'unproven'>
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
  // Owned entries come last so that they win.
  const entries = new Map(
    rows.map(({ id, address, maxBytes, isOwn }) => [
      keyOf(address),
      isOwn ? { firmId: id, maxBytes: maxBytes ?? defaultMaxBytes } : ('unproven' as const),
    ]),
  )
  return { entries, largest: Math.max(defaultMaxBytes, ...rows.map((row) => row.maxBytes ?? 0)) }
}

/**
 * Tries the address itself, then without what follows a plus sign, then its whole domain; owned entries before unowned
 * ones.
 */
function findIn({ entries }: Book, address: string): MailRecipient | 'unproven' | undefined {
  const key = keyOf(address)
  const at = key.lastIndexOf('@')
  const found = [key, `${withoutTag(key.slice(0, at))}${key.slice(at)}`, `*${key.slice(at)}`].map((k) => entries.get(k))
  return found.find((entry) => entry !== undefined && entry !== 'unproven') ?? found.find(Boolean)
}

/** Lower case, with the domain in DNS form, without redundant quotes (RFC 5321, section 4.1.2). */
function keyOf(address: string): string {
  const text = address.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  return `${text.slice(0, at).replace(/^"([^\s"\\@<>(),:;[\]]+)"$/, '$1')}@${domainKey(text.slice(at + 1))}`
}
