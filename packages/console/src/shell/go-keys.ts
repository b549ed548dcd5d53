import type { Role } from '@courtcrier/contract/access.ts'
import { type NavEntry, navigationOf } from './nav-plan.ts'

/** After `g` a letter goes to a page: the first of its name, or the next that is free. */
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
}

/** The pages of the role that have a letter. */
export function goKeysOf(role: Role): readonly { letter: string; entry: NavEntry }[] {
  const entries = navigationOf(role).flatMap((section) => section.entries)
  return Object.entries(letters).flatMap(([letter, route]) => {
    const entry = entries.find((known) => known.route === route)
    return entry ? [{ letter, entry }] : []
  })
}
