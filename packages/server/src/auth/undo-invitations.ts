import { ApiError } from '@courtcrier/contract/errors.ts'
import { user as userResource } from '@courtcrier/contract/resources/user.ts'
import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { visibleTitle } from '../records/bulk-rows.ts'
import type { Caller } from '../records/caller.ts'
import { type Undo, whyTooLate } from '../records/undo/find-undo.ts'
import { undoable } from '../records/undo/journal.ts'
import type { TakenBack } from '../records/undo/take-back.ts'
import { endInvitation } from './invitation-state.ts'

/** Notes whom one call invited, so that it can be undone as a whole; returns what undoes it, if there was anyone. */
export async function noteInvitations(
  trx: Trx,
  { firmId, userId, invited }: { firmId: number; userId: string; invited: readonly string[] },
): Promise<string | undefined> {
  if (invited.length === 0) return undefined
  const noting = { firmId, userId, kind: 'invite' } as const
  const { undoId } = await undoable(trx, userResource, noting, async (journal) => {
    if (!journal) return
    await sql`insert into undo_rows (firm_id, undo_id, step, table_name, row_id, action, owner_id, version)
      select i.firm_id, ${journal.id}::uuid, 1, 'invitations', i.id::text, 'create', i.id::text, i.invited_at
      from invitations i where i.firm_id = ${firmId}::integer and i.id = any(${[...invited]}::uuid[])`.execute(trx)
  })
  return undoId
}

/**
 * Revokes the invitations of a call that haven't been used, and says which were. The users stay: an email said that they
 * have an account. Throws `wrong_state` if it is too late.
 */
export async function takeBackInvitations(
  trx: Trx,
  { undo, caller, now }: { undo: Undo; caller: Caller; now: Date },
): Promise<TakenBack> {
  const late = whyTooLate(undo)
  if (late) throw new ApiError('wrong_state', { sentence: late })
  const outcomes: RowOutcome[] = []
  for (const invited of await lockInvited(trx, { ...caller, undoId: undo.id })) {
    const { userId, fullName, isRevoked } = invited
    const reason = whyKept(invited)
    if (reason === undefined && !isRevoked) await endInvitation(trx, { caller, userId, fullName, now })
    const title = visibleTitle(userResource, { fullName }, caller.role)
    outcomes.push({ id: userId, title, isDone: reason === undefined, ...(reason === undefined ? {} : { reason }) })
  }
  const refused = outcomes.filter(({ isDone }) => !isDone)
  await forgetDone(trx, { undo, caller, kept: refused.map(({ id }) => id) })
  const done = outcomes.filter(({ isDone }) => isDone)
  return { done: done.length, refused: refused.length, outcomes: [...refused, ...done] }
}

interface Invited {
  userId: string
  fullName: string
  isUsed: boolean
  isRevoked: boolean
  /** The invitation is a later one. */
  isLater: boolean
}

/** Returns those invited who are still users, locked in order of their IDs. */
async function lockInvited(
  trx: Trx,
  { firmId, undoId }: { firmId: number; undoId: string },
): Promise<readonly Invited[]> {
  const { rows } = await sql<Invited>`
    select u.id as "userId", u.full_name as "fullName", i.revoked_at is not null as "isRevoked",
      i.invited_at <> r.version as "isLater",
      i.accepted_at is not null
        or exists (select from user_secrets s where s.firm_id = u.firm_id and s.id = u.id)
        or exists (select from sign_on_links l where l.firm_id = u.firm_id and l.user_id = u.id) as "isUsed"
    from undo_rows r join users u on u.firm_id = r.firm_id and u.id = r.row_id::uuid
      join invitations i on i.firm_id = u.firm_id and i.id = u.id
    where r.firm_id = ${firmId}::integer and r.undo_id = ${undoId}::uuid and r.table_name = 'invitations'
    order by u.id for update of u`.execute(trx)
  return rows
}

function whyKept({ isUsed, isLater }: Invited): string | undefined {
  if (isUsed) return 'The invitation was already accepted.'
  return isLater ? 'A later invitation was sent since.' : undefined
}

/** What was refused can be tried again; if nothing was, all of it is undone. */
async function forgetDone(
  trx: Trx,
  { undo, caller, kept }: { undo: Undo; caller: Caller; kept: readonly string[] },
): Promise<void> {
  const { firmId, userId } = caller
  await sql`delete from undo_rows where firm_id = ${firmId}::integer and undo_id = ${undo.id}::uuid
    and not row_id = any(${[...kept]}::text[])`.execute(trx)
  if (kept.length > 0) return
  await sql`update undos set undone_at = now(), undone_by = ${userId}::uuid
    where firm_id = ${firmId}::integer and id = ${undo.id}::uuid`.execute(trx)
}
