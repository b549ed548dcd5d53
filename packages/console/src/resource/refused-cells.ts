import { useState } from 'react'
import type { CellPlace } from './cell-editing.ts'

/** What was entered in a cell, and why it isn't saved. */
export interface Refusal {
  value: unknown
  problem: string
}

/** The refusals of a table, by record and column. */
export type RefusedCells = Readonly<Record<string, Readonly<Record<string, Refusal>>>>

/** Returns the refusals with this one; without it, the cell's refusal is forgotten. */
export function withRefusal(cells: RefusedCells, { id, key }: CellPlace, refusal?: Refusal): RefusedCells {
  const { [key]: former, ...others } = cells[id] ?? {}
  if (!refusal && !former) return cells
  return { ...cells, [id]: refusal ? { ...others, [key]: refusal } : others }
}

/** Keeps what couldn't be saved in its cell, so that it can be corrected. */
export function useRefusedCells() {
  const [refused, setRefused] = useState<RefusedCells>({})
  const refuse = (place: CellPlace, refusal?: Refusal) => setRefused((known) => withRefusal(known, place, refusal))
  return { refused, refuse }
}
