import { dropStored } from '../ui/stored.ts'

/** What is kept of a log-in: everything else of this browser can go without anybody being logged out. */
const kept = new Set(['session'])

/** Removes what this browser keeps: layouts, drafts, recent things, look, call logs. The log-in stays. */
export function clearLocalData(): void {
  dropStored('local', (name) => !kept.has(name))
  dropStored('session', () => true)
}

/** Under what the recent choices of a person are kept. */
export function recentName(userId: string): string {
  return `${recentPrefix}${userId}`
}

/** Drops the recent choices of everybody but the person: they hold titles of records. */
export function dropRecent({ except }: { except?: string } = {}): void {
  dropStored('local', (name) => name.startsWith(recentPrefix) && name !== recentName(except ?? ''))
}

const recentPrefix = 'recent.'
