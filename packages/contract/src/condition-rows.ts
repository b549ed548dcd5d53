import type { AllOf, AnyOf, Condition, Test, TimeTest } from './rule-condition.ts'

/** One line of a condition. One that is only begun has no values, or empty times. */
export type ConditionRow = Test | TimeTest

/** Lines that stand together in a group; the word that joins them is the one that does not join the group to others. */
export interface RowGroup {
  kind: 'and' | 'or'
  of: readonly ConditionRow[]
}

/** A condition as lines and groups of lines, all joined by one word. `writeCondition` writes it. */
export interface ConditionRows {
  kind: 'and' | 'or'
  of: readonly (ConditionRow | RowGroup)[]
}

/** A condition as rows; undefined when it is nested deeper than groups of lines. */
export function rowsOf(condition: Condition | undefined): ConditionRows | undefined {
  if (!condition) return { kind: 'and', of: [] }
  if (!isJoined(condition)) return { kind: 'and', of: [condition] }
  const parts = flattened(condition).map((part) => (isJoined(part) ? { kind: part.kind, of: flattened(part) } : part))
  const isShallow = parts.every((part) => part.kind === 'test' || part.kind === 'time' || part.of.every(isRow))
  return isShallow ? { kind: condition.kind, of: parts as ConditionRows['of'] } : undefined
}

/** The word that joins the lines of a group among lines that are joined by the other. */
export function otherJoin(kind: 'and' | 'or'): 'and' | 'or' {
  return kind === 'and' ? 'or' : 'and'
}

/** What is joined by the same word in one another is one list. */
function flattened({ kind, of }: AllOf | AnyOf): readonly Condition[] {
  return of.flatMap((part) => (isJoined(part) && part.kind === kind ? flattened(part) : [part]))
}

function isJoined(condition: Condition): condition is AllOf | AnyOf {
  return condition.kind === 'and' || condition.kind === 'or'
}

function isRow(condition: Condition): condition is ConditionRow {
  return !isJoined(condition)
}
