import { mailSender } from '@courtcrier/contract/resources/mail-sender.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import type { Config } from '../../../base/config.ts'
import type { Trx } from '../../../base/db/database.ts'
import { mailServices } from '../../../mail/mailboxes/services.ts'
import {
  accountColumns,
  type MailSignIn,
  openAccount,
  type SealedAccount,
  signInPlain,
} from '../../../mail/mailboxes/sign-in.ts'
import type { SendWay } from '../send-mails-worker.ts'

/** A sending account as stored, its secrets sealed. */
export interface SenderRow extends SealedAccount<MailSignIn> {
  firmId: number
  id: string
  name: string
  /** Shown beside the address instead of the firm's name. */
  senderName: string | null
  /** When someone signed in to it at its service; null if no one has. */
  signedInAt: Date | null
}

/** Returns the sending accounts in use that satisfy the condition on a row of `s`. */
export async function findSenders(trx: Trx, where = sql<boolean>`s.is_active`): Promise<readonly SenderRow[]> {
  const { plain, sealed } = accountColumns('s', signInPlain)
  const { rows } = await sql<SenderRow>`
    select s.firm_id as "firmId", s.id, s.name, s.sender_name as "senderName", s.signed_in_at as "signedInAt", ${plain} as plain, ${sealed} as sealed
    from mail_senders s where ${where} order by s.firm_id, s.id`.execute(trx)
  return rows
}

/** Whether the firm has a sending account in use. */
export async function hasSender(trx: Trx, firmId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from mail_senders where firm_id = ${firmId} and is_active`.execute(trx)
  return rows.length > 0
}

const usualPorts: Readonly<Record<string, number>> = { 'smtps:': 465, 'https:': 443, 'http:': 80 }

/** Returns how an account is reached and signed in to. Throws a `MailboxProblem` when its secrets can't be read. */
export function wayOf(
  row: SenderRow,
  { config, secrets }: { config: Pick<Config, 'privateMail' | 'ehloName'>; secrets: Pick<SealingBox, 'open'> },
): SendWay & Required<Pick<SendWay, 'account'>> {
  const signIn = openAccount(mailSender, row, secrets)
  const { service, address, password, server } = signIn
  const { smtpServer, graphServer } = mailServices[service]
  const url = new URL(server || smtpServer || graphServer || 'smtps://missing.invalid')
  const isSecure = ['smtps:', 'https:'].includes(url.protocol)
  return {
    // Another version of its settings has connections of its own.
    key: JSON.stringify([row.firmId, row.id, row.plain, row.sealed, row.signedInAt]),
    server: {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(url.port) || usualPorts[url.protocol] || 587,
      isSecure,
      user: address,
      ...(config.ehloName === undefined ? {} : { ehloName: config.ehloName }),
      ...(service === 'PASSWORD' ? { password: password ?? '' } : {}),
    },
    account: { signIn, networks: config.privateMail ?? [] },
  }
}
