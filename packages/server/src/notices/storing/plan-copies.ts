import type { StoragePolicy } from '@courtcrier/contract/resources/storage-policy.ts'

/** One file to save to one DMS for one case. The key ensures that it is saved once, however often the plan is made. */
export interface PlannedCopy {
  copyKey: string
  /** Undefined for a filing without a case. */
  caseId: string | undefined
  storagePolicyId: string
  /** Undefined for the notice itself. */
  documentId: string | undefined
  fileId: string
  /** The ID of the copy of a former case of the filing that becomes this one, because it has the same place. */
  takesOver?: string
}

export interface CopyPlanInput {
  caseId: string | undefined
  /** The effective policy and its additional ones (`EffectivePolicy.policies`). */
  policies: readonly StoragePolicy[]
  documents: readonly { id: string; fileId: string | null }[]
  /** `isPart` if the notice is one of several in the message, or an original attached to it. */
  rawMessage: { itemId: string; fileId: string; isPart: boolean }
}

/** Plans the copies for a case of the filing that the case's policies require. */
export function planCopies(input: CopyPlanInput): PlannedCopy[] {
  const { caseId } = input
  return input.policies.flatMap((policy) =>
    [...documentCopies(policy, input), ...messageCopies(policy, input)].map((copy) => ({
      ...copy,
      copyKey: caseId === undefined ? copy.copyKey : `${copy.copyKey}:${caseId}`,
      caseId,
    })),
  )
}

type FileOfPolicy = Omit<PlannedCopy, 'caseId'>

function documentCopies(policy: StoragePolicy, { documents }: CopyPlanInput): FileOfPolicy[] {
  if (!policy.storeDocuments) return []
  return documents.flatMap(({ id, fileId }) =>
    fileId ? [{ copyKey: `${policy.id}:${id}`, storagePolicyId: policy.id, documentId: id, fileId }] : [],
  )
}

/**
 * Refers to the message itself; its file is made when the copy is saved (`notice-file.ts`). One of several notices
 * in a message is always a PDF: the message has notices of other cases, too, which may be behind a wall. So is an
 * attached original: the message has a forwarder's words, too.
 */
function messageCopies(
  policy: StoragePolicy,
  { rawMessage: { itemId, fileId, isPart } }: CopyPlanInput,
): FileOfPolicy[] {
  const { id, storeEmail } = policy
  if (storeEmail !== 'eml' && storeEmail !== 'pdf') return []
  const form = isPart ? 'pdf' : storeEmail
  return [{ copyKey: `${id}:${form}:${itemId}`, storagePolicyId: id, documentId: undefined, fileId }]
}

/** The form in which the notice itself is saved. It is recorded in the key, because the policy may change later. */
export function messageForm(copyKey: string): 'eml' | 'pdf' {
  return copyKey.split(':')[1] === 'pdf' ? 'pdf' : 'eml'
}
