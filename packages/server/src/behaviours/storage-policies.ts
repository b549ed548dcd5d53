import type { Trx } from '../base/db/database.ts'
import { findPolicyProblems } from '../outbox/copies/policy-problems.ts'
import type { Behaviour, Save } from '../records/behaviour.ts'
import { findMissingSignIn } from '../stores/sign-in/signed-in.ts'

/**
 * A template that can't be parsed, or a credential that no one has signed in with, would hold up every document saved
 * with it, so it is refused when saved.
 */
export const storagePolicyBehaviour: Behaviour = {
  beforeSave: async (trx, save) => [
    ...findPolicyProblems(save.values),
    ...findOwnProblems(save),
    ...(await findCredentialProblems(trx, save)),
  ],
}

function findOwnProblems({ id, values }: Save) {
  return values.additionalStoragePolicyId === id ? [{ field: 'additionalStoragePolicyId', code: 'leads_to_itself' }] : []
}

/** A credential whose sign-in has ended since stays: its copies wait. */
async function findCredentialProblems(trx: Trx, { firmId, values, current }: Save) {
  const credentialId = values.dmsCredentialId
  if (typeof credentialId !== 'string' || credentialId === current?.dmsCredentialId) return []
  const provider = await findMissingSignIn(trx, { firmId, credentialId })
  return provider === undefined ? [] : [{ field: 'dmsCredentialId', code: `not_signed_in:${provider}` }]
}
