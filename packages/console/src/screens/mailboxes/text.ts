import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  mailboxes: {
    notBelieved:
      "What the mail server of this mailbox says about senders isn't believed: notices that nothing else proves wait for a person. If the mailbox is the firm's own, an administrator confirms its server, address and folder, and turns on “Believed about senders”.",
    health: {
      label: 'Health',
      status: 'Status',
      lastMessage: 'Last message',
      noMessage: 'No message has been received yet.',
      lag: 'Lag',
      noLag: 'None. Everything that had arrived by {{time}} was received.',
      notYet: 'Not read yet.',
      notRead: 'Not in use, so not read.',
      behind: '{{lag}}. What arrived since {{time}} may still be in the mailbox.',
      unread: '{{lag}}. It has not been read since {{time}}: ask your operator whether Courtcrier is running.',
      errors: 'Last errors',
      noErrors: 'None.',
      noAccess: "Your role can't view event logs.",
      allErrors: 'All errors of this mailbox',
    },
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
    folders: { show: 'Show folders' },
    count: {
      label: 'Messages since the time you entered',
      run: 'Count the messages',
      about: 'Counts in the folder as saved what would be received. Nothing is received until you save.',
    },
    arrivals: {
      label: 'Mailbox test',
      run: 'Test',
      about: 'Shows what has arrived. Send an email to the address first.',
    },
    callAddress: {
      label: 'Address for the provider',
      copied: 'Address copied',
      about: {
        SES: 'Subscribe it to the SNS topic with the protocol HTTPS, without raw message delivery. The subscription is confirmed on its own.',
        MAILGUN: 'Forward to this address in a route. Keep its ending, by which Mailgun sends messages as they are.',
        POSTMARK:
          'Enter it as the webhook of the inbound stream, with the webhook secret in place of PASSWORD, and turn on “Include raw email content in JSON payload”.',
      },
    },
    signIn: {
      label: 'Sign-in at the mail service',
      about:
        'Opens {{provider}} in a new window, where you sign in with the account and consent. Courtcrier never sees the password. Save changes first.',
      ends: 'It ends on {{time}}, unless it is used before.',
    },
  },
})
