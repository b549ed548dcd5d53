import { statfsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type OutageRecord, recordOutages } from '@courtcrier/lib/outage.ts'
import type { PGlite } from '@electric-sql/pglite'
import { DatabaseAwayError } from './away.ts'
import { type PreparingPGlite, type PreparingTransaction, withPreparedStatements } from './prepared-pglite.ts'

/** The embedded database, behind handles that survive reopening it. */
export interface Embedded {
  pglite: PGlite
  /** For Kysely: the same with statements prepared. */
  prepared: PreparingPGlite
  outage: OutageRecord
  close: () => Promise<void>
}

/** In bytes. With less free disk space than this, the database would panic again while it recovers. */
const roomToOpen = 24 * 1024 * 1024
const tryEveryMs = 500

interface Opened {
  pglite: PGlite
  prepared: PreparingPGlite
}

/**
 * Opens the embedded database, and reopens it after a panic: PostgreSQL ends itself when it can't write its log or a
 * checkpoint, as on a full disk. Committed data is in its log, and everything under way fails with the database being
 * away.
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
      outage.begin('the embedded database shut down, most likely because its disk is full')
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
    prepared: facade<PreparingPGlite>(() => current.prepared, { transaction: beginAlways(() => current.prepared) }),
    outage,
    close: async () => {
      isClosed = true
      await reopening
      if (!current.pglite.closed && !outage.current()) await current.pglite.close()
    },
  }
}

/** Passes every use on to the currently open database. */
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
 * Kysely waits forever for a transaction that doesn't begin: one that can't begin appears to, and every statement in it
 * is refused.
 */
function beginAlways(get: () => PreparingPGlite): PreparingPGlite['transaction'] {
  return async (work) => {
    let hasBegun = false
    try {
      return await get().transaction((trx) => {
        hasBegun = true
        return work(trx)
      })
    } catch (error) {
      const refuse = () => Promise.reject(error)
      if (!hasBegun) await work({ query: refuse, queryPrepared: refuse } satisfies PreparingTransaction)
      throw error
    }
  }
}

function hasRoom(folder: string | undefined): boolean {
  if (folder === undefined) return true
  const { bavail, bsize, blocks } = statfsSync(folder)
  return bavail * bsize >= Math.min(roomToOpen, (blocks * bsize) / 5)
}

/** The parts of PGlite's WebAssembly module involved in a panic. */
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
 * As shipped, PGlite mistakes the end of PostgreSQL for one statement's error: the next statement returns nothing, as
 * if it had succeeded, and the one after that never returns. Here the statement that ran into it and all later ones are
 * refused.
 */
function endAtPanic(pglite: PGlite, onPanic: () => void): void {
  const inside = pglite as unknown as Inside
  const program = inside.mod
  const { _PostgresMainLoopOnce: runOnce, stackRestore } = program
  const { _PostgresSendReadyForQueryIfNecessary: sendReady, _pgl_pq_flush: flush } = program
  const exec = inside.execProtocolRawSync.bind(pglite)
  let ended: { cause: unknown } | undefined
  const refusal = () => new DatabaseAwayError('The embedded database shut down.', ended)
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
  // Called where the error is caught; that code would continue with a program that has ended.
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

/** Closes the files of a program that has ended; nothing else would. */
function closeFiles(pglite: PGlite): void {
  const { FS } = (pglite as unknown as Inside).mod
  for (const stream of FS.streams) {
    try {
      if (stream) FS.close(stream)
    } catch {
      // It was already closed, or was never a file on disk.
    }
  }
}
