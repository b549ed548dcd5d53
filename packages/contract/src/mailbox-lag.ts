import { isMailProvider } from './mail-providers.ts'

/** What is saved of how a mailbox does, with times as ISO. */
interface MailboxTimes {
  service: string
  updatedAt: string
  checkedAt: string | null
  behindSince: string | null
}

/** A mailbox is read every minute, and that is saved every five. One that a provider calls for waits for the next message. */
const lateMs = 10 * 60_000

/**
 * Returns since when a mailbox in use is behind, if it is: the oldest message that is known to wait arrived then, reading
 * began to fail, or nothing has looked since. Its lag is the time from then on.
 */
export function mailboxBehindSince(
  { service, updatedAt, checkedAt, behindSince }: MailboxTimes,
  now: Date,
): { since: string; isUnread: boolean } | undefined {
  const looked = checkedAt ?? updatedAt
  const isUnread = !isMailProvider(service) && now.getTime() - Date.parse(looked) > lateMs
  const since = behindSince ?? (isUnread ? looked : null)
  return since === null ? undefined : { since, isUnread }
}

/** Returns a lag in its largest whole unit, at least a minute. */
export function lagOf(since: string, now: Date): { count: number; unit: 'minute' | 'hour' | 'day' } {
  const minutes = Math.max(Math.floor((now.getTime() - Date.parse(since)) / 60_000), 1)
  if (minutes < 120) return { count: minutes, unit: 'minute' }
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? { count: hours, unit: 'hour' } : { count: Math.floor(hours / 24), unit: 'day' }
}
