import { addTexts } from '../i18n/i18n.ts'

addTexts({
  confirmIdentity: {
    title: 'Confirm that it is you',
    text: 'Before you change access or secrets, confirm that it is you. What you typed stays.',
    password: 'Password',
    code: 'Code of your authenticator app',
    submit: 'Confirm',
    byPasskey: 'Use a passkey',
    cancel: 'Cancel',
    toPassword: 'Use the password',
    toTotp: 'Use the authenticator app',
    toPasskey: 'Use a passkey',
    none: 'You log in with an identity provider and have no password here. To continue, log in again there. What you typed is saved as a draft, except secrets.',
    again: 'Log in again',
  },
})
