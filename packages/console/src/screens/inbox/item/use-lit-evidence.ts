import { useMemo, useState } from 'react'

export interface Lighting {
  /** The place of the evidence that is pointed at, in the panel or in the mail. */
  lit?: number
  setLit: (place: number | undefined) => void
  /** The place that somebody asked to see in the mail, and how often: asking again shows it again. */
  asked?: { place: number; count: number }
  ask: (place: number) => void
}

/** Which value is pointed at, shared by the panel and the mail, so that each lights the other. */
export function useLitEvidence(): Lighting {
  const [lit, setLit] = useState<number>()
  const [asked, setAsked] = useState<Lighting['asked']>()
  return useMemo(
    () => ({
      lit,
      setLit,
      asked,
      ask: (place) => setAsked((last) => ({ place, count: (last?.count ?? 0) + 1 })),
    }),
    [lit, asked],
  )
}
