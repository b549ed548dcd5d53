import { type Effects, shownBy } from './effect.ts'

const signIn = shownBy('http/session/sign-on.test.ts')
const people = shownBy('http/session/sign-on-people.test.ts')
const switched = shownBy('http/session/sign-on-switch.test.ts')

const bySaml = shownBy('http/session/saml.test.ts')
const byMetadata = shownBy('http/session/saml-metadata.test.ts')

const byProvider = signIn('a user signs in by the provider, with the session a password gives')
const byGroups = people(
  'groups give the role, the first that applies, and a change of groups another one at the next sign-in',
)
const asNew = people('with a default role, someone new is created at the first sign-in, once')

export const identityProviderEffects: Effects = {
  protocol: bySaml('a user signs in by the provider, with the session a password gives'),
  metadataUrl: byMetadata('metadata at a URL are read once a day, and again when the certificate has changed'),
  metadata: bySaml('a sign-in begun at the provider is refused unless it is accepted, and then works once'),
  acceptsUnsolicited: bySaml('a sign-in begun at the provider is refused unless it is accepted, and then works once'),
  issuer: byProvider,
  clientId: switched('%s is named by the test'),
  clientSecret: switched('%s is named by the test'),
  scopes: signIn('the provider is asked for the scopes of its settings'),
  isActive: signIn('a provider that is not in use is not offered, and signs no one in'),
  admits: asNew,
  defaultRoleId: asNew,
  trustedDomains: people('a provider trusted for a domain vouches for its addresses, and for no others'),
  groupsClaim: byGroups,
  groupRoles: byGroups,
  expiresAt: shownBy('stores/stores.test.ts')(
    'reminds firms 14 and 3 days before a credential, a mailbox, a sending account or an identity provider expires, once each',
  ),
}

export const signOnTypeEffect = switched(
  'with single sign-on, passwords are refused but for the way back in, which administrators are told of',
)
