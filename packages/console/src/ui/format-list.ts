import { getLocale } from './locale.ts'

/** Joins parts the way the console's language does: `Name, Number, and Status`, or `Name, Number, or Status`. */
export function formatList(parts: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(getLocale(), { type }).format(parts)
}
