/** `/api/v1/storage_policy/preview`: where the templates of a policy would put the latest documents. */
export interface PolicyPreview {
  /** What is wrong with a template, as sentences, by its field. */
  problems: readonly { field: 'documentPath' | 'documentName'; message: string }[]
  samples: readonly PolicySample[]
  /** What the place of the policy's credential does not do, as sentences. */
  warnings: readonly string[]
}

export interface PolicySample {
  /** The document: its title and case, as far as the caller may read them. */
  title: string
  /** The path below the store's root, or why there is none. */
  path: string
  /** What the templates made and no store takes as it is, as sentences. */
  warnings: readonly string[]
}

/** So many of the latest documents are shown. */
export const mostSamples = 5
