/** The steps that a connector takes when its credential is tested, in order. */
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

/** The steps of a credential's test: the connector's, and then one for each storage policy that saves properties with it. */
export const testStepNames = [...checkStepNames, 'properties'] as const

/** `attention`: nothing keeps documents from being saved, but something should be mended. */
export const testStepStates = ['ok', 'failed', 'skipped', 'attention'] as const

/** A step as it is shown. */
export interface TestStep {
  step: (typeof testStepNames)[number]
  state: (typeof testStepStates)[number]
  sentence: string
}

/** The answer of `POST /api/v1/{kind}/{id}/test`. */
export interface CredentialTest {
  ok: boolean
  steps: readonly TestStep[]
  sentence: string
  checked_at: string
}
