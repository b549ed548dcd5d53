import type { Resource } from '@courtcrier/contract/resource.ts'
import { mailSender } from '@courtcrier/contract/resources/mail-sender.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../base/db/database.ts'
import { openAttempts } from '../../../records/sign-ins/attempts.ts'
import { accountColumns, type MailSignIn, type SealedAccount, signInPlain } from '../sign-in.ts'
import type { Purpose } from './consents.ts'

interface AccountKindFacts {
  resource: Resource
  table: string
  /** Of a grant or an attempt, with the account's ID. */
  column: string
  purpose: Purpose
}

/** What a person can sign in to, by the name of its resource. */
export const accountKinds = {
  mailbox: { resource: mailbox, table: 'mailboxes', column: 'mailbox_id', purpose: 'imap' },
  mail_sender: { resource: mailSender, table: 'mail_senders', column: 'sender_id', purpose: 'smtp' },
} as const satisfies Record<string, AccountKindFacts>
export type AccountKind = keyof typeof accountKinds

/** The sign-ins to mail accounts that are under way. */
export const mailAttempts = openAttempts('mail_sign_in_attempts', ['mailbox_id', 'sender_id'])

/** Which account something belongs to. */
export interface AccountKey {
  kind: AccountKind
  firmId: number
  id: string
}

/** An account as stored, its secrets sealed. */
export interface StoredAccount extends SealedAccount<MailSignIn> {
  name: string
}

export async function findAccount(
  trx: Trx,
  { kind, firmId, id }: AccountKey,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<StoredAccount | undefined> {
  const { plain, sealed } = accountColumns('a', signInPlain)
  const { rows } = await sql<StoredAccount>`
    select a.name, ${plain} as plain, ${sealed} as sealed from ${sql.table(accountKinds[kind].table)} a
    where a.firm_id = ${firmId} and a.id = ${id}::uuid ${isLocked ? sql`for update` : sql``}`.execute(trx)
  return rows[0]
}

/**
 * Whatever a grant belongs to: with another of these, it is worth nothing or must not be used. Who consented may open
 * other mailboxes, too.
 */
export const grantedFor = ['service', 'address', 'tenantId', 'clientId', 'server', 'tokenUrl', 'scope'] as const

/** Returns what someone signs in to: if any of it changes meanwhile, the sign-in is for something else. */
export function signedInTo(kind: AccountKind, plain: StoredAccount['plain']): string {
  return JSON.stringify([placeOf(kind, plain), plain.address])
}

/** Returns what a grant is encrypted for: with other settings it can't be read. */
export function placeOf(kind: AccountKind, plain: StoredAccount['plain']): string {
  const { clientId, scope } = plain
  return JSON.stringify([destinationOf(accountKinds[kind].resource, { ...plain }), clientId, scope])
}
