import { createHmac, createPublicKey, createSign } from 'node:crypto'
import { testEmail } from './api.ts'
import { type Attack, victim } from './saml-attacks.ts'
import { otherSigner, signer } from './saml-browser.ts'
import { type ResponseValues, signed } from './saml-response.ts'

// Responses whose outer signature holds, so that the assertion's own has to stand by itself.

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const assertionOf = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
const signatureOf = (xml: string) => /<Signature[\s\S]*?<\/Signature>/.exec(xml)?.[0] ?? ''
const infoOf = (xml: string) => /<SignedInfo>[\s\S]*?<\/SignedInfo>/.exec(xml)?.[0] ?? ''
const digestOf = (xml: string) => /<DigestValue>([^<]+)/.exec(xml)?.[1] ?? ''
const idOf = (xml: string) => /ID="([^"]+)"/.exec(xml)?.[1] ?? ''
const ofVictim = (xml: string) => xml.replaceAll(testEmail('View Only'), victim).replaceAll('attacker', 'victim')
const inAssertion = (xml: string, change: (assertion: string) => string) =>
  xml.replace(assertionOf(xml), () => change(assertionOf(xml)))

/** The assertion is changed after it was signed, and the whole is signed then. */
const within = (change: (assertion: string) => string): Partial<ResponseValues> => ({
  signers: { assertion: signer },
  afterSigning: (xml) => signed(inAssertion(xml, change), 'Response', { signer, hash: 'sha256' }),
})

/** What is signed of the assertion is changed, and signed again by the provider's key. */
export const withInfo = (change: (info: string, assertion: string) => string): Partial<ResponseValues> =>
  within((assertion) => {
    const info = change(infoOf(assertion), assertion)
    const value = createSign('sha256').update(canonical(info)).sign(signer.key, 'base64')
    return assertion
      .replace(infoOf(assertion), () => info)
      .replace(/<SignatureValue>[^<]*</, `<SignatureValue>${value}<`)
  })

function canonical(info: string): string {
  return info
    .replace('<SignedInfo>', `<SignedInfo xmlns="${dsig}">`)
    .replace(/<(\w+)([^>]*?)\s*\/>/g, (_, name, attributes) => `<${name}${attributes}></${name}>`)
}

const transformed = (algorithm: string, content = '') =>
  withInfo((info) =>
    info.replace(
      /<Transform Algorithm="[^"]*exc-c14n#"\s*\/>/,
      `<Transform Algorithm="${algorithm}">${content}</Transform>`,
    ),
  )

const xpath = `<XPath xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">not(ancestor-or-self::saml:AttributeStatement)</XPath>`
const stylesheet =
  '<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"><xsl:template match="/"><x/></xsl:template></xsl:stylesheet>'

