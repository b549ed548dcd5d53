import { SignOnProblem } from '../sign-on-problem.ts'
import type { OwnNames } from './own-metadata.ts'

/** Returns what an error of a response means for the firm, and what to do about it. */
export function describeResponse(error: unknown, own: OwnNames): SignOnProblem {
  if (error instanceof SignOnProblem) return error
  const { message } = error instanceof Error ? error : { message: String(error) }
  const known = advice.find(([pattern]) => pattern.test(message))?.[1](own)
  return new SignOnProblem(
    'broken',
    known ?? `The provider's response can't be accepted: ${message.slice(0, 300)}`,
    error,
  )
}

/** Whether other certificates could make a difference. */
export function isUnknownSignature(error: unknown): boolean {
  return error instanceof Error && /^Invalid (?:document )?signature$/.test(error.message)
}

/** By the library's messages. */
const advice: readonly (readonly [RegExp, (own: OwnNames) => string])[] = [
  [
    /^Invalid document signature/,
    () =>
      'The response is not signed with a certificate of the metadata. Let the provider sign both response and assertion, and enter its present metadata.',
  ],
  [/multiple assertions/, () => 'The response has several assertions, which is refused.'],
  [
    /^Invalid signature/,
    () =>
      'The assertion is not signed with a certificate of the metadata. Let the provider sign both response and assertion, and enter its present metadata.',
  ],
  [
    /AudienceRestriction|audience/i,
    ({ entityId }) =>
      `The assertion is for another service. Enter ${entityId} as the entity ID (audience) at the provider.`,
  ],
  [
    /expired|not yet valid/,
    () =>
      'The assertion has expired or is not valid yet. If this repeats, the clock of this server or of the provider is wrong.',
  ],
  [
    /decrypt/i,
    () => 'The assertion is encrypted. Turn its encryption off at the provider; the connection is encrypted.',
  ],
  [/Missing SAML assertion/, () => 'The response has no assertion.'],
]
