import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SignedXml } from 'xml-crypto'

/** A key and its certificate, as an identity provider signs with. */
export interface SamlSigner {
  key: string
  certificate: string
}

/** Returns one of the two signers of tests. */
export function samlSigner(name: 'signer' | 'other-signer'): SamlSigner {
  const pem = readFileSync(new URL(`saml-${name}.fixture.pem`, import.meta.url), 'utf8')
  const key = String(createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' }))
  return { key, certificate: new X509Certificate(pem).toString() }
}

/** What a provider's response says; times are in seconds from now. */
export interface ResponseValues {
  entityId: string
  acsUrl: string
  audience: string
  /** '' if the sign-in was begun at the provider. */
  requestId: string
  nameId: string
  nameIdFormat: string
  attributes: Readonly<Record<string, readonly string[]>>
  id: string
  from: number
  until: number
  signers: { response?: SamlSigner; assertion?: SamlSigner }
  hash: 'sha256' | 'sha1'
  /** Changes the XML before it is signed. */
  beforeSigning: (xml: string) => string
  /** Changes the XML after it was signed. */
  afterSigning: (xml: string) => string
}

/** Returns a response as XML: that of an honest provider, but for the given values. */
export function samlResponse(values: ResponseValues): string {
  const { signers, hash } = values
  const plain = values.beforeSigning(responseXml(values))
  const withAssertion = signers.assertion ? signed(plain, 'Assertion', { signer: signers.assertion, hash }) : plain
  const whole = signers.response ? signed(withAssertion, 'Response', { signer: signers.response, hash }) : withAssertion
  return values.afterSigning(whole)
}

/** Returns the metadata of a provider with these certificates. */
export function samlMetadata(entityId: string, signInUrl: string, signers: readonly SamlSigner[]): string {
  const keys = signers.map(
    ({ certificate }) =>
      `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate.replace(/-----[A-Z ]+-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
  )
  return `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${keys.join('\n    ')}
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signInUrl}"/>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signInUrl}"/>
  </IDPSSODescriptor>
</EntityDescriptor>`
}

function responseXml(values: ResponseValues): string {
  const { entityId, acsUrl, requestId, id } = values
  const answers = requestId === '' ? '' : ` InResponseTo="${requestId}"`
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="r${id}" Version="2.0" IssueInstant="${at(0)}" Destination="${acsUrl}"${answers}>` +
    `<saml:Issuer>${entityId}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
    `${assertionXml(values, answers)}</samlp:Response>`
  )
}

function assertionXml(values: ResponseValues, answers: string): string {
  const { entityId, acsUrl, audience, nameId, nameIdFormat, id, from, until } = values
  const attributes = Object.entries(values.attributes).map(
    ([name, texts]) =>
      `<saml:Attribute Name="${name}">${texts.map((text) => `<saml:AttributeValue>${text}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  )
  return (
    `<saml:Assertion ID="a${id}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${entityId}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(until)}" Recipient="${acsUrl}"${answers}/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at(from)}" NotOnOrAfter="${at(until)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="s${id}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`
  )
}

function at(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString()
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** Signs the first element of this name, with the signature after its issuer. */
export function signed(
  xml: string,
  element: 'Response' | 'Assertion',
  { signer, hash }: { signer: SamlSigner; hash: 'sha256' | 'sha1' },
): string {
  const isWeak = hash === 'sha1'
  const signature = new SignedXml({
    privateKey: signer.key,
    publicCert: signer.certificate,
    signatureAlgorithm: isWeak
      ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
      : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: exclusive,
  })
  const xpath = `(//*[local-name(.)='${element}'])[1]`
  signature.addReference({
    xpath,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
    digestAlgorithm: isWeak ? 'http://www.w3.org/2000/09/xmldsig#sha1' : 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  signature.computeSignature(xml, { location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' } })
  return signature.getSignedXml()
}
