import { findConnectorKind } from '@courtcrier/connectors/registry.ts'
import type { GrantPlace } from '@courtcrier/connectors/ways/grants.ts'
import { kindsWithSignIn } from '@courtcrier/contract/credential-kinds.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { enteredToken } from '../grant-place.ts'

/**
 * The credentials with which someone has signed in, or whose refresh token was entered: a table, to be joined by
 * `firm_id` and `id`. What came of a token that was entered counts only as long as that one is there.
 */
export const signedInCredentials = sql`(
  select firm_id, credential_id as id from store_grants where entered_hash is null
  union ${sql.join(
    kindsWithSignIn.map((kind) => {
      const token = sql.ref(snakeCase(enteredToken(kind)))
      return sql`select firm_id, id from ${sql.table(tableOf(getResource(kind)))} where ${token} is not null`
    }),
    sql` union `,
  )})`

/** Returns where someone has yet to sign in with a credential; undefined if nothing can be said against it. */
export async function findMissingSignIn(trx: Trx, { firmId, credentialId }: GrantPlace): Promise<string | undefined> {
  const { rows } = await sql<{ kind: string; driver: string | null }>`
    select c.kind, d.driver from credentials c
      left join generic_credentials d on d.firm_id = c.firm_id and d.id = c.id
    where c.firm_id = ${firmId} and c.id = ${credentialId}::uuid
      and not exists (select from ${signedInCredentials} s where s.firm_id = c.firm_id and s.id = c.id)`.execute(trx)
  const [row] = rows
  return row && findConnectorKind(row)?.authorization?.provider
}
