import { rowFromJson } from '@courtcrier/contract/json.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { apiGet } from '../../session/api.ts'

export const lineKinds = ['received', 'history', 'delivery', 'copy', 'event'] as const
export type LineKind = (typeof lineKinds)[number]

/** One thing that happened to a notice; what is in `row` depends on its kind. */
export interface TrailLine {
  kind: LineKind
  at: string
  row: AnyRow
}

export interface Trail {
  filing?: AnyRow
  lines: readonly TrailLine[]
}

/** One notice from end to end, found by one of its records. */
export async function fetchTrail(entity: string, id: string, signal?: AbortSignal): Promise<Trail> {
  const path = `/api/v1/trail/${encodeURIComponent(entity)}/${encodeURIComponent(id)}`
  const { filing, lines } = await apiGet<{ filing: AnyRow | null; lines: AnyRow[] }>(path, { signal })
  return { ...(filing ? { filing: rowFromJson(filing) } : {}), lines: lines.flatMap(lineFrom) }
}

const contents: Readonly<Record<LineKind, string>> = {
  received: 'item',
  history: 'step',
  delivery: 'delivery',
  copy: 'copy',
  event: 'event',
}

/** A newer server may tell of something that this console does not know. */
function lineFrom({ kind, at, ...rest }: AnyRow): TrailLine[] {
  const known = lineKinds.find((each) => each === kind)
  return known ? [{ kind: known, at: String(at), row: rowFromJson((rest[contents[known]] ?? {}) as AnyRow) }] : []
}
