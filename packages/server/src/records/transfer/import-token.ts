import { type AccessType, type Grant, permissionSubjects, type Role } from '@courtcrier/contract/access.ts'
import { sql } from 'kysely'
import type { Database, Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { hashToken, makeSecretToken } from '../../base/lib/secret-token.ts'

/** Who imports: someone who is signed in, or a program with the firm's token. */
export interface Importer {
  firmId: number
  role: Role
  /** Absent when a program imports. */
  userId?: string | undefined
  timekeeperId: string | undefined
}

const prefix = 'cci_'

/** Whether a token is an import token; session tokens start differently. */
export function isImportToken(token: string): boolean {
  return token.startsWith(prefix)
}

/** The program that has the token; undefined if it isn't, or is no longer, the firm's. */
export async function findImporter(
  database: Database,
  { firmId, token }: { firmId: number; token: string },
): Promise<Importer | undefined> {
  const { rows } = await withFirm(database, firmId, (trx) =>
    sql`update import_tokens set last_used_at = now()
      where firm_id = ${firmId}::integer and token_hash = ${hashToken(token)} returning id`.execute(trx),
  )
  return rows.length > 0 ? { firmId, role: programRole, timekeeperId: undefined } : undefined
}

/** Creates a new token and revokes the old one; it can't be read again. */
export async function replaceImportToken(
  trx: Trx,
  { firmId, userId }: { firmId: number; userId: string },
): Promise<string> {
  const { token } = makeSecretToken()
  const whole = `${prefix}${token}`
  await revokeImportToken(trx, firmId)
  await sql`insert into import_tokens (firm_id, id, token_hash, user_id)
    values (${firmId}::integer, ${newId()}::uuid, ${hashToken(whole)}, ${userId}::uuid)`.execute(trx)
  return whole
}

/** What is known about the firm's token, other than the token itself. */
export interface ImportTokenState {
  createdAt: Date
  /** Who created it; null if that person is gone. */
  userId: string | null
  lastUsedAt: Date | null
}

export async function findImportToken(trx: Trx, firmId: number): Promise<ImportTokenState | undefined> {
  const { rows } = await sql<ImportTokenState>`
    select created_at as "createdAt", user_id as "userId", last_used_at as "lastUsedAt" from import_tokens
    where firm_id = ${firmId}::integer`.execute(trx)
  return rows[0]
}

/** Revokes the firm's token. Returns whether there was one. */
export async function revokeImportToken(trx: Trx, firmId: number): Promise<boolean> {
  const { rows } = await sql`delete from import_tokens where firm_id = ${firmId}::integer returning id`.execute(trx)
  return rows.length > 0
}

/**
 * Data that other systems of a firm maintain. Who may log in, what they may do and where documents go are for people to
 * decide.
 */
const fed = new Set<string>([
  'case',
  'client',
  'matter',
  'timekeeper',
  'timekeeper_group',
  'department',
  'location',
  'practice_group',
  'judge',
  'jurisdiction',
  'ignored_case',
])

/** What a program with the token may do. */
export const programRole: Role = {
  id: '',
  name: 'Import token',
  isSystemDefined: false,
  grants: Object.fromEntries(
    permissionSubjects.map((subject): [string, Grant] => {
      const access: AccessType = fed.has(subject)
        ? 'FULL'
        : /(^user|credential$|^webhook$)/.test(subject)
          ? 'DENY'
          : 'READ'
      return [subject, { access, fields: {} }]
    }),
  ),
}
