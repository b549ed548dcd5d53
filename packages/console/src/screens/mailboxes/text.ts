import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  mailboxes: {
    test: {
      label: 'Mailbox test',
      run: 'Test',
      about: 'Signs in, opens the folders and counts what would be received. Changes nothing. Save changes first.',
      step: {
        token: 'Token',
        connect: 'Sign in',
        folder: 'Open folder',
        messages: 'Count messages',
        doneFolder: 'Folder for received messages',
        callSecret: 'Proof of calls',
        calls: 'Calls',
        received: 'Messages',
      },
    },
    arrivals: {
      label: 'Mailbox test',
      run: 'Test',
      about: 'Shows what has arrived. Send an email to the address first.',
    },
    callAddress: {
      label: 'Address for the provider',
      copy: 'Copy',
      copied: 'Address copied',
      about: {
        SES: 'Subscribe it to the SNS topic with the protocol HTTPS, without raw message delivery. The subscription is confirmed on its own.',
        MAILGUN: 'Forward to it in a route. With its end, Mailgun sends messages as they are.',
        POSTMARK:
          'Enter it as the webhook of the inbound stream, with the webhook secret in place of PASSWORD, and turn on “Include raw email content in JSON payload”.',
      },
    },
    signIn: {
      label: 'Sign-in at the mail service',
      run: 'Sign in with {{provider}}',
      again: 'Sign in again with {{provider}}',
      about:
        'Opens {{provider}} in a new window, where you sign in with the account and consent. Courtcrier never sees the password. Save changes first.',
      opening:
        'Opening… If this window stays empty, continue in the Courtcrier window, which may ask you to confirm that it is you.',
      waiting:
        'Waiting for the sign-in in the other window. If you closed it, or it shows an error, press the button again.',
      blocked: 'The window was blocked by the browser. Allow pop-ups for this page, and press the button again.',
      late: 'The sign-in was not finished within ten minutes. Press the button again.',
      none: 'Not signed in yet.',
      as: 'Signed in as {{who}} on {{time}}.',
      at: 'Signed in on {{time}}.',
      ends: 'It ends on {{time}}, unless it is used before.',
    },
    redirectUri: {
      label: 'Redirect URL',
      about: 'Register it for the application at {{provider}}, before you sign in.',
      copy: 'Copy',
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
