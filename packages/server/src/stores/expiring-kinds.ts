import { agentKinds } from '@courtcrier/contract/api-keys.ts'
import { expiryWarningDays } from '@courtcrier/contract/credential-kinds.ts'
import type { EventAction } from '@courtcrier/contract/event-actions.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { mailSender } from '@courtcrier/contract/resources/mail-sender.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { type RawBuilder, sql } from 'kysely'

export interface ExpiringKind {
  entity: string
  table: string
  action: EventAction
  sentenceOf: (row: Expiring) => string
  /** Where the day is, if not in `expires_at`. */
  column?: string
  /** Only these rows, if not all. */
  where?: RawBuilder<boolean>
}

const isInUse = sql<boolean>`is_active`

/** Secrets that end on a day that a person entered. */
export const expiringSecrets: readonly (ExpiringKind & { what: string })[] = [
  {
    entity: credential.name,
    table: 'credentials',
    what: 'credential',
    action: 'credential_expires',
    sentenceOf: ({ name, expiresAt }) =>
      `The credential "${name}" expires on ${expiresAt}. Copies saved with it wait from then on, until it is replaced.`,
  },
  {
    entity: mailbox.name,
    table: 'mailboxes',
    what: 'mailbox',
    action: 'mailbox_expires',
    sentenceOf: ({ name, expiresAt }) =>
      `The secret of the mailbox "${name}" expires on ${expiresAt}. Its notices wait there from then on, until it is replaced.`,
    where: isInUse,
  },
  {
    entity: mailSender.name,
    table: 'mail_senders',
    what: 'sending account',
    action: 'sender_expires',
    sentenceOf: ({ name, expiresAt }) =>
      `The secret of the sending account "${name}" expires on ${expiresAt}. Emails wait from then on, until it is replaced.`,
    where: isInUse,
  },
  {
    entity: identityProvider.name,
    table: 'identity_providers',
    what: 'identity provider',
    action: 'provider_expires',
    sentenceOf: ({ name, expiresAt }) =>
      `The secret of the identity provider "${name}" expires on ${expiresAt}. From then on no one can sign in with it, until it is replaced.`,
    where: isInUse,
  },
]

/** What ends on a day that is known before. */
export const expiringKinds: readonly ExpiringKind[] = [
  ...expiringSecrets,
  {
    entity: mailbox.name,
    table: 'mailboxes',
    column: 'sign_in_ends_at',
    action: 'mailbox_sign_in_ends',
    sentenceOf: ({ name, expiresAt }) =>
      `The sign-in of the mailbox "${name}" ends on ${expiresAt}. Its notices wait there from then on, until someone signs in again.`,
    where: isInUse,
  },
  {
    entity: mailSender.name,
    table: 'mail_senders',
    column: 'sign_in_ends_at',
    action: 'sender_sign_in_ends',
    sentenceOf: ({ name, expiresAt }) =>
      `The sign-in of the sending account "${name}" ends on ${expiresAt}. Emails wait from then on, until someone signs in again.`,
    where: isInUse,
  },
  {
    entity: 'api_key',
    table: 'api_keys',
    action: 'api_key_expires',
    sentenceOf: ({ name, expiresAt }) =>
      `The API key "${name}" expires on ${expiresAt}. The program that uses it stops then, unless the key is rotated before.`,
    // An agent's own ends only when it has been away for months.
    where: sql<boolean>`revoked_at is null and kind not in (${sql.join([...agentKinds])})`,
  },
]

/** The actions of the reminders about mail accounts. */
export const accountActions: readonly EventAction[] = expiringKinds
  .filter(({ entity }) => [mailbox.name, mailSender.name].includes(entity))
  .map(({ action }) => action)

/** The actions of the reminders: whatever events a firm wants to be notified of, it is of these. */
export const reminderActions: readonly EventAction[] = expiringKinds.map(({ action }) => action)

/** Whether a row of the kind ends within the days of the first reminder; `from` another day than today, such as long ago. */
export function isDue(
  { where = sql<boolean>`true`, column = 'expires_at' }: ExpiringKind,
  today: string,
  from = today,
): RawBuilder<boolean> {
  return sql`${sql.ref(column)}::date between ${from}::date and ${today}::date + ${expiryWarningDays[0]}::integer and ${where}`
}

/** A row that ends, and in how many days. */
export interface Expiring {
  id: string
  name: string
  expiresAt: string
  days: number
}
