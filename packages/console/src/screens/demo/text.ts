import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  demoPage: {
    lead: 'This firm does not exist, and its courts are simulated. Break whatever you like.',
    elsewhereTitle: 'This is not a demo',
    elsewhere:
      'A demo has a firm of its own, on your own machine, with simulated courts that send it notices. Start one with',
    elsewhereAfter: 'in the folder of Courtcrier. Nothing of this installation is touched by it.',
    people: 'Who one can be',
    role: 'Role',
    email: 'Email',
    password: 'Password',
    mail: 'What it sends',
    mailText: 'Nothing leaves this machine: every mail to a timekeeper is caught.',
    openMail: 'Open the caught mail',
    noMail: 'This demo catches its mail nowhere that can be opened.',
    send: 'Send notices now',
    sendText: 'The simulated courts file at once, and the notices come in like all others.',
    count: 'How many filings',
    sent_one: '{{count}} filing is on its way to the inbox.',
    sent_other: '{{count}} filings are on their way to the inbox.',
    toInbox: 'Open the inbox',
    reset: 'Reset the demo firm',
    resetText:
      'Everything that was changed here is forgotten, and the firm is as on the first day. Everybody has to log in again.',
    resetTitle: 'Reset the demo firm?',
    resetKeep: 'Keep it as it is',
    resetDone: 'The demo firm is as on the first day. Log in again.',
    noControls: 'This demo was started without its simulated courts, so nothing can be sent and nothing reset.',
    notAllowed: 'Sending notices and resetting the firm need a role that may change the firm.',
  },
})
