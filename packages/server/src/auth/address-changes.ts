import { escapeMarkup } from '@courtcrier/lib/escape-markup.ts'
import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import type { SystemMail } from '../outbox/mail/system-mail.ts'
import { recordEvent } from '../records/audit.ts'
import { recordTry, startWaitingMails, type WaitingMailDeps } from './waiting-mails.ts'

/** Announced when a former address needs to be notified. */
const entity = 'address_change'
const table = 'address_changes'

/**
 * Records that the former address of a user must be notified, and ends the password links mailed to it. In the change's
 * transaction, so that neither happens without the other.
 */
export async function noteAddressChange(
  trx: Trx,
  change: { firmId: number; userId: string; formerEmail: string; fullName: string },
): Promise<void> {
  const { firmId, userId, formerEmail, fullName } = change
  const id = newId()
  await sql`update password_resets set used_at = now()
    where firm_id = ${firmId}::integer and user_id = ${userId}::uuid and used_at is null`.execute(trx)
  await sql`insert into address_changes (firm_id, id, user_id, former_email, full_name)
    values (${firmId}::integer, ${id}::uuid, ${userId}::uuid, ${formerEmail}, ${fullName})`.execute(trx)
  await announce(trx, { firmId, entity, ids: [id] })
}

/** Notifies former addresses as they change, and those a process left behind when it ended. */
export function startAddressNotices(deps: WaitingMailDeps): { close: () => Promise<void> } {
  return startWaitingMails(deps, { table, entity, find, mailOf: noticeMail, settle })
}

interface AddressChange {
  firmId: number
  id: string
  userId: string
  formerEmail: string
  fullName: string
  firmName: string
}

async function find(trx: Trx, { firmId, id }: { firmId: number; id: string }): Promise<AddressChange | undefined> {
  const { rows } = await sql<AddressChange>`
    select c.firm_id as "firmId", c.id, c.user_id as "userId", c.former_email as "formerEmail",
      c.full_name as "fullName", f.name as "firmName"
    from address_changes c join firms f on f.id = c.firm_id
    where c.firm_id = ${firmId}::integer and c.id = ${id}::uuid`.execute(trx)
  return rows[0]
}

async function settle(trx: Trx, { firmId, id, userId, fullName }: AddressChange, failure: string | undefined) {
  const isFirstFailure = await recordTry(trx, { table, firmId, id, failure })
  if (failure !== undefined && !isFirstFailure) return
  await recordEvent(trx, {
    firmId,
    level: failure === undefined ? 'AUDIT' : 'WARNING',
    type: 'other',
    sentence:
      failure === undefined
        ? `The former email address of ${fullName} was notified that it was replaced.`
        : `The former email address of ${fullName} couldn't be notified that it was replaced.`,
    ...(failure === undefined ? {} : { details: failure }),
    entity: 'user',
    entityId: userId,
    recordTitle: fullName,
  })
}

/** The new address is left out: people other than the user may read the former mailbox. */
function noticeMail({ formerEmail, fullName, firmName }: AddressChange): SystemMail {
  const sentences = [
    `Hello ${fullName},`,
    `The email address of your Courtcrier account at ${firmName} was changed. This address no longer works for signing in or setting a password.`,
    "If you didn't expect this, contact an administrator at your firm right away.",
  ]
  return {
    to: formerEmail,
    subject: `Your email address for ${firmName} was changed`,
    text: `${sentences.join('\n\n')}\n`,
    html: sentences.map((sentence) => `<p>${escapeMarkup(sentence)}</p>`).join(''),
  }
}
