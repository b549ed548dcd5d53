import { type CredentialKind, canUseAgent } from '@courtcrier/contract/credential-kinds.ts'
import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, tableOf } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { Save } from '../records/behaviour.ts'

/** Returns what is wrong with a credential that an agent is to save with: which agent, by what, and nothing secret. */
export function findAgentProblems(kind: CredentialKind, { values, current }: Pick<Save, 'values' | 'current'>) {
  const row: AnyRow = { ...current, ...values }
  if (row.useAgent !== true) return []
  if (!canUseAgent({ kind, driver: row.driver })) return [{ field: 'useAgent', code: 'no_agent' }]
  return [
    ...['agent', 'agentCredential']
      .filter((field) => isEmptyValue(row[field]))
      .map((field) => ({ field, code: 'required' })),
    // Such a secret would be here for nothing.
    ...secretNames(kind)
      .filter((field) => !isEmptyValue(values[field]))
      .map((field) => ({ field, code: 'kept_at_agent' })),
  ]
}

/** Removes the secrets that a credential had before an agent saved with it. */
export async function forgetSecrets(
  trx: Trx,
  { firmId, id, kind }: { firmId: number; id: string; kind: CredentialKind },
): Promise<void> {
  const cleared = secretNames(kind).map((name) => sql`${sql.ref(snakeCase(name))} = null`)
  await sql`update ${sql.table(tableOf(getResource(kind)))} set ${sql.join(cleared)}
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
}

function secretNames(kind: CredentialKind): string[] {
  const { fields } = getResource(kind)
  return Object.keys(fields).filter((name) => fields[name]?.kind === 'secret')
}
