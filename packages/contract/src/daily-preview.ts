/**
 * What the daily message of a preview tells of: what waits for it, what its reader was told of lately, what the firm
 * was, or made-up filings.
 */
export const previewSources = ['waiting', 'told', 'firm', 'sample'] as const
export type PreviewSource = (typeof previewSources)[number]

/** `/api/v1/timekeeper_group/{id}/daily-preview` */
export interface DailyPreview {
  person: PreviewPerson
  /** Of whom the group's messages can be looked at. */
  people: readonly PreviewPerson[]
  source: PreviewSource
  /** How many filings a wall keeps from the person. */
  withheld: number
  subject: string
  /** The mail; what the firm's template holds is not to be trusted. */
  html: string
  cadence: string
  /** When the next one is sent, as an ISO time … */
  at: string
  /** … and the zone whose clock it goes by. */
  time_zone: string
  /** The firm's template that makes it; null for Courtcrier's own. */
  template: string | null
  /** Why that template could not be used. */
  problem: string | null
}

interface PreviewPerson {
  id: string
  name: string
}
