import { ApiError } from '@courtcrier/contract/errors.ts'
import { openFairTurns } from '@courtcrier/lib/fair-turns.ts'
import type { Caller } from '../../records/caller.ts'

/**
 * A message of 64 MB is in memory several times while it is read, on the thread that also reads incoming mail. So only a
 * few are read for people at a time, however many ask.
 */
const turns = openFairTurns({ atOnce: 3, mostWaiting: 500, whenFull: () => new ApiError('too_many_requests') })

/** Reads a message for a person, in the person's turn. Throws `too_many_requests` when too many wait. */
export function inMessageTurn<T>({ firmId, userId }: Caller, read: () => Promise<T>): Promise<T> {
  return turns.run([String(firmId), userId], read)
}
