import { type ConditionRow, type ConditionRows, otherJoin, type RowGroup } from '@courtcrier/contract/condition-rows.ts'
import { type ConditionField, conditionFields, conditionRecords } from '@courtcrier/contract/rule-facts.ts'

/** Where a line stands: among the lines and groups, and in its group. */
export type RowPath = readonly [number] | readonly [number, number]

/** What a line can begin with. */
export const rowFields = [...(Object.keys(conditionFields) as ConditionField[]), 'time'] as const
type RowField = (typeof rowFields)[number]

const blankRow = { kind: 'test', field: 'court', operator: 'is', values: [] } as const

/** With a line added at the end, or at the end of a group. */
export function withNewRow(rows: ConditionRows, group?: number): ConditionRows {
  if (group === undefined) return { ...rows, of: [...rows.of, blankRow] }
  return inGroup(rows, group, (of) => [...of, blankRow])
}

/** With a group that has one line. */
export function withNewGroup(rows: ConditionRows): ConditionRows {
  return { ...rows, of: [...rows.of, { kind: otherJoin(rows.kind), of: [blankRow] }] }
}

export function withRow(rows: ConditionRows, [at, inner]: RowPath, row: ConditionRow): ConditionRows {
  if (inner === undefined) return { ...rows, of: rows.of.with(at, row) }
  return inGroup(rows, at, (of) => of.with(inner, row))
}

/** Without a line; a group that has none left goes with its last. */
export function withoutRow(rows: ConditionRows, [at, inner]: RowPath): ConditionRows {
  const others = { ...rows, of: rows.of.toSpliced(at, 1) }
  if (inner === undefined) return others
  const left = inGroup(rows, at, (of) => of.toSpliced(inner, 1))
  const group = left.of[at]
  return group && isGroup(group) && group.of.length === 0 ? others : left
}

/** Joined by the other word; the groups, which differ from that, turn as well. */
export function joinedBy(rows: ConditionRows, kind: 'and' | 'or'): ConditionRows {
  return { kind, of: rows.of.map((part) => (isGroup(part) ? { ...part, kind: otherJoin(kind) } : part)) }
}

/** The line about something else. Values stay only where they can mean the same: a court's name is no judge's. */
export function aboutField(row: ConditionRow, field: RowField): ConditionRow {
  if (field === 'time') return { kind: 'time', from: '', to: '' }
  if (row.kind === 'time') return { ...blankRow, field }
  const isRecord = conditionRecords[field] ?? conditionRecords[row.field]
  return { ...row, field, values: isRecord ? [] : row.values }
}

export function isGroup(part: ConditionRow | RowGroup): part is RowGroup {
  return part.kind === 'and' || part.kind === 'or'
}

function inGroup(
  rows: ConditionRows,
  at: number,
  change: (of: readonly ConditionRow[]) => readonly ConditionRow[],
): ConditionRows {
  return {
    ...rows,
    of: rows.of.map((part, index) => (index === at && isGroup(part) ? { ...part, of: change(part.of) } : part)),
  }
}
