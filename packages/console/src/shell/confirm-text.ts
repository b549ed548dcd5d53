import { addTexts } from '../i18n/i18n.ts'

addTexts({
  confirmIdentity: {
    title: 'Confirm that it is you',
    text: 'Before access or secrets are changed, confirm that it is you. What you typed is kept.',
    password: 'Password',
    code: 'Code of your authenticator app',
    submit: 'Confirm',
    byPasskey: 'Use a passkey',
    cancel: 'Cancel',
    toPassword: 'Use the password',
    toTotp: 'Use the authenticator app',
    toPasskey: 'Use a passkey',
    none: 'You logged in by an identity provider and have no password here. Log in again to do this; drafts are kept.',
    again: 'Log in again',
  },
})
