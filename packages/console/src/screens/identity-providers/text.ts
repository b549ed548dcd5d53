import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  identityProviders: {
    copy: 'Copy',
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
