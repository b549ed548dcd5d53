import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { storableText } from '../../base/db/storable-text.ts'
import { recordEvent } from '../../records/audit.ts'
import { isNewReason } from '../../records/new-reason.ts'
import type { Look } from '../imap-client.ts'
import { type Holding, isHeld } from './holding.ts'

interface Noted {
  firmId: number
  id: string
  name: string
  look: Look
  /** In whose hands the mailbox was: a reader that it was taken from says nothing any more. */
  holding?: Holding | undefined
}

/** Saves how a mailbox does, and notifies administrators once a day, for each reason, that it can't be read. */
export async function noteLook(trx: Trx, { firmId, id, name, look, holding }: Noted): Promise<void> {
  const health = look.isRead ? 'healthy' : 'failing'
  const { rows } = await sql<{ isChanged: boolean }>`
    with before as (
      select health, sentence from mailboxes where firm_id = ${firmId} and id = ${id}::uuid and ${isHeld(holding)} for update
    ) update mailboxes m set health = ${health}, sentence = ${storableText(look.problem ?? '').slice(0, 1000) || null}::text,
        checked_at = case when ${look.isRead} then now() else m.checked_at end,
        last_message_at = case when ${look.taken > 0} then now() else m.last_message_at end,
        behind_since = ${behindSince(look)}
      from before where m.firm_id = ${firmId} and m.id = ${id}::uuid
      returning (before.health, before.sentence) is distinct from (m.health, m.sentence) as "isChanged"`.execute(trx)
  if (!rows[0]) return
  if (rows[0].isChanged || look.taken > 0) await announce(trx, { firmId, entity: mailbox.name, ids: [id] })
  const { isRead, problem, isRefused = false } = look
  if (!isRead && problem !== undefined) await tellDaily(trx, { firmId, id, name, problem, isRefused })
}

/** A mailbox that can't be read has been behind for as long as it was before. */
function behindSince({ isRead, lagSeconds }: Look) {
  const since = sql`now() - make_interval(secs => ${lagSeconds}::integer)`
  if (!isRead) return sql`coalesce(m.behind_since, ${since})`
  return lagSeconds > 0 ? since : sql`null`
}

async function tellDaily(
  trx: Trx,
  { firmId, id, name, problem, isRefused }: Omit<Noted, 'look' | 'holding'> & { problem: string; isRefused: boolean },
): Promise<void> {
  const { rows } = await sql<{ since: Date }>`
    update mailbox_readers set told_at = case when told_at > now() - interval '1 day' then told_at else now() end
    where firm_id = ${firmId} and id = ${id}::uuid returning told_at as since`.execute(trx)
  const about = { firmId, entity: mailbox.name, action: 'mailbox_failing' } as const
  const result = problem.slice(0, 1000)
  if (!rows[0] || !(await isNewReason(trx, { ...about, id, reason: result }, rows[0].since))) return
  await recordEvent(trx, {
    ...about,
    level: 'ERROR',
    type: 'other',
    sentence: `The mailbox "${name}" cannot be read, so its notices wait there. ${problem}`,
    entityId: id,
    recordTitle: name,
    facts: { result, ...(isRefused ? { refused: 'sign-in' } : {}) },
  })
}
