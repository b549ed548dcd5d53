import type { DocumentCopy } from '@courtcrier/contract/resources/document-copy.ts'

/** Returns whether copies are for several cases of their filing, as far as the role sees that. */
export function hasSeveralCases(copies: readonly Partial<Pick<DocumentCopy, 'caseId'>>[]): boolean {
  return new Set(copies.flatMap(({ caseId }) => caseId ?? [])).size > 1
}
