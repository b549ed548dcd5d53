import { isLongerThan, isPlainText } from './fields/string-kinds.ts'
import { isTimeZone } from './fields/time-zone.ts'
import { pageLimits } from './page-limits.ts'
import type { AnyRow } from './resource.ts'

/** What a filter asks of its field. */
export type Condition = { in: readonly string[] } | { contains: string } | { isEmpty: boolean } | RangeCondition

/** Both ends are included. */
export interface RangeCondition {
  from?: string
  to?: string
  /**
   * For a timestamp: matches only this hour of the day, 0 to 23, in this time zone; neither is given without the other.
   */
  hour?: number
  zone?: string
}

/** Reads the condition of a filter as it was sent; values are texts, whatever their field is. */
export function readCondition({ field: _, ...given }: AnyRow): Condition | { code: string } {
  const names = Object.keys(given)
  // An unknown part must not be dropped: the answer would contain more than was requested.
  if (!shapes.some((shape) => names.length > 0 && names.every((name) => shape.includes(name)))) return notOne
  if ('hour' in given !== 'zone' in given) return notOne
  for (const name of names) {
    const code = codeOf(name, given[name])
    if (code !== undefined) return { code }
  }
  return given as unknown as Condition
}

/** The parts that are given together. */
const shapes: readonly (readonly string[])[] = [['in'], ['contains'], ['isEmpty'], ['from', 'to', 'hour', 'zone']]
const notOne = { code: 'not_condition' }

function codeOf(name: string, value: unknown): string | undefined {
  if (name === 'isEmpty') return typeof value === 'boolean' ? undefined : 'not_boolean'
  if (name === 'hour') return codeOfHour(value)
  if (name === 'in') return codeOfList(value)
  const code = codeOfText(value)
  if (code !== undefined) return code
  if (name === 'zone') return isTimeZone(value as string) ? undefined : 'not_zone'
  return name === 'contains' && isLongerThan(value as string, pageLimits.freeText)
    ? `too_long:${pageLimits.freeText}`
    : undefined
}

function codeOfList(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'not_list'
  if (value.length > pageLimits.values) return `too_many:${pageLimits.values}`
  return value.map(codeOfText).find((code) => code !== undefined)
}

function codeOfHour(value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'not_integer'
  if (value < 0) return 'too_small:0'
  return value > 23 ? 'too_large:23' : undefined
}

function codeOfText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return `not_quoted:${value}`
  if (typeof value !== 'string') return 'not_text'
  return isPlainText(value) ? undefined : 'control_characters'
}
