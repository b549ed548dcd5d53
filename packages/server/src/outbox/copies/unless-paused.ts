import type { Problem, Stored } from '@courtcrier/connectors/connector.ts'
import { withFirmAtWork } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { backOff } from '../../notices/back-off.ts'
import type { KnownHealth } from '../../stores/known-health.ts'
import { isOut, noteAnswered, noteUnanswered, pausedSentence, waitForTry } from '../../stores/outage.ts'

/** The result of trying to save a copy. */
export type CopyResult = (Omit<Stored, 'link'> & { path: string; link: string | undefined }) | Problem | CopyWait

/** It must wait before it can be saved. */
export interface CopyWait {
  waitMs: number
  sentence: string
  waitsFor: 'folder' | 'answer'
}

/** The wait between two tries doubles up to this many times the first one: a quarter of an hour as shipped. */
const longestWait = 15

/** Saves a copy, unless its DMS is paused because it doesn't answer. */
export type UnlessPaused = (store: KnownHealth, save: () => Promise<CopyResult>) => Promise<CopyResult>

/**
 * Pauses each DMS that doesn't answer several times in a row: its copies wait without being tried, except one at a time,
 * and go on as soon as that one is answered.
 */
export function openPauses({ database, config }: Pick<Services, 'database' | 'config'>): UnlessPaused {
  const firstMs = config.retrySeconds * 1000
  const waitOf = (attempt: number) => Math.min(backOff(attempt, firstMs), longestWait * firstMs)
  // What hangs for one document while others are answered is no outage.
  const answeredAt = new Map<string, number>()
  return async (store, save) => {
    const { firmId, credentialId } = store
    const isTry = isOut(store.outage)
    const paused = isTry && (await withFirmAtWork(database, firmId, (trx) => waitForTry(trx, store, waitOf)))
    if (paused) return { ...paused, waitsFor: 'answer' }
    const began = performance.now()
    const result = await save()
    if ('problem' in result && (result.isUntried || result.isUnclear)) return result
    if (!('problem' in result && result.isUnanswered)) {
      answeredAt.set(credentialId, performance.now())
      if (store.outage) await withFirmAtWork(database, firmId, (trx) => noteAnswered(trx, store))
      return result
    }
    if ((answeredAt.get(credentialId) ?? 0) > began) return result
    const found = { reason: result.sentence, tookMs: performance.now() - began, isTry, waitOf }
    const unanswered = await withFirmAtWork(database, firmId, (trx) => noteUnanswered(trx, store, found))
    return unanswered ? { ...unanswered, waitsFor: 'answer' } : result
  }
}

/** What a copy says that waits for its turn at a paused DMS; undefined at any other. */
export function whyPaused({ name, outage }: KnownHealth): string | undefined {
  return isOut(outage) ? pausedSentence(name, outage) : undefined
}
