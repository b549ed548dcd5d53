import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  identityProviders: {
    redirectUri: {
      label: 'Redirect URI',
      about: 'Register it for the application at your identity provider.',
      copy: 'Copy',
      copied: 'Redirect URI copied',
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
