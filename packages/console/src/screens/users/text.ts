import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  userAccess: {
    title: 'What {{name}} can do',
    someone: 'this user',
    role: 'As {{role}}:',
    chooseRole: 'Choose a role to see what it allows.',
    onRole_zero: 'No one else has this role.',
    onRole_one: '{{count}} other user has this role: {{names}}.',
    onRole_other: '{{count}} other users have this role: {{names}}.',
    noTimekeeper: 'Isn’t linked to a timekeeper, so no ethical wall applies to this user.',
    timekeeper: 'Linked to a timekeeper: ethical walls that name the timekeeper apply.',
    loginTitle: 'Logging in',
    inactive: 'May not log in. Nothing is sent to this user.',
    receives:
      'The email contains a link to set a password. It works once, for an hour. If your firm uses single sign-on, no password is needed.',
    send: 'Send password link',
    sent: 'Password link sent to {{email}}.',
    factors: {
      none: 'Has no second factor.',
      some: 'Has a second factor: {{list}}.',
      totp: 'authenticator app',
      passkeys_one: '{{count}} passkey',
      passkeys_other: '{{count}} passkeys',
      reset: 'Remove second factors',
      title: 'Remove all second factors of {{name}}?',
      text: 'For someone who has lost them. They are logged out everywhere, are notified by email, and log in with their password alone until they add a new one. Make sure it is really them who asks.',
      keep: 'Keep',
      done: 'Second factors of {{name}} removed.',
    },
    saveFirst: 'Save the changes first.',
    invite: 'Send an invitation',
    inviteHelp_one: 'An email with a link to set a password. It works once, for {{count}} day.',
    inviteHelp_other: 'An email with a link to set a password. It works once, for {{count}} days.',
    again: 'Send again',
    invited: 'Invitation sent to {{email}}.',
    someoneElse: 'another user',
    cannotSend:
      'No invitation can be emailed, because no mail server for outgoing email is set up. Ask the administrator of this server to set COURTCRIER_SMTP_OUT.',
    state: {
      none: 'Has no password yet, and wasn’t invited.',
      open: 'Invited on {{at}} by {{by}}, not accepted yet.',
      lapsed: 'Invited on {{at}} by {{by}}, not accepted. The link no longer works.',
      settled: 'Invited on {{at}} by {{by}}. The password was set without the invitation.',
      accepted: 'Invited on {{at}} by {{by}}, accepted on {{accepted}}.',
    },
  },
})
