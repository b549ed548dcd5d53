import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  chats: {
    title: 'Chat channel',
    paused: 'The channel is paused: nothing is announced there until a test succeeds or its settings are saved again.',
    test: {
      label: 'Channel test',
      run: 'Send test message',
      about: 'Sends a message to the channel. Everyone in it sees it. Save changes first.',
      step: {
        address: 'Address',
        send: 'Send',
      },
    },
  },
})
