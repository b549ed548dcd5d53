import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { askForSignIn } from '../mail/mailboxes/grants/ask-for-sign-in.ts'
import type { Behaviour, Save } from '../records/behaviour.ts'
import { signInProblems } from './mailboxes.ts'

export const mailSenderBehaviour: Behaviour = {
  // So that two simultaneous saves can't each find none in use.
  takesTurns: true,
  beforeSave: async (trx, save) => [...signInProblems(save, 'not_smtp_server'), ...(await whatIsInUse(trx, save))],
  // How it did belongs to the previous settings.
  afterSave: async (trx, save) => {
    const { firmId, id, current } = save
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
