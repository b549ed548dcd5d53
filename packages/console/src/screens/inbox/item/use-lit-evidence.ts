import { useMemo, useState } from 'react'

export interface Lighting {
  /** The evidence under the pointer, in the panel or in the email. */
  lit?: number
  setLit: (place: number | undefined) => void
  /** The requested position in the email, and a counter, so that requesting it again scrolls again. */
  asked?: { place: number; count: number }
  ask: (place: number) => void
}

/** Tracks the value under the pointer for both the panel and the email, so that each highlights the other's. */
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
