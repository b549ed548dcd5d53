import { dropStored } from '../ui/stored.ts'

/** Keys that belong to a login: everything else can be removed without logging anyone out. */
const kept = new Set(['session'])

/** Removes what this browser stores: layouts, drafts, recent choices, appearance, call logs. The login stays. */
export function clearLocalData(): void {
  dropStored('local', (name) => !kept.has(name))
  dropStored('session', () => true)
}

/** Returns the storage key of a user's recent choices. */
export function recentName(userId: string): string {
  return `${recentPrefix}${userId}`
}

/** Drops the recent choices of everyone else: they contain titles of records. */
export function dropRecent({ except }: { except?: string } = {}): void {
  dropStored('local', (name) => name.startsWith(recentPrefix) && name !== recentName(except ?? ''))
}

const recentPrefix = 'recent.'
