import { isDelegated } from '@courtcrier/contract/mail-sign-in.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../base/db/database.ts'
import { type AccountKind, accountKinds, grantedFor } from './accounts.ts'
import { forgetGrant } from './grant-rows.ts'
import { notSignedIn } from './grant-tokens.ts'

interface Saved {
  firmId: number
  id: string
  values: AnyRow
  current?: AnyRow
}

/** Follows up on a save: forgets a grant that was for other settings, and asks for a sign-in where there is none. */
export async function askForSignIn(
  trx: Trx,
  kind: AccountKind,
  { firmId, id, values, current = {} }: Saved,
): Promise<void> {
  const isOther = grantedFor.some((key) => Object.hasOwn(values, key) && (values[key] ?? '') !== (current[key] ?? ''))
  if (isOther) await forgetGrant(trx, { kind, firmId, id })
  const { service } = { ...current, ...values }
  if (!isDelegated(service)) return
  await sql`update ${sql.table(accountKinds[kind].table)} set sentence = ${notSignedIn({ service })}
    where firm_id = ${firmId} and id = ${id}::uuid and signed_in_at is null`.execute(trx)
}
