import type { Problem } from '@courtcrier/contract/messages.ts'
import type { Trx } from '../base/db/database.ts'
import { findPolicyProblems } from '../outbox/copies/policy-problems.ts'
import type { Behaviour, Save } from '../records/behaviour.ts'
import { findUnusable } from '../stores/find-unusable.ts'

/**
 * The templates are rendered with sample values, so that none holds up the documents saved with it, or saves them
 * elsewhere than it says. Nor does a credential that can't work as it is.
 */
export const storagePolicyBehaviour: Behaviour = {
  beforeSave: async (trx, save) => [
    ...findPolicyProblems(save.values),
    ...findLoop(save),
    ...(await findCredentialProblems(trx, save)),
  ],
}

/** A policy that is its own additional one would save everything twice in the same place. */
function findLoop({ id, values }: Save): Problem[] {
  if (values.additionalStoragePolicyId !== id) return []
  return [{ field: 'additionalStoragePolicyId', code: 'leads_to_itself' }]
}

/** A credential that ceases to work later stays: its copies wait. */
async function findCredentialProblems(trx: Trx, { firmId, values, current }: Save): Promise<Problem[]> {
  const credentialId = values.dmsCredentialId
  if (typeof credentialId !== 'string' || credentialId === current?.dmsCredentialId) return []
  const code = await findUnusable(trx, { firmId, credentialId })
  return code === undefined ? [] : [{ field: 'dmsCredentialId', code }]
}
