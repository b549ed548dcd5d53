import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { sessionEntity } from '../authenticate.ts'
import { makeKeySecret } from './secret.ts'

/** Creates the firm's new import token and revokes the old one; it can't be read again. */
export async function replaceImportToken(
  trx: Trx,
  { firmId, userId }: { firmId: number; userId: string },
): Promise<string> {
  const { secret, hash, hint } = makeKeySecret('import')
  await revokeImportToken(trx, firmId)
  await sql`insert into api_keys (firm_id, id, kind, name, secret_hash, hint, created_by)
    values (${firmId}::integer, ${newId()}::uuid, 'import', 'Import token', ${hash}, ${hint}, ${userId}::uuid)`.execute(
    trx,
  )
  return secret
}

/** What is known about the firm's import token, other than the token itself. */
export interface ImportTokenState {
  createdAt: Date
  /** Who created it; null if that person is gone. */
  userId: string | null
  lastUsedAt: Date | null
}

export async function findImportToken(trx: Trx, firmId: number): Promise<ImportTokenState | undefined> {
  const { rows } = await sql<ImportTokenState>`
    select created_at as "createdAt", created_by as "userId", last_used_at as "lastUsedAt" from api_keys
    where firm_id = ${firmId}::integer and kind = 'import'`.execute(trx)
  return rows[0]
}

/** Revokes the firm's import token, in every process at once. Returns whether there was one. */
export async function revokeImportToken(trx: Trx, firmId: number): Promise<boolean> {
  const { rows } =
    await sql`delete from api_keys where firm_id = ${firmId}::integer and kind = 'import' returning id`.execute(trx)
  if (rows.length === 0) return false
  await announce(trx, { firmId, entity: sessionEntity, ids: [] })
  return true
}
