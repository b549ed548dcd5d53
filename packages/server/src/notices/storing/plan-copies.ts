import type { StoragePolicy } from '@courtcrier/contract/resources/storage-policy.ts'

/** One file to save to one DMS. The key ensures that it is saved once, however often the plan is made. */
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

/** Plans the copies that the policies require. */
export function planCopies(input: CopyPlanInput): PlannedCopy[] {
  return input.policies.flatMap((policy) => [...documentCopies(policy, input), ...messageCopies(policy, input)])
}

function documentCopies(policy: StoragePolicy, { documents }: CopyPlanInput): PlannedCopy[] {
  if (!policy.storeDocuments) return []
  return documents.flatMap(({ id, fileId }) =>
    fileId ? [{ copyKey: `${policy.id}:${id}`, storagePolicyId: policy.id, documentId: id, fileId }] : [],
  )
}

/** Refers to the message itself; its PDF is created when the copy is saved (`printed-message.ts`). */
function messageCopies(policy: StoragePolicy, { rawMessage: { itemId, fileId } }: CopyPlanInput): PlannedCopy[] {
  const { id, storeEmail } = policy
  if (storeEmail !== 'eml' && storeEmail !== 'pdf') return []
  return [{ copyKey: `${id}:${storeEmail}:${itemId}`, storagePolicyId: id, documentId: undefined, fileId }]
}

/** The form in which the notice itself is saved. It is recorded in the key, because the policy may change later. */
export function messageForm(copyKey: string): 'eml' | 'pdf' {
  return copyKey.split(':')[1] === 'pdf' ? 'pdf' : 'eml'
}
