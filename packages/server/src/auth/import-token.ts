import { type AccessType, type Grant, permissionSubjects, type Role } from '@courtcrier/contract/access.ts'
import { sql } from 'kysely'
import type { Database, Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { hashToken, makeSecretToken } from './secret-token.ts'

/** Who imports: somebody who is signed in, or a program with the firm's token. */
export interface Importer {
  firmId: number
  role: Role
  /** Nobody when a program imports. */
  userId?: string | undefined
  timekeeperId: string | undefined
}

const prefix = 'cci_'

/** Whether a token is meant to be one for imports; those of sessions begin otherwise. */
export function isImportToken(token: string): boolean {
  return token.startsWith(prefix)
}

/** The program that holds the token; undefined when it is not, or no longer, the firm's. */
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

/** Makes a new token in place of the old one; it cannot be read again. */
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

/** What is known of the firm's token, besides itself. */
export interface ImportTokenState {
  createdAt: Date
  /** Who made it; null when that person is gone. */
  userId: string | null
  lastUsedAt: Date | null
}

export async function findImportToken(trx: Trx, firmId: number): Promise<ImportTokenState | undefined> {
  const { rows } = await sql<ImportTokenState>`
    select created_at as "createdAt", user_id as "userId", last_used_at as "lastUsedAt" from import_tokens
    where firm_id = ${firmId}::integer`.execute(trx)
  return rows[0]
}

/** Whether there was one. */
export async function revokeImportToken(trx: Trx, firmId: number): Promise<boolean> {
  const { rows } = await sql`delete from import_tokens where firm_id = ${firmId}::integer returning id`.execute(trx)
  return rows.length > 0
}

/** What other systems of a firm keep. Who may sign in, what they may do and where documents go is for people. */
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

/** What a program may do that holds the token. */
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
