import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { IdpMetadata } from './idp-metadata.ts'
import type { OwnNames } from './own-metadata.ts'

/** Two clocks may differ by this much. */
export const toleranceMs = 60_000

/** Returns the address that asks a provider for a sign-in (SAML 2.0 Bindings, section 3.4). */
export async function signInAddress(
  idp: IdpMetadata,
  own: OwnNames,
  { requestId, relayState, isFresh }: { requestId: string; relayState: string; isFresh: boolean },
): Promise<string> {
  return openSaml(idp, own, { requestId, isFresh }).getAuthorizeUrlAsync(relayState, undefined, {})
}

/**
 * Checks the signatures, times and audience of a response, and returns its assertion as far as it is signed. Throws what
 * `describeResponse` describes. What else must hold is `checkResponse`'s.
 */
export async function verifyResponse(idp: IdpMetadata, own: OwnNames, response: string): Promise<SignedAssertion> {
  const { profile } = await openSaml(idp, own).validatePostResponseAsync({ SAMLResponse: response })
  if (!profile?.getAssertion) throw new Error('Missing SAML assertion')
  const { Assertion: assertion } = profile.getAssertion() as { Assertion: SignedAssertion }
  return assertion
}

/** An element as it was parsed from the signed bytes: attributes in `$`, its text in `_`, and its parts by name. */
export interface SamlElement {
  $?: Readonly<Record<string, string>>
  _?: string
  [part: string]: unknown
}
export type SignedAssertion = SamlElement

/** Returns the parts of an element that have this name. */
export function partsOf(element: SamlElement | undefined, name: string): readonly SamlElement[] {
  const parts = element && Object.hasOwn(element, name) ? element[name] : undefined
  if (!Array.isArray(parts)) return []
  return parts.map((part) => (typeof part === 'string' ? { _: part } : (part as SamlElement)))
}

function openSaml(
  idp: IdpMetadata,
  own: OwnNames,
  { requestId, isFresh = false }: { requestId?: string; isFresh?: boolean } = {},
): SAML {
  return new SAML({
    entryPoint: idp.signInUrl,
    idpCert: [...idp.certificates],
    issuer: own.entityId,
    callbackUrl: own.acsUrl,
    audience: own.entityId,
    // Each of the two alone has been the way to sign in as someone else (CVE-2025-29774, CVE-2025-29775).
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    acceptedClockSkewMs: toleranceMs,
    // Which request an assertion answers is kept with the sign-in, in the database.
    validateInResponseTo: ValidateInResponseTo.never,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // Whatever session they have there (SAML 2.0 Core, section 3.4.1).
    forceAuthn: isFresh,
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
  })
}
