import { getLocale } from './locale.ts'

/** `Name, Number, and Status`, as the console's language puts them together. */
export function formatList(parts: readonly string[]): string {
  return new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(parts)
}
