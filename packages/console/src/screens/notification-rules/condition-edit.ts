import { type ConditionRow, type ConditionRows, otherJoin, type RowGroup } from '@courtcrier/contract/condition-rows.ts'
import { type ConditionField, conditionFields, conditionRecords } from '@courtcrier/contract/rule-facts.ts'

/** The position of a line: among lines and groups, and within its group. */
export type RowPath = readonly [number] | readonly [number, number]

/** Fields a line can start with. */
export const rowFields = [...(Object.keys(conditionFields) as ConditionField[]), 'time'] as const
type RowField = (typeof rowFields)[number]

const blankRow = { kind: 'test', field: 'court', operator: 'is', values: [] } as const

/** Adds a line at the end, or at the end of a group. */
export function withNewRow(rows: ConditionRows, group?: number): ConditionRows {
  if (group === undefined) return { ...rows, of: [...rows.of, blankRow] }
  return inGroup(rows, group, (of) => [...of, blankRow])
}

/** Adds a group with one line. */
export function withNewGroup(rows: ConditionRows): ConditionRows {
  return { ...rows, of: [...rows.of, { kind: otherJoin(rows.kind), of: [blankRow] }] }
}

export function withRow(rows: ConditionRows, [at, inner]: RowPath, row: ConditionRow): ConditionRows {
  if (inner === undefined) return { ...rows, of: rows.of.with(at, row) }
  return inGroup(rows, at, (of) => of.with(inner, row))
}

/** Removes a line, and its group if it was the last one. */
export function withoutRow(rows: ConditionRows, [at, inner]: RowPath): ConditionRows {
  const others = { ...rows, of: rows.of.toSpliced(at, 1) }
  if (inner === undefined) return others
  const left = inGroup(rows, at, (of) => of.toSpliced(inner, 1))
  const group = left.of[at]
  return group && isGroup(group) && group.of.length === 0 ? others : left
}

/** Joins by the other word; the groups, which use the opposite, change as well. */
export function joinedBy(rows: ConditionRows, kind: 'and' | 'or'): ConditionRows {
  return { kind, of: rows.of.map((part) => (isGroup(part) ? { ...part, kind: otherJoin(kind) } : part)) }
}

/** Changes the field of a line. Values stay only if they can mean the same: a court's name isn't a judge's. */
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
