import { findPolicyProblems } from '../outbox/copies/policy-problems.ts'
import type { Behaviour } from '../records/behaviour.ts'

export const storagePolicyBehaviour: Behaviour = {
  beforeSave: async (_, { id, values }) => {
    const templates = findPolicyProblems(values)
    return values.additionalStoragePolicyId === id
      ? [...templates, { field: 'additionalStoragePolicyId', code: 'leads_to_itself' }]
      : templates
  },
}
