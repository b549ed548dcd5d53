import type { AllOf, AnyOf, Condition, Test, TimeTest } from './rule-condition.ts'

/** One line of a condition. An incomplete line has no values, or empty times. */
export type ConditionRow = Test | TimeTest

/** Lines in a group; they are joined by the opposite of the word that joins groups. */
export interface RowGroup {
  kind: 'and' | 'or'
  of: readonly ConditionRow[]
}

/** A condition as lines and groups of lines, all joined by one word. `writeCondition` writes it. */
export interface ConditionRows {
  kind: 'and' | 'or'
  of: readonly (ConditionRow | RowGroup)[]
}

/** Returns a condition as rows; undefined when it is nested deeper than groups of lines. */
export function rowsOf(condition: Condition | undefined): ConditionRows | undefined {
  if (!condition) return { kind: 'and', of: [] }
  if (!isJoined(condition)) return { kind: 'and', of: [condition] }
  const parts = flattened(condition).map((part) => (isJoined(part) ? { kind: part.kind, of: flattened(part) } : part))
  const isShallow = parts.every((part) => part.kind === 'test' || part.kind === 'time' || part.of.every(isRow))
  return isShallow ? { kind: condition.kind, of: parts as ConditionRows['of'] } : undefined
}

/** Returns which part of a line is missing; undefined for a complete line. */
export function gapOf(row: ConditionRow): 'values' | 'from' | 'to' | undefined {
  if (row.kind === 'test') return row.values.length === 0 ? 'values' : undefined
  if (row.from === '') return 'from'
  return row.to === '' ? 'to' : undefined
}

/** Returns whether a line of the condition lacks a part. */
export function hasGaps(condition: Condition | undefined): boolean {
  if (!condition) return false
  return isJoined(condition) ? condition.of.some(hasGaps) : gapOf(condition) !== undefined
}

/** Returns the word that joins a group's lines when lines outside are joined by the given one. */
export function otherJoin(kind: 'and' | 'or'): 'and' | 'or' {
  return kind === 'and' ? 'or' : 'and'
}

/** Flattens nested lists joined by the same word into one. */
function flattened({ kind, of }: AllOf | AnyOf): readonly Condition[] {
  return of.flatMap((part) => (isJoined(part) && part.kind === kind ? flattened(part) : [part]))
}

function isJoined(condition: Condition): condition is AllOf | AnyOf {
  return condition.kind === 'and' || condition.kind === 'or'
}

function isRow(condition: Condition): condition is ConditionRow {
  return !isJoined(condition)
}
