import type { LinkState } from '../../base/lib/link.ts'

/** How this process's mailboxes and mail servers do. */
export interface MailLinks {
  mailboxes: readonly LinkState[]
  senders: readonly LinkState[]
}

/** A mailbox or mail server, as /healthz shows it to readers of the metrics. */
export interface ShownLink {
  name: string
  problem: string | null
  last_success: string | null
  last_error: { at: string; sentence: string } | null
  lag_seconds: number
}

/** What /healthz adds for readers of the metrics. It names accounts and servers, so no one else sees it. */
export function healthDetail({ mailboxes, senders }: MailLinks): Record<keyof MailLinks, readonly ShownLink[]> {
  return { mailboxes: mailboxes.map(shown), senders: senders.map(shown) }
}

function shown({ name, problem, lastSuccess, lastError, lagSeconds }: LinkState): ShownLink {
  return {
    name,
    problem: problem ?? null,
    last_success: lastSuccess?.toISOString() ?? null,
    last_error: lastError ? { at: lastError.at.toISOString(), sentence: lastError.sentence } : null,
    lag_seconds: lagSeconds,
  }
}
