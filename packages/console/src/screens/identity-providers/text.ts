import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  identityProviders: {
    redirectUri: {
      label: 'Redirect URI (OpenID Connect)',
      about: 'Register it for the application at your identity provider.',
      copied: 'Redirect URI copied',
    },
    entityId: {
      label: 'Entity ID (SAML)',
      about:
        "Also called audience or identifier. It is the address of Courtcrier's metadata, for providers that read it.",
      copied: 'Entity ID copied',
    },
    acsUrl: {
      label: 'Reply URL (SAML)',
      about: 'Also called assertion consumer service (ACS) or single sign-on URL.',
      copied: 'Reply URL copied',
    },
    baseUrl: {
      label: 'SCIM base URL',
      about: 'Also called tenant URL (Entra) or SCIM connector base URL (Okta).',
      copied: 'SCIM base URL copied',
    },
    provisioning: {
      title: 'Provisioning',
      about:
        'The provider can create, change and deactivate users here by SCIM 2.0, as people join, change and leave. It needs the base URL and a token.',
      none: "No token yet. Without one the provider can't provision users.",
      create: 'Create token',
      makeTitle: 'Create provisioning token',
      name: 'Name',
      nameHelp: "Where it's used, such as “Entra provisioning”.",
      counts_one: '{{count}} user is provisioned.',
      counts_other: '{{count}} users are provisioned.',
      groups: 'Provisioned groups',
      group: 'Group',
      members: 'Members',
      role: 'Role',
      noRole: 'No role by group',
    },
    test: {
      label: 'Test sign-in',
      run: 'Test sign-in',
      about:
        'Opens the provider in a new window. Nothing is changed, and no one is logged in. Save changes first. You can turn single sign-on on once you have signed in this way.',
      none: 'Not tested with these settings.',
      at: 'Tested {{time}}',
      blocked: 'The window was blocked by the browser. Allow pop-ups for this page, and test again.',
    },
  },
})
