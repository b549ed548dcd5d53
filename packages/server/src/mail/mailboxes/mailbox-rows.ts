import { mailProviders } from '@courtcrier/contract/mail-providers.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type MailboxSettings, mailboxPlain } from './mailbox-settings.ts'
import { accountColumns, openAccount, type SealedAccount } from './sign-in.ts'

/** A mailbox as stored, its secrets sealed. */
export interface MailboxRow extends SealedAccount<MailboxSettings> {
  firmId: number
  id: string
  name: string
  /** Messages that the server received before are left as they are. */
  readFrom: Date
  /** When it last passed a test: it may be read again at once. */
  testedAt: Date | null
  /** When someone signed in to it at its service; null if no one has. */
  signedInAt: Date | null
  /** Whether Microsoft Graph is asked to notify this server of new messages. */
  hasBell: boolean
}

/** How far a mail server's clock may be behind: a message must not be passed over for that. */
export const clockMinutes = 10

/** Returns the mailboxes that are read and satisfy the condition on a row of `m`. */
export async function findMailboxes(trx: Trx, where = sql<boolean>`m.is_active`): Promise<readonly MailboxRow[]> {
  const { plain, sealed } = accountColumns('m', mailboxPlain)
  const { rows } = await sql<MailboxRow>`
    select m.firm_id as "firmId", m.id, m.name, coalesce(m.read_from, m.created_at - make_interval(mins => ${clockMinutes})) as "readFrom",
      r.tested_at as "testedAt", m.signed_in_at as "signedInAt", m.has_bell as "hasBell", ${plain} as plain, ${sealed} as sealed
    from mailboxes m left join mailbox_readers r on r.firm_id = m.firm_id and r.id = m.id
    where ${where} and m.service <> all(${[...mailProviders]}::text[]) order by m.firm_id, m.id`.execute(trx)
  return rows
}

/** Opens the secrets. Throws a `MailboxProblem` when they were sealed with another key, or for another server. */
export function openMailbox(row: MailboxRow, secrets: Pick<SealingBox, 'open'>): MailboxSettings {
  return openAccount(mailbox, row, secrets)
}
