import { type KnownLink, type ReportedLink, thisProcess } from '../../base/db/link-reports.ts'

/** How the mailboxes and mail servers of all processes do. */
export interface MailLinks {
  own: () => readonly KnownLink[]
  /** Throws if the database, through which other processes report theirs, can't be read. */
  others: () => Promise<readonly ReportedLink[]>
}

/** A mailbox or mail server, as /healthz shows it to readers of the metrics. */
export interface ShownLink {
  name: string
  process: string
  problem: string | null
  last_success: string | null
  last_error: { at: string; sentence: string } | null
  lag_seconds: number
  reported_at: string
}

/** What /healthz adds for readers of the metrics. It names accounts and servers, so no one else sees it. */
export async function healthDetail({ own, others }: MailLinks): Promise<{
  mailboxes: readonly ShownLink[]
  senders: readonly ShownLink[]
}> {
  const reportedAt = new Date()
  // Without the database, a process knows its own.
  const reported = await others().catch(() => [])
  const all = [...own().map((link) => ({ ...link, process: thisProcess, reportedAt })), ...reported]
  const ofKind = (wanted: KnownLink['kind']) => all.filter(({ kind }) => kind === wanted).map(shownLink)
  return { mailboxes: ofKind('mailbox'), senders: ofKind('sender') }
}

export function shownLink({
  name,
  process,
  problem,
  lastSuccess,
  lastError,
  lagSeconds,
  reportedAt,
}: ReportedLink): ShownLink {
  return {
    name,
    process,
    problem: problem ?? null,
    last_success: lastSuccess?.toISOString() ?? null,
    last_error: lastError ? { at: lastError.at.toISOString(), sentence: lastError.sentence } : null,
    lag_seconds: lagSeconds,
    reported_at: reportedAt.toISOString(),
  }
}
