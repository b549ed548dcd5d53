import { boolean } from '../fields/boolean.ts'
import { date } from '../fields/date.ts'
import { domainList } from '../fields/domain-list.ts'
import { longText } from '../fields/long-text.ts'
import { reference } from '../fields/reference.ts'
import { secret } from '../fields/secret.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { textList } from '../fields/text-list.ts'
import { timestamp } from '../fields/timestamp.ts'
import { findProviderProblems } from '../provider-rules.ts'
import { defineResource, type RowOf } from '../resource.ts'

/** Shown only for this protocol. */
const withOidc = { onlyWith: { key: 'protocol', values: ['OIDC'] } }
const withSaml = { onlyWith: { key: 'protocol', values: ['SAML'] } }

/** A service by which people of the firm sign in, with OpenID Connect or SAML 2.0. */
export const identityProvider = defineResource('identity_provider', {
  label: ['Identity provider', 'Identity providers'],
  route: '/identity-providers',
  access: 'firmAccess',
  subject: 'credential',
  title: 'name',
  // Undoing a change couldn't bring back the secret.
  isUndoable: false,
  rules: findProviderProblems,
  fields: {
    name: text(4, {
      required: true,
      max: 60,
      search: true,
      help: 'On the button of the login page, such as Microsoft or the name of your firm.',
    }),
    issuer: text(5, {
      ...withOidc,
      directsSecrets: true,
      max: 500,
      pattern: /^https?:\/\/(?!\S*\/\.well-known\/)[^\s/@?#]+(?:\/[^\s?#]*)?$/i,
      patternCode: 'not_issuer',
      label: 'Issuer URL',
      help: 'As the provider names itself: https://login.microsoftonline.com/<tenant ID>/v2.0, https://accounts.google.com, https://<firm>.okta.com or https://<host>/realms/<realm>.',
    }),
    clientId: text(6, {
      ...withOidc,
      max: 200,
      label: 'Application (client) ID',
      help: 'In Entra from the page of the app registration; not the object ID.',
    }),
    clientSecret: secret(7, {
      ...withOidc,
      max: 1000,
      help: "The secret's value, which Entra shows only when it is created; not its ID.",
    }),
    scopes: text(8, {
      ...withOidc,
      required: true,
      max: 300,
      default: 'openid email profile',
      help: 'What the provider is asked for. Some provide groups only for a further scope, such as groups.',
    }),
    isActive: boolean(9, { default: true, label: 'In use', help: 'Shown on the login page.' }),
    admits: select(10, ['EXISTING', 'CREATED'], {
      required: true,
      default: 'EXISTING',
      label: 'Who may sign in',
      valueLabels: {
        EXISTING: 'Users who are listed here',
        CREATED: 'Everyone the provider lets in; new users are created',
      },
    }),
    defaultRoleId: reference(11, 'user_security_role', {
      label: 'Role of new users',
      help: 'Needed if new users are created. With roles by group, also the role of everyone in none of the groups.',
    }),
    trustedDomains: domainList(12, {
      max: 50,
      label: 'Trusted domains',
      help: "Addresses of these domains count as verified even if the provider doesn't say so, as Entra doesn't. Enter only domains whose addresses the provider gives to no one else.",
    }),
    groupsClaim: text(13, {
      max: 200,
      pattern: /^[^\s"\\]+$/,
      patternCode: 'not_text',
      label: 'Claim with the groups',
      help: 'Usually groups; with SAML the name of an attribute. If empty, roles are given by hand.',
    }),
    groupRoles: textList(14, {
      max: 100,
      longestItem: 300,
      label: 'Roles by group',
      help: 'Such as Docket staff = Docketing, with the group as the provider sends it (Entra: its object ID). The first that applies counts, at every sign-in. A role whose name has an equals sign is in quotation marks.',
    }),
    expiresAt: date(15, {
      ...withOidc,
      label: 'Secret expires on',
      help: 'When the client secret ends. The firm is reminded before.',
    }),
    protocol: select(18, ['OIDC', 'SAML'], {
      required: true,
      default: 'OIDC',
      valueLabels: { OIDC: 'OpenID Connect', SAML: 'SAML 2.0' },
    }),
    metadataUrl: text(19, {
      ...withSaml,
      max: 500,
      pattern: /^https?:\/\/[^\s/@?#]+(?:[/?]\S*)?$/i,
      patternCode: 'not_url',
      label: 'Metadata URL',
      help: 'Where the provider publishes its SAML metadata, which is read again once a day, so that a new certificate is known in time.',
    }),
    metadata: longText(20, {
      ...withSaml,
      max: 200_000,
      help: "The provider's SAML metadata as downloaded, an XML text, if there is no URL.",
    }),
    acceptsUnsolicited: boolean(21, {
      ...withSaml,
      label: 'Sign-ins started at the provider',
      help: "Accepts people who choose Courtcrier in the provider's portal. Leave it off if no one does: it lets a prepared link sign a browser in.",
    }),
    testedAt: timestamp(16, { readOnly: true, label: 'Last tested' }),
    sentence: text(17, { readOnly: true, max: 2000, label: 'Result of the test', holds: 'sentence' }),
  },
  steps: [
    { name: 'provider', fields: ['name', 'protocol', 'isActive'] },
    { name: 'oidc', label: 'OpenID Connect', fields: ['issuer', 'clientId', 'clientSecret', 'expiresAt', 'scopes'] },
    { name: 'saml', label: 'SAML', fields: ['metadataUrl', 'metadata', 'acceptsUnsolicited'] },
    { name: 'people', fields: ['admits', 'defaultRoleId', 'trustedDomains'] },
    { name: 'groups', label: 'Roles by group', fields: ['groupsClaim', 'groupRoles'] },
  ],
  deactivation: { field: 'isActive', value: false },
  unique: [['name']],
  list: { columns: ['name', 'protocol', 'isActive', 'admits', 'testedAt'], sort: 'name' },
})
export type IdentityProvider = RowOf<typeof identityProvider>
