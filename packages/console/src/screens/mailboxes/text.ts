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
      },
    },
  },
})
