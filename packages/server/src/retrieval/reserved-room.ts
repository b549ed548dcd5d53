import { randomFillSync } from 'node:crypto'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Room on a disk that is given up for answers which are arriving when the disk fills up. */
export interface ReservedRoom {
  /** Takes the room again if it was given up. Throws the system's error if the disk is full. */
  keep: () => void
  /** Gives the room up; false if it was given up already. */
  giveUp: () => boolean
}

/** As much as the documents take that arrive in one moment, in bytes. */
const reservedBytes = 8 * 1024 * 1024

/**
 * Reserves room in a folder by a file, which all processes share.
 *
 * Whether there is room is asked before a link is opened; but a disk may fill up while the court answers, and a court
 * serves a link only once.
 */
export function openReservedRoom(folder: string): ReservedRoom {
  const file = join(folder, 'reserve')
  const isKept = () => statSync(file, { throwIfNoEntry: false })?.size === reservedBytes
  return {
    keep: () => {
      // Not zeros, for which some file systems take no room.
      if (!isKept()) writeFileSync(file, randomFillSync(Buffer.allocUnsafe(reservedBytes)), { mode: 0o600 })
    },
    giveUp: () => {
      if (statSync(file, { throwIfNoEntry: false }) === undefined) return false
      rmSync(file, { force: true })
      return true
    },
  }
}
