/** A past notice as a trial shows it. */
export interface Tried {
  /** The inbox item. */
  id: string
  title: string
  at: string
  /** What happened to it. */
  did: string | null
  /** What would have happened to it. */
  would: string | null
}
