import { type NavLink, settingsLink, useNavEntries } from './nav-plan.ts'

/** The palette's shortcut as written on this machine's keyboard. */
export const paletteKey = /Mac|iP(hone|ad)/.test(globalThis.navigator?.userAgent ?? '') ? '⌘ K' : 'Ctrl K'

/** A letter after `g` goes to a page: the first letter of its name, or the next free one. */
const letters: Readonly<Record<string, string>> = {
  d: '/dashboard',
  i: '/inbox-items',
  n: '/ecfx-notification',
  o: '/documents',
  c: '/cases',
  m: '/matters',
  l: '/clients',
  t: '/timekeepers',
  j: '/judges',
  r: '/notification-rule',
  s: '/storage-policies',
  e: '/event-logs',
  u: '/users',
  f: '/firm-information',
  // As the settings of other programs.
  ',': settingsLink.route,
}

/** Returns the role's pages that have a letter. */
export function useGoKeys(): readonly { letter: string; entry: NavLink }[] {
  const entries: readonly NavLink[] = [...useNavEntries(), settingsLink]
  return Object.entries(letters).flatMap(([letter, route]) => {
    const entry = entries.find((known) => known.route === route)
    return entry ? [{ letter, entry }] : []
  })
}
