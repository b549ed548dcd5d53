import type { StoragePolicy } from '@courtcrier/contract/resources/storage-policy.ts'

/** One file to store in one place, once however often the plan is made: the key says so. */
export interface PlannedCopy {
  copyKey: string
  storagePolicyId: string
  /** Undefined for the notice itself. */
  documentId: string | undefined
  fileId: string
}

export interface CopyPlanInput {
  /** The effective policy and its additional ones (`EffectivePolicy.policies`). */
  policies: readonly StoragePolicy[]
  documents: readonly { id: string; fileId: string | null }[]
  rawMessage: { itemId: string; fileId: string }
}

/** What is to be stored, and sentences on what the policies ask for and is not. */
export function planCopies(input: CopyPlanInput): { copies: PlannedCopy[]; remarks: string[] } {
  const plans = input.policies.map((policy) => ({
    copies: [...documentCopies(policy, input), ...messageCopies(policy, input)],
    remarks: remarksOn(policy),
  }))
  return { copies: plans.flatMap((plan) => plan.copies), remarks: plans.flatMap((plan) => plan.remarks) }
}

function documentCopies(policy: StoragePolicy, { documents }: CopyPlanInput): PlannedCopy[] {
  if (!policy.storeDocuments) return []
  return documents.flatMap(({ id, fileId }) =>
    fileId ? [{ copyKey: `${policy.id}:${id}`, storagePolicyId: policy.id, documentId: id, fileId }] : [],
  )
}

function messageCopies(policy: StoragePolicy, { rawMessage: { itemId, fileId } }: CopyPlanInput): PlannedCopy[] {
  if (policy.storeEmail !== 'eml') return []
  return [{ copyKey: `${policy.id}:eml:${itemId}`, storagePolicyId: policy.id, documentId: undefined, fileId }]
}

function remarksOn(policy: StoragePolicy): string[] {
  if (policy.storeEmail !== 'pdf') return []
  return [
    `The storage policy "${policy.name}" asks for the notice as PDF, which this version cannot make; choose "As e-mail (.eml)".`,
  ]
}
