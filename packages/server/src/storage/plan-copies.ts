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

/** What is to be stored by these policies. */
export function planCopies(input: CopyPlanInput): PlannedCopy[] {
  return input.policies.flatMap((policy) => [...documentCopies(policy, input), ...messageCopies(policy, input)])
}

function documentCopies(policy: StoragePolicy, { documents }: CopyPlanInput): PlannedCopy[] {
  if (!policy.storeDocuments) return []
  return documents.flatMap(({ id, fileId }) =>
    fileId ? [{ copyKey: `${policy.id}:${id}`, storagePolicyId: policy.id, documentId: id, fileId }] : [],
  )
}

/** Planned with the message itself; the PDF is made of it when the copy is taken up (`printed-message.ts`). */
function messageCopies(policy: StoragePolicy, { rawMessage: { itemId, fileId } }: CopyPlanInput): PlannedCopy[] {
  const { id, storeEmail } = policy
  if (storeEmail !== 'eml' && storeEmail !== 'pdf') return []
  return [{ copyKey: `${id}:${storeEmail}:${itemId}`, storagePolicyId: id, documentId: undefined, fileId }]
}

/** The form in which a copy of the notice itself is stored, which its key says whatever the policy says by now. */
export function messageForm(copyKey: string): 'eml' | 'pdf' {
  return copyKey.split(':')[1] === 'pdf' ? 'pdf' : 'eml'
}
