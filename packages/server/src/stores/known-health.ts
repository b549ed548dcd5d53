/** A credential's health when its copies were picked up. */
export interface KnownHealth {
  firmId: number
  credentialId: string
  name: string
  health: string
  checkedAt: Date | null
  /** What is known of its DMS, if that doesn't answer. */
  outage?: StoreOutage | null | undefined
  /** Which of its settings they were tried with (`StoreKey`). */
  version?: string
}

/** What is known of a DMS that doesn't answer. Times are ISO 8601, by the database's clock. */
export interface StoreOutage {
  /** How often in a row it didn't answer. */
  failures: number
  since: string
  /** What was found the last time. */
  reason: string
  /** When it is tried again with one copy; absent until all of its copies wait for that. */
  nextAt?: string
  /** When `nextAt` was reckoned: a time ahead is of a clock that has since been set back. */
  reckonedAt?: string
}
