import { useState } from 'react'
import { type HeldRows, holdRows } from './hold-rows.ts'

/** What a search answered, with what tells it from the answer to another one. */
interface Answer<Row> {
  key: string
  rows: readonly Row[]
}

interface Holding<Row> {
  isHeld: boolean
  /** The time by which the newest come first. */
  cameAt: (row: Row) => string
}

/** The answer's rows, or those shown when the hold began, each as it is now. `release` shows what arrived meanwhile. */
export function useHeldRows<Row extends { id?: unknown }>(
  fresh: Answer<Row> | undefined,
  { isHeld, cameAt }: Holding<Row>,
): { held: HeldRows<Row>; release: () => void } {
  const [shown, setShown] = useState({ answer: fresh, rows: fresh?.rows ?? [] })
  const isSame = shown.answer !== undefined && shown.answer.key === fresh?.key
  const held = isHeld && isSame && fresh ? holdRows(shown.rows, fresh.rows, cameAt) : atRest(fresh)
  // Setting state while rendering is React's way to follow a value without drawing the old one first.
  if (shown.answer !== fresh) setShown({ answer: fresh, rows: held.rows })
  else if (!isHeld && shown.rows !== fresh?.rows && fresh) setShown({ answer: fresh, rows: fresh.rows })
  return { held, release: () => setShown({ answer: fresh, rows: fresh?.rows ?? [] }) }
}

function atRest<Row>(fresh: Answer<Row> | undefined): HeldRows<Row> {
  return { rows: fresh?.rows ?? [], arrivals: 0, departures: 0, departedIds: new Set() }
}
