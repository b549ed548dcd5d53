import type { Element } from '@xmldom/xmldom'
import { SignOnProblem } from '../sign-on-problem.ts'
import { type IdpMetadata, parseXml, signatureNamespace } from './idp-metadata.ts'
import type { OwnNames } from './own-metadata.ts'
import { partsOf, type SamlElement, type SignedAssertion, toleranceMs } from './saml-client.ts'

interface Expected {
  idp: IdpMetadata
  own: OwnNames
  /** The request that is answered; undefined for a sign-in begun at the provider. */
  requestId: string | undefined
  now: Date
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** What the whole of the response says, which is signed: for us, from the provider, by signatures that count. */
export function checkEnvelope(xml: string, { idp, own }: Pick<Expected, 'idp' | 'own'>): void {
  const document = parseXml(xml)
  const { documentElement: response } = document
  if (response?.localName !== 'Response') throw new SignOnProblem('broken', 'The provider sent no SAML response.')
  checkVersion(response.getAttribute('Version'), (version) => `The response is of SAML version ${version}, not 2.0.`)
  checkStatus(response)
  checkDestination(response.getAttribute('Destination') ?? '', own)
  const issuer = childOf(response, 'Issuer')
  if (issuer && issuer.textContent !== idp.entityId) throw otherIssuer(issuer.textContent, idp)
  const methods = ['SignatureMethod', 'DigestMethod'].flatMap((name) =>
    Array.from(document.getElementsByTagNameNS(signatureNamespace, name)),
  )
  // The digest in an encryption's padding (OAEP) signs nothing, and is SHA-1 as a rule.
  const ofSignatures = methods.filter(({ parentNode }) => (parentNode as Element).namespaceURI === signatureNamespace)
  if (ofSignatures.some((method) => /sha1$|md5$/i.test(method.getAttribute('Algorithm') ?? '')))
    throw new SignOnProblem('broken', 'The provider signs with SHA-1, which can be forged. Choose SHA-256 there.')
}

/**
 * The library believes an assertion whatever the status. A refusal signs no one in, so its reason counts unsigned and
 * addressed to no one, too, as many providers send it: whatever else it lacks isn't what is to be mended.
 */
function checkStatus(response: Element): void {
  const status = childOf(response, 'Status')
  const code = childOf(status, 'StatusCode')
  const value = code?.getAttribute('Value')
  if (value === success) return
  if (childOf(response, 'Assertion') || childOf(response, 'EncryptedAssertion'))
    throw new SignOnProblem(
      'broken',
      `The response has an assertion, but its status is ${value?.slice(0, 300) ?? 'missing'}, which is no success.`,
    )
  if (value)
    throw refusedByProvider(
      [value, childOf(code, 'StatusCode')?.getAttribute('Value')],
      childOf(status, 'StatusMessage')?.textContent,
    )
}

/** By the status codes (SAML 2.0 Core, section 3.2.2.2), of which the second says more. */
function refusedByProvider(
  codes: readonly (string | null | undefined)[],
  message: string | null | undefined,
): SignOnProblem {
  const names = codes.flatMap((code) => code?.split(':').at(-1)?.slice(0, 100) ?? []).join(', ')
  const said = message?.trim().replaceAll(/\s+/g, ' ').slice(0, 300).replace(/\.$/, '')
  const isCanceled = /AuthnFailed|RequestDenied|NoPassive/.test(names)
  return new SignOnProblem(
    isCanceled ? 'canceled' : 'broken',
    said ? `The provider refuses the sign-in (${names}): ${said}.` : `The provider refuses the sign-in (${names}).`,
  )
}

/** A signed message that a browser posts must name the address it is for (SAML 2.0 Bindings, section 3.5.5.2). */
function checkDestination(destination: string, { acsUrl }: OwnNames): void {
  if (destination === acsUrl) return
  throw new SignOnProblem(
    'broken',
    destination === ''
      ? `The response has no Destination. Let the provider set it to ${acsUrl}.`
      : `The response is for ${destination.slice(0, 300)}, not for ${acsUrl}.`,
  )
}

function checkVersion(version: string | null | undefined, sentence: (version: string) => string): void {
  if (version !== '2.0') throw new SignOnProblem('broken', sentence(String(version).slice(0, 20)))
}

function childOf(element: Element | undefined, name: string): Element | undefined {
  return Array.from(element?.childNodes ?? []).find(
    (node): node is Element => 'localName' in node && node.localName === name,
  )
}

/**
 * What the signed assertion must say beyond what the library checks: whose it is, for which request, and until when
 * (SAML 2.0 Profiles, section 4.1.4.3). Returns when it expires, until which it must not be accepted again.
 */
export function checkAssertion(assertion: SignedAssertion, expected: Expected): { id: string; expiresAt: Date } {
  const { idp } = expected
  checkVersion(assertion.$?.Version, (version) => `The assertion is of SAML version ${version}, not 2.0.`)
  const [issuer] = partsOf(assertion, 'Issuer')
  if (issuer?._ !== idp.entityId) throw otherIssuer(issuer?._, idp)
  const id = assertion.$?.ID ?? ''
  if (id === '') throw new SignOnProblem('broken', 'The assertion has no ID.')
  if (partsOf(assertion, 'AuthnStatement').length === 0)
    throw new SignOnProblem('broken', "The assertion doesn't say that anyone signed in.")
  const confirmations = partsOf(partsOf(assertion, 'Subject')[0], 'SubjectConfirmation')
  const problems = confirmations.map((each) => whyNotConfirmed(each, expected))
  const confirmed = confirmations.filter((_, at) => problems[at] === undefined)
  if (confirmed.length === 0)
    throw new SignOnProblem('broken', problems.find((each) => each !== undefined) ?? 'The assertion confirms no one.')
  const ends = confirmed.map((each) => Date.parse(dataOf(each).NotOnOrAfter ?? ''))
  return { id, expiresAt: new Date(Math.max(...ends) + toleranceMs) }
}

function whyNotConfirmed(confirmation: SamlElement, { own: { acsUrl }, requestId, now }: Expected): string | undefined {
  if (confirmation.$?.Method !== bearer) return 'The assertion is not of the kind that a browser carries (bearer).'
  const {
    Recipient: recipient,
    InResponseTo: request,
    NotOnOrAfter: until = '',
    NotBefore: from,
  } = dataOf(confirmation)
  if (recipient !== acsUrl)
    return `The assertion is for ${String(recipient).slice(0, 300)}, not for ${acsUrl}. Compare the assertion consumer service at the provider.`
  if (request !== requestId)
    return requestId === undefined
      ? 'The assertion answers a request that this browser did not make.'
      : 'The assertion belongs to another sign-in: it answers another request.'
  if (!(now.getTime() - toleranceMs < Date.parse(until)) || from !== undefined)
    return 'The assertion has expired or is not valid yet. If this repeats, the clock of this server or of the provider is wrong.'
  return undefined
}

function dataOf(confirmation: SamlElement): Readonly<Record<string, string>> {
  return partsOf(confirmation, 'SubjectConfirmationData')[0]?.$ ?? {}
}

function otherIssuer(name: string | null | undefined, { entityId }: IdpMetadata): SignOnProblem {
  return new SignOnProblem(
    'broken',
    `The response is from ${String(name).slice(0, 300)}, not from ${entityId}. Enter the metadata of the application that you use.`,
  )
}
