import { type IdentityProvider, identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { SignOnProblem } from './sign-on-problem.ts'

/** An identity provider with its sealed secret. */
export interface Provider {
  firmId: number
  row: IdentityProvider
  sealed: Uint8Array | null
}

/** Returns a provider of the firm, whether or not it is in use. */
export async function findProvider(
  trx: Trx,
  { firmId, id }: { firmId: number; id: string },
): Promise<Provider | undefined> {
  const { rows } = await sql<DatabaseRecord>`
    select * from identity_providers where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  return rows[0] && providerOf(firmId, rows[0])
}

/** Returns the firm's providers in use, in the order of the login page. */
export async function listProviders(trx: Trx, firmId: number): Promise<readonly Provider[]> {
  const { rows } = await sql<DatabaseRecord>`
    select * from identity_providers where firm_id = ${firmId} and is_active order by lower(name), id`.execute(trx)
  return rows.map((record) => providerOf(firmId, record))
}

function providerOf(firmId: number, record: DatabaseRecord): Provider {
  const row = rowOf(identityProvider, record) as unknown as IdentityProvider
  return { firmId, row, sealed: record.client_secret as Uint8Array | null }
}

/** Opens the client secret. Throws a `SignOnProblem` when it was sealed with another key, or for another issuer. */
export function openSecret({ row, sealed }: Provider, secrets: Pick<SealingBox, 'open'>): string {
  if (!sealed) throw new SignOnProblem('broken', 'There is no client secret. Enter it.')
  try {
    return secrets.open(Buffer.from(sealed), destinationOf(identityProvider, { ...row }))
  } catch (cause) {
    const sentence =
      'The client secret cannot be read with the key of this server, or was saved for another issuer. Enter it again.'
    throw new SignOnProblem('broken', sentence, cause)
  }
}
