/** What the court remembers of one link and one of its documents. */
export interface LinkRecord {
  filing: number
  token: string
  courtDocumentId: string
  documentIndex: number
  /** Every request that named this document with this token, whatever the answer. */
  requests: number
  /** Answers handed over whole. Never above 1. */
  served: number
  /** Bytes of whole answers. */
  bytes: number
  /** Of the PDF that was served. */
  sha256?: string
  /** ISO moment of the delivery: a receiver that is killed just after it has lost what it got, as with a real court. */
  servedAt?: string
}

/** When a link counts as used up: as soon as it is asked for, or once the answer was handed over. */
export type SpendOn = 'request' | 'delivery'

/** The court's memory of its links. A document is out with one client at a time, and served once. */
export interface Ledger {
  noteRequest(key: LinkKey): void
  /** True when the document may go out now; the caller must settle it with `settle`. */
  take(key: LinkKey): boolean
  /** Ends what `take` began. `broken`: the answer was begun and not finished; `refused`: it was never begun. */
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
  /** From an earlier run. */
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
