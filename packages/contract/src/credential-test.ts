/** The steps of a credential's test, in order. */
export const checkStepNames = ['connect', 'folder', 'write', 'read', 'link', 'delete'] as const
export type CheckStepName = (typeof checkStepNames)[number]

/** The result of one step, and what to do if it failed. */
export interface CheckStep {
  step: CheckStepName
  state: 'ok' | 'failed' | 'skipped'
  sentence: string
  /** Whether it failed because the DMS wasn't reached or didn't work, which says nothing about the credential. */
  isPassing?: boolean | undefined
}

/** The answer of `POST /api/v1/{kind}/{id}/test`. */
export interface CredentialTest {
  ok: boolean
  steps: readonly CheckStep[]
  sentence: string
  checked_at: string
}
