import { type KnownLink, startLinkReports } from './base/db/link-reports.ts'
import type { Services } from './base/services.ts'
import type { MailLinks } from './http/server/health-detail.ts'
import type { MailReaders } from './mail/keep-reading.ts'
import type { FirmMail } from './outbox/mail/accounts/firm-mail.ts'

interface OwnMail {
  /** Undefined if this process reads none. */
  mailboxes: MailReaders['status'] | undefined
  outgoing: Pick<FirmMail, 'states'>
}

/**
 * Lets all processes know how this one's mailboxes, mail server and sending accounts do. The embedded database has only one process.
 */
export function openMailLinks(
  { database, log }: Pick<Services, 'database' | 'log'>,
  { mailboxes, outgoing }: OwnMail,
): MailLinks & { stop: () => Promise<void> } {
  const own = (): KnownLink[] => [
    ...(mailboxes?.() ?? []).map((state) => ({ ...state, kind: 'mailbox' as const })),
    ...outgoing.states().map((state) => ({ ...state, kind: 'sender' as const })),
  ]
  if (database.kind === 'pglite') return { own, others: async () => [], stop: async () => undefined }
  const onError = (err: unknown) => log.error({ err }, 'how mailboxes and mail servers do could not be reported')
  const { others, stop } = startLinkReports(database, { links: own, onError })
  return { own, others, stop }
}
