import { X509Certificate } from 'node:crypto'
import { DOMParser, type Document, type Element } from '@xmldom/xmldom'
import { SignOnProblem } from '../sign-on-problem.ts'

/** What Courtcrier needs to know of a provider. */
export interface IdpMetadata {
  /** How the provider names itself. */
  entityId: string
  /** Where browsers are sent to sign in (HTTP-Redirect binding). */
  signInUrl: string
  /** PEM; several while the provider changes from one to the next. */
  certificates: readonly string[]
}

const metadataNamespace = 'urn:oasis:names:tc:SAML:2.0:metadata'
export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** Reads a provider's metadata (SAML 2.0 Metadata). Throws a `SignOnProblem` that says what they lack. */
export function parseIdpMetadata(xml: string): IdpMetadata {
  const descriptor = providerIn(parseXml(xml))
  const entityId = (descriptor.parentNode as Element).getAttribute('entityID') ?? ''
  if (entityId === '') throw lacking('name of the provider (entityID)')
  const services = Array.from(descriptor.getElementsByTagNameNS(metadataNamespace, 'SingleSignOnService'))
  const signInUrl = services.find((each) => each.getAttribute('Binding') === redirectBinding)?.getAttribute('Location')
  const { protocol } = URL.parse(signInUrl ?? '') ?? {}
  if (!signInUrl || (protocol !== 'https:' && protocol !== 'http:'))
    throw lacking('SingleSignOnService for HTTP-Redirect with a web address')
  const certificates = Array.from(descriptor.getElementsByTagNameNS(metadataNamespace, 'KeyDescriptor'))
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => Array.from(key.getElementsByTagNameNS(signatureNamespace, 'X509Certificate')))
    .map((element) => pemOf(element.textContent ?? ''))
  if (certificates.length === 0) throw lacking('certificate for signing')
  return { entityId, signInUrl, certificates }
}

/** Parses XML from outside. Throws a `SignOnProblem` for what isn't well-formed, and for document types. */
export function parseXml(xml: string): Document {
  // Entities are declared in a document type; neither metadata nor responses have one.
  if (/<!DOCTYPE/i.test(xml)) throw new SignOnProblem('broken', 'The XML has a document type, which is refused.')
  try {
    const refuse = (_level: string, message: string) => {
      throw new Error(message)
    }
    return new DOMParser({ onError: refuse }).parseFromString(xml, 'text/xml')
  } catch (cause) {
    throw new SignOnProblem('broken', 'The XML is not well-formed.', cause)
  }
}

function providerIn(document: Document): Element {
  const found = Array.from(document.getElementsByTagNameNS(metadataNamespace, 'IDPSSODescriptor'))
  const [only, ...others] = found
  if (!only) throw lacking('IDPSSODescriptor: it may be that of a service provider')
  if (others.length > 0) throw new SignOnProblem('broken', 'The metadata has several identity providers, not one.')
  return only
}

function pemOf(base64: string): string {
  const lines = base64.replace(/\s/g, '').match(/.{1,64}/g) ?? []
  const pem = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
  try {
    return new X509Certificate(pem).toString()
  } catch (cause) {
    throw new SignOnProblem('broken', 'A certificate in the metadata cannot be read.', cause)
  }
}

function lacking(what: string): SignOnProblem {
  return new SignOnProblem('broken', `The metadata has no ${what}.`)
}
