/** The court's record of one link and one of its documents. */
export interface LinkRecord {
  filing: number
  token: string
  courtDocumentId: string
  documentIndex: number
  /** Every request for this document with this token, whatever the response. */
  requests: number
  /** Complete responses delivered. Never above 1. */
  served: number
  /** Bytes of complete responses. */
  bytes: number
  /** Of the PDF that was served. */
  sha256?: string
  /** ISO time of the delivery: a receiver killed just after it loses the document, as with a real court. */
  servedAt?: string
}

/** When a link counts as used: on request, or once the response was delivered. */
export type SpendOn = 'request' | 'delivery'

/** The court's records of its links. A document is served to one client at a time, and only once. */
export interface Ledger {
  noteRequest(key: LinkKey): void
  /** Returns whether the document may be served now; the caller must then call `settle`. */
  take(key: LinkKey): boolean
  /** Ends what `take` started. `broken`: the response started but didn't finish; `refused`: it never started. */
  settle(key: LinkKey, outcome: Delivered | 'broken' | 'refused'): void
  isSpent(key: LinkKey): boolean
  records(): LinkRecord[]
}

export interface LinkKey {
  filing: number
  token: string
  courtDocumentId: string
  documentIndex: number
}

export interface Delivered {
  bytes: number
  sha256: string
}

interface Entry extends LinkRecord {
  isOut: boolean
  isSpent: boolean
}

interface LedgerInput {
  spendOn: SpendOn
  /** Records of an earlier run. */
  past?: readonly LinkRecord[]
  onServed?: (record: LinkRecord) => void
}

export function makeLedger({ spendOn, past = [], onServed }: LedgerInput): Ledger {
  const entries = new Map(
    past.map((record): [string, Entry] => [keyOf(record), { ...record, isOut: false, isSpent: true }]),
  )
  const entryOf = (key: LinkKey) => {
    const known = entries.get(keyOf(key))
    if (known !== undefined) return known
    const made: Entry = { ...key, requests: 0, served: 0, bytes: 0, isOut: false, isSpent: false }
    entries.set(keyOf(key), made)
    return made
  }
  return {
    noteRequest: (key) => {
      entryOf(key).requests++
    },
    take: (key) => {
      const entry = entryOf(key)
      if (entry.isOut || entry.isSpent) return false
      entry.isOut = true
      entry.isSpent = spendOn === 'request'
      return true
    },
    settle: (key, outcome) => {
      const entry = entryOf(key)
      entry.isOut = false
      if (outcome === 'refused') entry.isSpent = false
      if (typeof outcome === 'string') return
      entry.isSpent = true
      entry.served++
      entry.bytes += outcome.bytes
      entry.sha256 = outcome.sha256
      entry.servedAt = new Date().toISOString()
      onServed?.(recordOf(entry))
    },
    isSpent: (key) => entries.get(keyOf(key))?.isSpent ?? false,
    records: () => [...entries.values()].map(recordOf),
  }
}

function keyOf(key: LinkKey): string {
  return `${key.courtDocumentId}/${key.token}`
}

function recordOf({ isOut: _isOut, isSpent: _isSpent, ...record }: Entry): LinkRecord {
  return record
}
