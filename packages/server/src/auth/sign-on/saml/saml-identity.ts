import { isEmail } from '@courtcrier/contract/fields/email.ts'
import type { IdentityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { oneLine } from '@courtcrier/lib/mail-text.ts'
import { isStorableTime } from '../../../base/db/storable-time.ts'
import { type Identity, longestName } from '../identity.ts'
import { SignOnProblem } from '../sign-on-problem.ts'
import type { IdpMetadata } from './idp-metadata.ts'
import { partsOf, type SignedAssertion } from './saml-client.ts'

/** Attributes that have the address, by the names that Entra, Okta, Google, AD FS and Shibboleth give them. */
const emailNames = [
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'email',
  'mail',
  'emailaddress',
  'user.email',
]
const nameNames = ['http://schemas.microsoft.com/identity/claims/displayname', 'urn:oid:2.16.840.1.113730.3.1.241']
const fullNames = [...nameNames, 'displayname', 'name', 'cn']
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const givenNames = [`${claims}/givenname`, 'urn:oid:2.5.4.42', 'givenname', 'firstname', 'first_name']
const familyNames = [`${claims}/surname`, 'urn:oid:2.5.4.4', 'surname', 'sn', 'lastname', 'last_name']

/** Entra sends this instead of the groups of people who are in more than 150. */
const groupsElsewhere = 'http://schemas.microsoft.com/claims/groups.link'

/** Returns who an assertion says signed in. Throws a `SignOnProblem` if it names them by another ID each time. */
export function samlIdentity(assertion: SignedAssertion, idp: IdpMetadata, provider: IdentityProvider): Identity {
  const [name] = partsOf(partsOf(assertion, 'Subject')[0], 'NameID')
  const nameId = name?._?.trim() ?? ''
  if (nameId === '') throw new SignOnProblem('broken', 'The assertion names no one: it has no name ID.')
  if (name?.$?.Format?.endsWith(':transient'))
    throw new SignOnProblem(
      'broken',
      'The provider sends another name ID at each sign-in (transient). Choose persistent, or the email address.',
    )
  const attributes = attributesOf(assertion)
  const given = [...valuesOf(attributes, emailNames), nameId].find(isEmail)
  const domain = given?.slice(given.lastIndexOf('@') + 1).toLowerCase()
  const fullName =
    valuesOf(attributes, fullNames)[0] ??
    [valuesOf(attributes, givenNames)[0], valuesOf(attributes, familyNames)[0]].filter(Boolean).join(' ')
  return {
    issuer: idp.entityId,
    // A name ID is unique for its provider, and may be for whom it is meant.
    subject: [idp.entityId, name?.$?.NameQualifier, name?.$?.SPNameQualifier, nameId].filter(Boolean).join(' '),
    email: given,
    // SAML has no word for it.
    isVerified: given !== undefined && provider.trustedDomains.includes(domain ?? ''),
    denial: undefined,
    name: oneLine(fullName, longestName) || undefined,
    groups: provider.groupsClaim ? groupsOf(attributes, provider.groupsClaim) : undefined,
    authenticatedAt: authenticationOf(assertion),
    saysWhen: true,
  }
}

/** Returns when they last logged in at the provider: of several statements the earliest, as none was to be later. */
function authenticationOf(assertion: SignedAssertion): Date | undefined {
  const times = partsOf(assertion, 'AuthnStatement').map(({ $: { AuthnInstant: at = '' } = {} }) => Date.parse(at))
  const earliest = new Date(Math.min(...times))
  return isStorableTime(earliest) ? earliest : undefined
}

type Attributes = ReadonlyMap<string, readonly string[]>

/** The values by the attributes' names in lower case; what isn't text is left out. */
function attributesOf(assertion: SignedAssertion): Attributes {
  const found = new Map<string, string[]>()
  for (const statement of partsOf(assertion, 'AttributeStatement'))
    for (const attribute of partsOf(statement, 'Attribute')) {
      const values = partsOf(attribute, 'AttributeValue').flatMap(({ _: text }) => (text?.trim() ? [text.trim()] : []))
      const name = attribute.$?.Name?.toLowerCase() ?? ''
      found.set(name, [...(found.get(name) ?? []), ...values])
    }
  return found
}

/** Returns the groups; undefined if they are left out, and so say nothing. */
function groupsOf(attributes: Attributes, name: string): readonly string[] | undefined {
  return attributes.get(name.toLowerCase()) ?? (attributes.has(groupsElsewhere) ? undefined : [])
}

function valuesOf(attributes: Attributes, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => attributes.get(name) ?? [])
}
