import { createHmac } from 'node:crypto'
import { testEmail } from './api.ts'
import { otherSigner, signer } from './saml-browser.ts'
import { type ResponseValues, signed } from './saml-response.ts'

// Responses that must sign no one in: each differs in one respect from that of an honest provider.

/** Whom the attacker would like to be. */
export const victim = testEmail('Administrator')
/** Someone at the provider who may sign in, and would like to be the administrator. */
export const attacker = { nameId: 'attacker', attributes: { email: [testEmail('View Only')] } }
const both = { response: signer, assertion: signer }
const forgedBoth = { response: otherSigner, assertion: otherSigner }

const assertionOf = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
const signatureOf = (xml: string) => /<Signature[\s\S]*?<\/Signature>/.exec(xml)?.[0] ?? ''
/** The attacker's assertion with the victim's address, under another ID. */
const forged = (assertion: string, id = 'forged') =>
  assertion
    .replace(/ID="[^"]+"/, `ID="${id}"`)
    .replaceAll(testEmail('View Only'), victim)
    .replaceAll('attacker', 'victim')
const withoutSignature = (xml: string) => xml.replace(signatureOf(xml), '')
export const inAssertion = (xml: string, change: (assertion: string) => string) =>
  xml.replace(assertionOf(xml), () => change(assertionOf(xml)))
const without = (pattern: RegExp) => ({ beforeSigning: (xml: string) => xml.replace(pattern, '') })

export type Attack = readonly [name: string, values: Partial<ResponseValues>, why: RegExp]

export const unsigned: readonly Attack[] = [
  ['neither is signed', { signers: {} }, /response is not signed/],
  ['only the assertion is signed', { signers: { assertion: signer } }, /response is not signed/],
  ['only the response is signed', { signers: { response: signer } }, /assertion is not signed/],
  [
    'both are signed by another key, which the response brings along',
    { signers: forgedBoth },
    /response is not signed/,
  ],
  ['the response is signed by another key', { signers: { ...both, response: otherSigner } }, /response is not signed/],
  [
    'the assertion is signed by another key',
    { signers: { ...both, assertion: otherSigner } },
    /assertion is not signed/,
  ],
  ['both are signed with SHA-1', { hash: 'sha1' }, /SHA-1/],
]

export const changed: readonly Attack[] = [
  ['the address was changed', { afterSigning: (xml) => xml.replace(testEmail('View Only'), victim) }, /not signed/],
  ['the name ID was changed', { afterSigning: (xml) => xml.replace('>attacker<', '>victim<') }, /not signed/],
  [
    'an attribute was added',
    {
      afterSigning: (xml) =>
        xml.replace(
          '<saml:AttributeStatement>',
          `<saml:AttributeStatement><saml:Attribute Name="mail"><saml:AttributeValue>${victim}</saml:AttributeValue></saml:Attribute>`,
        ),
    },
    /not signed/,
  ],
  [
    'the audience was changed',
    {
      audience: 'https://other.example',
      afterSigning: (xml) => xml.replace('https://other.example', 'https://one.example/api/v1/sso/saml/metadata'),
    },
    /not signed/,
  ],
  [
    'the signature is empty',
    { afterSigning: (xml) => xml.replaceAll(/<SignatureValue>[^<]*</g, '<SignatureValue><') },
    /response is not signed/,
  ],
  ['the signature is keyed with the certificate (HMAC)', { afterSigning: withHmac }, /SHA-1/],
  [
    'the digest is of nothing',
    { afterSigning: (xml) => xml.replaceAll(/<Reference URI="[^"]*"/g, '<Reference URI="#none"') },
    /assertion is not signed/,
  ],
]

/** Signature wrapping, by its known forms (Somorovsky et al., "On Breaking SAML", 2012) and what came after. */
export const wrapped: readonly Attack[] = [
  [
    'a forged response around the signed one, in its signature',
    { afterSigning: (xml) => wrapResponse(xml, 'object') },
    /assertion is not signed/,
  ],
  [
    'a forged response beside the signed one, in extensions',
    { afterSigning: (xml) => wrapResponse(xml, 'extensions') },
    /response is not signed/,
  ],
  [
    'a forged assertion before the signed one',
    { afterSigning: (xml) => inAssertion(xml, (a) => forged(withoutSignature(a)) + a) },
    /response is not signed/,
  ],
  [
    'a forged assertion after the signed one',
    { afterSigning: (xml) => inAssertion(xml, (a) => a + forged(withoutSignature(a))) },
    /response is not signed/,
  ],
  [
    'a forged assertion around the signed one',
    {
      afterSigning: (xml) =>
        inAssertion(xml, (a) =>
          forged(withoutSignature(a)).replace('</saml:Subject>', `</saml:Subject><saml:Advice>${a}</saml:Advice>`),
        ),
    },
    /not signed/,
  ],
  [
    'the signed assertion in the signature of a forged one',
    {
      afterSigning: (xml) =>
        inAssertion(xml, (a) =>
          forged(withoutSignature(a)).replace(
            '</saml:Issuer>',
            `</saml:Issuer>${signatureOf(a).replace('</Signature>', `<Object>${withoutSignature(a)}</Object></Signature>`)}`,
          ),
        ),
    },
    /not signed/,
  ],
  [
    'the signed assertion in extensions, a forged one in its place',
    {
      afterSigning: (xml) =>
        inAssertion(xml, (a) => `<samlp:Extensions>${a}</samlp:Extensions>${forged(withoutSignature(a))}`),
    },
    /not signed/,
  ],
  [
    'a forged assertion under the ID of the signed one',
    {
      afterSigning: (xml) =>
        inAssertion(xml, (a) => {
          const id = /ID="([^"]+)"/.exec(a)?.[1]
          return forged(withoutSignature(a), id) + a
        }),
    },
    /response is not signed/,
  ],
  [
    'two assertions in a response that is signed as a whole',
    {
      signers: { assertion: signer },
      afterSigning: (xml) =>
        signed(
          inAssertion(xml, (a) => forged(withoutSignature(a)) + a),
          'Response',
          { signer, hash: 'sha256' },
        ),
    },
    /several/,
  ],
]

