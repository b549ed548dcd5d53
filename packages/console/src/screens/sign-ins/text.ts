import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  signInElsewhere: {
    run: 'Sign in with {{provider}}',
    again: 'Sign in again with {{provider}}',
    opening:
      'Opening… If this window stays empty, continue in the Courtcrier window, which may ask you to confirm that it is you.',
    waiting:
      'Waiting for the sign-in in the other window. If you closed it, or it shows an error, press the button again.',
    blocked: 'The window was blocked by the browser. Allow pop-ups for this page, and press the button again.',
    late: 'The sign-in was not finished within ten minutes. Press the button again.',
    none: 'Not signed in yet.',
    as: 'Signed in as {{who}} on {{time}}.',
    at: 'Signed in on {{time}}.',
    redirectUri: {
      label: 'Redirect URL',
      about: 'Register it for the application at {{provider}}, before you sign in.',
      copied: 'Redirect URL copied',
    },
    popUp: {
      done: 'Signed in',
      failed: 'Not signed in',
      close: 'You can close this window and continue in Courtcrier.',
      closeButton: 'Close window',
      late: 'This sign-in was already used, took longer than ten minutes, or was started in another browser. Start again in Courtcrier.',
    },
  },
})
