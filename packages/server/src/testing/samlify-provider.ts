import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import type { TestApi } from './api.ts'
import { addSamlProvider, signer } from './saml-browser.ts'
import type { SamlSigner } from './saml-response.ts'

// Schemas need a validator of their own; what is read here is Courtcrier's, and checked by what follows from it.
setSchemaValidator({ validate: async () => 'not checked' })

export const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
export const rsaSha512 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512'
export const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
export const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings:'
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

interface Setup {
  entityId: string
  signer: SamlSigner
  /** The URI of an algorithm for signatures; the digest follows from it. */
  algorithm: string
  /** How XML is made canonical before it is signed. */
  canonicalization: string
  /** Courtcrier's metadata. */
  ownMetadata: string
  isEncrypted?: boolean
}

/** Who signs in, and what differs from an honest answer. */
export interface SamlifyAnswer {
  nameId: string
  email: string
  /** Changes the XML before samlify signs it. */
  beforeSigning?: (xml: string) => string
}

export interface WantedProvider {
  algorithm?: string
  canonicalization?: string
  accepts?: boolean
  isEncrypted?: boolean
}

let providers = 0

/** Adds such a provider to the first firm, which signs by RSA with SHA-512 unless the test wants something else. */
export async function addSamlify(
  api: TestApi,
  ownMetadata: string,
  { accepts = false, ...wanted }: WantedProvider = {},
) {
  providers += 1
  const entityId = `https://samlify.example/${providers}`
  const setup = { entityId, signer, algorithm: rsaSha512, canonicalization: exclusive, ownMetadata, ...wanted }
  const provider = samlifyProvider(setup)
  const values = { name: `By samlify ${providers}`, metadata: provider.metadata, accepts_unsolicited: accepts }
  return { ...provider, setup, id: await addSamlProvider(api, values) }
}

/** An identity provider by samlify, which shares no code with the library that reads its responses but for signatures. */
export function samlifyProvider({ entityId, signer, algorithm, canonicalization, ownMetadata, isEncrypted }: Setup) {
  const idp = IdentityProvider({
    ...{ entityID: entityId, privateKey: signer.key, signingCert: signer.certificate },
    ...{ requestSignatureAlgorithm: algorithm, nameIDFormat: [persistent], isAssertionEncrypted: isEncrypted },
    singleSignOnService: [{ Binding: `${bindings}HTTP-Redirect`, Location: 'https://samlify.example/sign-in' }],
  })
  const sp = ServiceProvider({
    metadata: isEncrypted ? withKey(ownMetadata, signer) : ownMetadata,
    ...{ wantMessageSigned: true, transformationAlgorithms: [enveloped, canonicalization] },
  })
  const respond = async (requestId: string | undefined, answer: SamlifyAnswer): Promise<string> => {
    const fill = (template: string) => ({
      id: '',
      context: fillIn(template, { entityId, ownMetadata, requestId, answer }),
    })
    const options = { customTagReplacement: fill, encryptThenSign: isEncrypted ?? false }
    const { context } = await idp.createLoginResponse(sp, { extract: {} }, 'post', {}, options)
    return Buffer.from(context, 'base64').toString()
  }
  return {
    metadata: idp.getMetadata(),
    /** Answers the request that an address takes to the provider. */
    answer: async (address: string, answer: SamlifyAnswer) => {
      const query = Object.fromEntries(new URL(address).searchParams)
      const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query })
      return respond(String(extract.request?.id), answer)
    },
    /** A response that no one asked for. */
    begin: (answer: SamlifyAnswer) => respond(undefined, answer),
  }
}

let count = 0

interface Filling {
  entityId: string
  ownMetadata: string
  requestId: string | undefined
  answer: SamlifyAnswer
}

function fillIn(template: string, { entityId, ownMetadata, requestId, answer }: Filling): string {
  count += 1
  const [now, soon] = [new Date(), new Date(Date.now() + 300_000)].map((time) => time.toISOString())
  const acsUrl = /Location="([^"]+)"/.exec(ownMetadata)?.[1]
  const whole = template
    .replace('{AuthnStatement}', `<saml:AuthnStatement AuthnInstant="${now}"/>`)
    .replace(
      '{AttributeStatement}',
      '<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>{Email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>',
    )
  const xml = SamlLib.replaceTagsByValue(whole, {
    ...{ ID: `_r${count}`, AssertionID: `_a${count}`, Issuer: entityId, InResponseTo: requestId },
    ...{ IssueInstant: now, ConditionsNotBefore: now, ConditionsNotOnOrAfter: soon },
    ...{ SubjectConfirmationDataNotOnOrAfter: soon, SubjectRecipient: acsUrl, Destination: acsUrl },
    ...{ Audience: /entityID="([^"]+)"/.exec(ownMetadata)?.[1], NameIDFormat: persistent },
    ...{ StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success', NameID: answer.nameId, Email: answer.email },
  })
  return answer.beforeSigning?.(xml) ?? xml
}

/** Courtcrier offers no key to encrypt for; a provider may take one from elsewhere. */
function withKey(metadata: string, { certificate }: SamlSigner): string {
  const base64 = certificate.replace(/-----[A-Z ]+-----|\s/g, '')
  const key = `<KeyDescriptor use="encryption"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${base64}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`
  return metadata.replace('<NameIDFormat>', `${key}<NameIDFormat>`)
}
