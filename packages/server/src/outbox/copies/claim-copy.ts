import type { Problem } from '@courtcrier/connectors/connector.ts'
import type { Trx } from '../../base/db/database.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import { stopBegunCopy } from '../stop-with-item.ts'
import { type CopyPlace, claimPath, copyPlace } from './copy-path.ts'
import { type CopyRow, findCopy, placeOf, type Question } from './copy-row.ts'
import { whyNotSaved } from './directed-copy.ts'
import { startCopy, startCopyAt } from './start-copy.ts'

/** A copy that was started, or why it can't be saved. */
export type ClaimedCopy = CopyRow & (PlacedAt | Problem)

interface PlacedAt {
  place: CopyPlace
  /** The path claimed for it. */
  at: string
}

export type PlacedCopy = CopyRow & PlacedAt

/**
 * Marks a copy as started, claims its path and reads what saving it needs; undefined if there is nothing to save. A copy
 * without a path is marked by the write that takes one.
 */
export async function claimCopy(trx: Trx, jobs: JobQueue, key: Question): Promise<ClaimedCopy | undefined> {
  const row = await findCopy(trx, key)
  if (!row) return undefined
  const { firmId, id, path, store } = row
  const started = { firmId, id, lease: key.lease }
  const isMarked = row.attempts > 1 || path !== null
  if (isMarked) await startCopy(trx, started)
  if (row.attempts > 1 && (await stopBegunCopy(trx, jobs, row))) return undefined
  const found = await findPlace(trx, row)
  if ('problem' in found) {
    if (!isMarked) await startCopy(trx, started)
    return { ...row, ...found }
  }
  const claim = { place: found.place, where: placeOf(store) }
  // An earlier attempt may have written to the path it claimed, so that path stays, whatever the policy says now. In
  // another DMS, which the policy may have got since, no one did, and another copy may have the path.
  if (path !== null && (row.claimedIn ?? claim.where) === claim.where) return { ...row, ...found, at: path }
  const at = isMarked
    ? (await claimPath(trx, { firmId, copyId: id, ...claim })).path
    : await startCopyAt(trx, { ...started, ...claim })
  return { ...row, ...found, at }
}

async function findPlace(trx: Trx, row: CopyRow): Promise<{ place: CopyPlace } | Problem> {
  const why = await whyNotSaved(trx, row)
  if (why) return rejected(`Not saved to the DMS: ${why}`)
  const found = copyPlace(row.policy, row)
  return 'problem' in found ? rejected(found.problem) : found
}

function rejected(sentence: string): Problem {
  return { problem: 'rejected', sentence }
}
