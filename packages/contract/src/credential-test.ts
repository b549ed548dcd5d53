/** What the test of a credential does, one after the other. */
export const checkStepNames = ['connect', 'folder', 'write', 'read', 'link', 'delete'] as const
export type CheckStepName = (typeof checkStepNames)[number]

/** How one step went, and what to do where it did not go well. */
export interface CheckStep {
  step: CheckStepName
  state: 'ok' | 'failed' | 'skipped'
  sentence: string
}

/** The answer of `POST /api/v1/{kind}/{id}/test`. */
export interface CredentialTest {
  ok: boolean
  steps: readonly CheckStep[]
  sentence: string
  checked_at: string
}
