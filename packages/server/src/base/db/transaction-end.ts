import type { Database, Trx } from './database.ts'

interface TransactionEnd {
  database: Database
  before: Map<object, (trx: Trx) => Promise<void>>
  after: (() => void)[]
}

const ends = new WeakMap<Trx, TransactionEnd>()

/**
 * Lets a transaction register work for its end. Returns the functions that run it: `before` inside, `after` once
 * committed.
 */
export function openEnd(database: Database, trx: Trx): { before: () => Promise<void>; after: () => void } {
  const end: TransactionEnd = { database, before: new Map(), after: [] }
  ends.set(trx, end)
  return {
    before: async () => {
      for (const work of end.before.values()) await work(trx)
    },
    after: () => {
      for (const work of end.after) work()
    },
  }
}

/** Runs work as the last step of its transaction, once per key. A transaction started elsewhere has no end. */
export function beforeCommit(trx: Trx, key: object, work: (trx: Trx, database: Database) => Promise<void>): void {
  const end = ends.get(trx)
  if (end && !end.before.has(key)) end.before.set(key, () => work(trx, end.database))
}

/** Runs work once the transaction is committed, and not when it is rolled back. */
export function afterCommit(trx: Trx, work: (database: Database) => void): void {
  const end = ends.get(trx)
  end?.after.push(() => work(end.database))
}
