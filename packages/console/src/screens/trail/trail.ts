import { type TrailLine as Line, readTrail, trailStarts } from '@courtcrier/contract/calls/filings.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { ask } from '../../session/ask.ts'

export const lineKinds = ['received', 'history', 'delivery', 'copy', 'event'] as const
export type LineKind = (typeof lineKinds)[number]

/** One event of a notice; the type of `row` depends on its kind. */
export interface TrailLine {
  kind: LineKind
  at: string
  row: AnyRow
}

export interface Trail {
  filing?: AnyRow
  lines: readonly TrailLine[]
}

/** Fetches one notice from end to end, found by one of its records. */
export async function fetchTrail(entity: string, id: string, signal?: AbortSignal): Promise<Trail> {
  const start = trailStarts.find(({ name }) => name === entity)
  if (!start) throw new Error(`No notice is found by a record of the kind ${entity}.`)
  const { filing, lines } = await ask(readTrail(start), { id }, { signal })
  return { ...(filing ? { filing } : {}), lines: lines.flatMap(lineFrom) }
}

/** A newer server may send kinds this console doesn't know. */
function lineFrom({ kind, at, item, step, delivery, copy, event }: Line): TrailLine[] {
  const known = lineKinds.find((each) => each === kind)
  return known ? [{ kind: known, at, row: item ?? step ?? delivery ?? copy ?? event ?? {} }] : []
}
