import { randomInt } from 'node:crypto'
import { recoveryCodeCount } from '@courtcrier/contract/calls/second-factors.ts'
import { hashToken } from '@courtcrier/lib/secret-token.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import type { FactorOwner } from './find-factors.ts'

/** Crockford's Base32: no letter looks like a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Replaces a user's recovery codes and returns the new ones, which are stored only as hashes. */
export async function replaceRecoveryCodes(trx: Trx, { firmId, userId }: FactorOwner): Promise<string[]> {
  await dropRecoveryCodes(trx, { firmId, userId })
  const codes = Array.from({ length: recoveryCodeCount }, makeCode)
  for (const code of codes) {
    await sql`insert into recovery_codes (firm_id, id, user_id, code_hash)
      values (${firmId}::integer, ${newId()}::uuid, ${userId}::uuid, ${hashOf(code)})`.execute(trx)
  }
  return codes
}

export async function dropRecoveryCodes(trx: Trx, { firmId, userId }: FactorOwner): Promise<void> {
  await sql`delete from recovery_codes where firm_id = ${firmId} and user_id = ${userId}::uuid`.execute(trx)
}

/** Returns the ID of an unused code. Locks it until the transaction ends. */
export async function findRecoveryCode(
  trx: Trx,
  { firmId, userId, code }: FactorOwner & { code: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from recovery_codes where firm_id = ${firmId} and user_id = ${userId}::uuid
      and code_hash = ${hashOf(code)} and used_at is null for update`.execute(trx)
  return rows[0]?.id
}

export async function useRecoveryCode(
  trx: Trx,
  { firmId, id, now }: { firmId: number; id: string; now: Date },
): Promise<void> {
  await sql`update recovery_codes set used_at = ${now}::timestamptz
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
}

/** 80 random bits: no one can guess one, whatever they know of the hash. */
function makeCode(): string {
  const part = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [part(), part(), part(), part()].join('-')
}

function hashOf(code: string): string {
  const read = code.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return hashToken(read.replaceAll(/[^\da-z]/g, ''))
}
