import { isAdmin } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { askForSignIn } from '../mail/mailboxes/grants/ask-for-sign-in.ts'
import type { Behaviour, Save } from '../records/behaviour.ts'
import type { SearchScope } from '../records/viewer.ts'
import { noteCertificateEnd, signInProblems } from './mailboxes.ts'
import { isHeldByAnyWall } from './wall-reach.ts'

export const mailSenderBehaviour: Behaviour = {
  // So that two simultaneous saves can't each find none in use.
  takesTurns: true,
  whyNotWritten: whyNoSender,
  beforeSave: async (trx, save) => [...signInProblems(save, 'not_smtp_server'), ...(await whatIsInUse(trx, save))],
  // How it did belongs to the previous settings.
  afterSave: async (trx, save) => {
    const { firmId, id, current } = save
    await noteCertificateEnd(trx, 'mail_senders', save)
    if (!current) return askForSignIn(trx, 'mail_sender', save)
    await sql`update mail_senders set health = 'unknown', sentence = null, checked_at = null
      where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
    await sql`delete from mail_sender_alerts where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
    await askForSignIn(trx, 'mail_sender', save)
  },
}

async function whatIsInUse(trx: Trx, { firmId, id, values, current }: Save) {
  const { isActive } = { ...current, ...values }
  if (isActive === false) return []
  const { rows } = await sql<{ name: string }>`
    select name from mail_senders where firm_id = ${firmId} and id <> ${id}::uuid and is_active`.execute(trx)
  return rows.map(({ name }) => ({ field: 'isActive', code: `other_in_use:${name}` }))
}

type Sender = Pick<SearchScope, 'firmId' | 'role' | 'userId'>

/**
 * Returns why someone may neither change a sending account nor sign in to it. A person who chooses its server or
 * account reads every email of the firm, regardless of roles and ethical walls; without a mail server of the
 * installation, also the links that set administrators' passwords.
 */
async function whyNoSender(trx: Trx, { role, ...writer }: Sender): Promise<string | undefined> {
  if (!isAdmin(role)) return administratorsOnly
  return (await isHeldByAnyWall(trx, writer)) ? heldByWall : undefined
}

/** Throws `forbidden` for someone who may not sign in to a sending account. */
export async function refuseAsSender(trx: Trx, caller: Sender): Promise<void> {
  const sentence = await whyNoSender(trx, caller)
  if (sentence) throw new ApiError('forbidden', { sentence })
}

const administratorsOnly = 'Only an administrator can change sending accounts and sign in to them.'
const heldByWall =
  "Ethical walls don't apply to sending accounts, and one applies to you. Ask a user no wall restricts to do this."