/** How the assertion is signed is none of the ways that SAML has (SAML 2.0 Core, section 5.4). */
export const oddlySigned: readonly Attack[] = [
  [
    'a stylesheet (XSLT) makes what is signed',
    transformed('http://www.w3.org/TR/1999/REC-xslt-19991116', stylesheet),
    /assertion is not signed/,
  ],
  [
    'a path (XPath) leaves out some of what is signed',
    transformed('http://www.w3.org/TR/1999/REC-xpath-19991116', xpath),
    /assertion is not signed/,
  ],
  [
    'a filter (XPath 2) does',
    transformed('http://www.w3.org/2002/06/xmldsig-filter2', xpath),
    /assertion is not signed/,
  ],
  ['its text alone is signed', transformed(`${dsig}base64`), /assertion is not signed/],
  [
    'there is one transform too many',
    withInfo((info) => info.replace('</Transforms>', `<Transform Algorithm="${dsig}base64"/></Transforms>`)),
    /not signed/,
  ],
  [
    'the whole document is referred to',
    withInfo((info) => info.replace(/URI="[^"]*"/, 'URI=""')),
    /signature reference uri not found/,
  ],
  [
    'two elements are referred to',
    withInfo((info) => info.replace(/<Reference[\s\S]*<\/Reference>/, (reference) => reference + reference)),
    /assertion is not signed/,
  ],
  [
    'none is',
    withInfo((info) => info.replace(/<Reference[\s\S]*<\/Reference>/, '')),
    /could not find any Reference elements/,
  ],
  ['another element is', { ...elsewhere('Subject') }, /assertion is not signed/],
  ['the response is', { ...elsewhere('Response') }, /assertion is not signed/],
  [
    'its digest is of SHA-1',
    withInfo((info) => info.replace('http://www.w3.org/2001/04/xmlenc#sha256', `${dsig}sha1`)),
    /SHA-1/,
  ],
  ...(['certificate', 'certificate without its lines', 'public key'] as const).map(
    (key): Attack => [
      `it is keyed with the ${key} (HMAC, SHA-256)`,
      within((assertion) => keyed(assertion, key)),
      /assertion is not signed/,
    ],
  ),
]

/** Ways that were open in libraries for signatures (CVE-2025-29774, CVE-2025-29775), and wrapping within a signed whole. */
export const doubled: readonly Attack[] = [
  [
    'a second account of what is signed comes first',
    within((a) => withSecondInfo(a, (own, other) => other + own)),
    /assertion is not signed/,
  ],
  [
    'a second account of what is signed comes last',
    within((a) => withSecondInfo(a, (own, other) => own + other)),
    /assertion is not signed/,
  ],
  [
    'a comment holds the digest of a forged assertion',
    within((a) => ofVictim(a).replace(/<DigestValue>/, `<DigestValue><!--${forgedDigest(a)}-->`)),
    /assertion is not signed/,
  ],
  [
    'a comment follows the digest of a forged assertion',
    within((a) => ofVictim(a).replace(digestOf(a), () => `${forgedDigest(a)}<!--${digestOf(a)}-->`)),
    /assertion is not signed/,
  ],
  [
    'there are two signatures',
    within((a) => a.replace(signatureOf(a), (signature) => signature + signature)),
    /Too many signatures/,
  ],
  ['the signature lies deeper', within((a) => moved(a, '<saml:Advice>', '</saml:Advice>')), /not signed/],
  [
    'a forged assertion keeps the signature, and the signed one follows without it',
    within((a) => ofVictim(a).replace(/ID="[^"]+"/, 'ID="forged"') + a.replace(signatureOf(a), '')),
    /several/,
  ],
  [
    'a forged one holds the signed one, which holds the signature',
    within((a) =>
      ofVictim(a.replace(signatureOf(a), ''))
        .replace(/ID="[^"]+"/, 'ID="forged"')
        .replace('</saml:Subject>', () => `</saml:Subject><saml:Advice>${a}</saml:Advice>`),
    ),
    /not signed/,
  ],
  [
    'the signed one is among the extensions, and a forged one in its place',
    within(
      (a) =>
        `<samlp:Extensions>${a}</samlp:Extensions>${ofVictim(a.replace(signatureOf(a), '')).replace(/ID="[^"]+"/, 'ID="forged"')}`,
    ),
    /not signed/,
  ],
  [
    'a forged one is among the extensions of what was signed without',
    {
      afterSigning: (xml) =>
        xml.replace(
          '</saml:Issuer>',
          () =>
            `</saml:Issuer><samlp:Extensions>${ofVictim(assertionOf(xml)).replace(/ID="[^"]+"/, 'ID="forged"')}</samlp:Extensions>`,
        ),
    },
    /not signed/,
  ],
  [
    'it declares an entity elsewhere',
    { afterSigning: (xml) => `<!DOCTYPE r SYSTEM "http://evil.example/e.dtd">${xml}` },
    /document type/,
  ],
  [
    'it declares entities for its own declaration',
    { afterSigning: (xml) => `<!DOCTYPE r [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>${xml}` },
    /document type/,
  ],
]

function elsewhere(element: 'Subject' | 'Response'): Partial<ResponseValues> {
  const name = (xml: string) => (element === 'Subject' ? 'part' : idOf(xml))
  return {
    signers: {},
    beforeSigning: (xml) => xml.replace('<saml:Subject>', '<saml:Subject ID="part">'),
    afterSigning: (xml) => {
      // The signature of the other element, where the assertion's own would be.
      const alone = element === 'Subject' ? (/<saml:Subject[\s\S]*<\/saml:Subject>/.exec(xml)?.[0] ?? '') : xml
      const source = alone.replace(
        '<saml:Subject ',
        `<Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${name(xml)}"><Issuer/></Assertion><saml:Subject `,
      )
      const signature = signatureOf(
        signed(`<x>${source.replace(/^<\?xml[^>]*\?>/, '')}</x>`, 'Assertion', { signer, hash: 'sha256' }),
      )
      const placed = inAssertion(xml, (a) =>
        a.replace('</saml:Issuer>', () => `</saml:Issuer>${signature.replace(/URI="[^"]*"/, `URI="#${name(xml)}"`)}`),
      )
      return signed(placed, 'Response', { signer, hash: 'sha256' })
    },
  }
}

/** A verifier that takes the algorithm from the message may use what is public as the key of an HMAC. */
function keyed(assertion: string, key: 'certificate' | 'certificate without its lines' | 'public key'): string {
  const changed = assertion.replace('xmldsig-more#rsa-sha256', 'xmldsig-more#hmac-sha256')
  const secrets = {
    certificate: signer.certificate,
    'certificate without its lines': signer.certificate.replace(/-----[A-Z ]+-----|\s/g, ''),
    'public key': createPublicKey(signer.certificate).export({ type: 'spki', format: 'pem' }),
  }
  const value = createHmac('sha256', secrets[key])
    .update(canonical(infoOf(changed)))
    .digest('base64')
  return changed.replace(/<SignatureValue>[^<]*</, `<SignatureValue>${value}<`)
}

/** The digest that the assertion would have with the victim's name. */
function forgedDigest(assertion: string): string {
  const forged = ofVictim(assertion.replace(signatureOf(assertion), ''))
  const whole = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${forged}</samlp:Response>`
  return digestOf(signed(whole, 'Assertion', { signer: otherSigner, hash: 'sha256' }))
}

function withSecondInfo(assertion: string, order: (own: string, other: string) => string): string {
  const own = infoOf(assertion)
  const other = own.replace(digestOf(own), () => forgedDigest(assertion))
  return ofVictim(assertion).replace(own, () => order(own, other))
}

function moved(assertion: string, opening: string, closing: string): string {
  const signature = signatureOf(assertion)
  return assertion
    .replace(signature, '')
    .replace('</saml:Subject>', () => `</saml:Subject>${opening}${signature}${closing}`)
}