export const misdirected: readonly Attack[] = [
  ['it is for another service', { audience: 'https://other.example' }, /for another service/],
  ['it is for no service', without(/<saml:AudienceRestriction>.*?<\/saml:AudienceRestriction>/), /for another service/],
  ['it has no conditions', without(/<saml:Conditions.*?<\/saml:Conditions>/), /for another service/],
  [
    'it is for another recipient',
    { beforeSigning: (xml) => xml.replace(/Recipient="[^"]+"/, 'Recipient="https://other.example/acs"') },
    /Compare the assertion consumer service/,
  ],
  [
    'it is sent to another address',
    { beforeSigning: (xml) => xml.replace(/Destination="[^"]+"/, 'Destination="https://other.example/acs"') },
    /is for https:\/\/other/,
  ],
  ['it is sent to no address', without(/ Destination="[^"]+"/), /no Destination/],
  ['it is from another provider', { entityId: 'https://idp.example/other' }, /from https:\/\/idp\.example\/other/],
  [
    'the assertion alone is from another provider',
    {
      beforeSigning: (xml) =>
        inAssertion(xml, (a) => a.replace('https://idp.example/saml', 'https://idp.example/evil')),
    },
    /from https:\/\/idp\.example\/evil/,
  ],
  ['it answers another request', { requestId: '_other' }, /another request/],
  ['it answers no request', { requestId: '' }, /another request/],
  ['it is confirmed by a key', { beforeSigning: (xml) => xml.replace('cm:bearer', 'cm:holder-of-key') }, /bearer/],
  ['no one is confirmed', without(/<saml:SubjectConfirmation .*?<\/saml:SubjectConfirmation>/), /confirms no one/],
  ['it names no one', { nameId: ' ' }, /no name ID/],
  ['it does not say that anyone signed in', without(/<saml:AuthnStatement.*?<\/saml:AuthnStatement>/), /signed in/],
  ['it has expired', { from: -900, until: -300 }, /expired/],
  ['it is not valid yet', { from: 600, until: 900 }, /not valid yet/],
  [
    'it never expires',
    { beforeSigning: (xml) => xml.replace(/ NotOnOrAfter="[^"]+" Recipient/, ' Recipient') },
    /NotOnOrAfter: 'undefined' is not a valid date/,
  ],
  [
    'it names someone by another ID each time',
    { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
    /transient/,
  ],
  ['it declares entities', { afterSigning: (xml) => `<!DOCTYPE r [<!ENTITY v "${victim}">]>${xml}` }, /document type/],
  [
    'the assertion is encrypted',
    { beforeSigning: (xml) => inAssertion(xml, () => '<saml:EncryptedAssertion/>'), signers: { response: signer } },
    /is encrypted/,
  ],
  ['it is no XML', { afterSigning: () => 'PDF' }, /not well-formed/],
  [
    'it is a message of another kind',
    { afterSigning: (xml) => xml.replaceAll('samlp:Response', 'samlp:LogoutResponse') },
    /no SAML response/,
  ],
]

function wrapResponse(xml: string, place: 'object' | 'extensions'): string {
  const whole = xml.replace(/^<\?xml[^>]*\?>/, '')
  const fake = whole
    .replace(/ID="[^"]+"/, 'ID="outer"')
    .replace(signatureOf(whole), '')
    .replace(assertionOf(whole), () => forged(assertionOf(whole)))
  if (place === 'extensions')
    return fake.replace('</saml:Issuer>', `</saml:Issuer><samlp:Extensions>${whole}</samlp:Extensions>`)
  const signature = signatureOf(whole)
  const holding = signature.replace(
    '</Signature>',
    () => `<Object>${whole.replace(signature, '')}</Object></Signature>`,
  )
  return fake.replace('</saml:Issuer>', () => `</saml:Issuer>${holding}`)
}

/** A verifier that takes the algorithm from the message may use the public certificate as the key of an HMAC. */
function withHmac(xml: string): string {
  const algorithm = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'
  const changed = xml.replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', algorithm)
  const info = /<SignedInfo>[\s\S]*?<\/SignedInfo>/.exec(changed)?.[0] ?? ''
  const value = createHmac('sha1', signer.certificate).update(info).digest('base64')
  return changed.replace(/<SignatureValue>[^<]*</, `<SignatureValue>${value}<`)
}
