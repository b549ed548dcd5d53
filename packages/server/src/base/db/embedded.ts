import { statfsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import { DatabaseAwayError } from './away.ts'
import { type OutageRecord, recordOutages } from './outage.ts'
import { type PGliteLike, withPreparedStatements } from './prepared-pglite.ts'

/** The embedded database, under handles that stay when it has to be opened anew. */
export interface Embedded {
  pglite: PGlite
  /** For Kysely: the same with statements prepared. */
  prepared: PGliteLike
  outage: OutageRecord
  close: () => Promise<void>
}

/** Less room than this on its disk and the database would panic again while it recovers. In bytes. */
const roomToOpen = 24 * 1024 * 1024
const tryEveryMs = 500

interface Opened {
  pglite: PGlite
  prepared: PGliteLike
}

/**
 * Opens the embedded database, and again when it panicked: PostgreSQL ends itself when it cannot write its log or a
 * checkpoint, as on a full disk. What was committed is in its log, and everything that was under way is told that the
 * database is away.
 */
export async function openEmbedded(open: () => Promise<PGlite>, folder: string | undefined): Promise<Embedded> {
  const outage = recordOutages()
  const listening = new Map<string, (payload: string) => void>()
  let isClosed = false
  let reopening: Promise<void> | undefined
  const openOnce = async (): Promise<Opened> => {
    const pglite = await open()
    const opened = { pglite, prepared: withPreparedStatements(pglite) }
    endAtPanic(pglite, () => {
      outage.begin('the embedded database ended itself, most likely for want of room on its disk')
      reopening ??= reopen().finally(() => {
        reopening = undefined
      })
    })
    return opened
  }
  let current = await openOnce()
  const reopen = async () => {
    closeFiles(current.pglite)
    while (!isClosed) {
      await pause(tryEveryMs)
      const opened = hasRoom(folder) ? await openOnce().catch(() => undefined) : undefined
      if (!opened) continue
      for (const [channel, receive] of listening) await opened.pglite.listen(channel, receive)
      current = opened
      outage.end()
      return
    }
  }
  const listen: PGlite['listen'] = async (channel, receive) => {
    listening.set(channel, receive)
    await current.pglite.listen(channel, receive)
    return async () => {
      listening.delete(channel)
      await current.pglite.unlisten(channel).catch(() => undefined)
    }
  }
  return {
    pglite: facade<PGlite>(() => current.pglite, { listen }),
    prepared: facade<PGliteLike>(() => current.prepared, { transaction: beginAlways(() => current.prepared) }),
    outage,
    close: async () => {
      isClosed = true
      await reopening
      if (!current.pglite.closed && !outage.current()) await current.pglite.close()
    },
  }
}

/** Hands every use on to what is open now. */
function facade<T extends object>(get: () => T, own: Partial<T>): T {
  return new Proxy({} as T, {
    get: (_, key) => {
      if (key in own) return own[key as keyof T]
      const target = get()
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/**
 * Kysely waits for the beginning of a transaction, and for good where it does not come: one that cannot begin does, and
 * all that is asked in it is refused.
 */
function beginAlways(get: () => PGliteLike): PGliteLike['transaction'] {
  const begin = async (work: (trx: Transaction) => Promise<unknown>) => {
    let hasBegun = false
    try {
      return await get().transaction((trx) => {
        hasBegun = true
        return work(trx)
      })
    } catch (error) {
      if (!hasBegun) await work({ query: () => Promise.reject(error) } as unknown as Transaction)
      throw error
    }
  }
  return begin as PGliteLike['transaction']
}

function hasRoom(folder: string | undefined): boolean {
  if (folder === undefined) return true
  const { bavail, bsize, blocks } = statfsSync(folder)
  return bavail * bsize >= Math.min(roomToOpen, (blocks * bsize) / 5)
}

/** The parts of PGlite's WebAssembly module that a panic goes through. */
interface Program {
  _PostgresMainLoopOnce: () => void
  stackRestore: (stack: number) => void
  _PostgresSendReadyForQueryIfNecessary: () => void
  _pgl_pq_flush: () => void
  FS: { streams: unknown[]; close: (stream: unknown) => void }
}

interface Inside {
  mod: Program
  POSTGRES_MAIN_LONGJMP: number
  execProtocolRawSync: (message: Uint8Array) => Uint8Array
}

/**
 * As shipped PGlite takes the end of PostgreSQL for an error of one statement: the next one is answered with nothing,
 * as if it had been done, and the one after that never returns. Here the statement that met it and all that follow are
 * refused.
 */
function endAtPanic(pglite: PGlite, onPanic: () => void): void {
  const inside = pglite as unknown as Inside
  const program = inside.mod
  const { _PostgresMainLoopOnce: runOnce, stackRestore } = program
  const { _PostgresSendReadyForQueryIfNecessary: sendReady, _pgl_pq_flush: flush } = program
  const exec = inside.execProtocolRawSync.bind(pglite)
  let ended: { cause: unknown } | undefined
  const refusal = () => new DatabaseAwayError('The embedded database ended itself.', ended)
  program._PostgresMainLoopOnce = () => {
    try {
      runOnce()
    } catch (cause) {
      const isLongJump = (cause as { status?: number }).status === inside.POSTGRES_MAIN_LONGJMP
      if (!isLongJump && !ended) {
        ended = { cause }
        queueMicrotask(onPanic)
      }
      throw cause
    }
  }
  // It is called where the error is caught, which would go on with a program that has ended.
  program.stackRestore = (stack) => {
    if (ended) throw refusal()
    stackRestore(stack)
  }
  program._PostgresSendReadyForQueryIfNecessary = () => {
    if (!ended) sendReady()
  }
  program._pgl_pq_flush = () => {
    if (!ended) flush()
  }
  inside.execProtocolRawSync = (message) => {
    if (ended) throw refusal()
    return exec(message)
  }
}

/** The files of a program that has ended, which nothing else would close. */
function closeFiles(pglite: PGlite): void {
  const { FS } = (pglite as unknown as Inside).mod
  for (const stream of FS.streams) {
    try {
      if (stream) FS.close(stream)
    } catch {
      // It was closed, or was never one of the disk's.
    }
  }
}
