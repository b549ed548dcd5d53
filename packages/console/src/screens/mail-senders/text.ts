import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  mailSenders: {
    test: {
      label: 'Sending test',
      run: 'Test',
      about: 'Signs in and sends an email to your own address, to no one else. Save changes first.',
      step: {
        token: 'Token',
        connect: 'Connect',
        encryption: 'Encryption',
        signIn: 'Sign in',
        send: 'Send',
      },
    },
  },
})
