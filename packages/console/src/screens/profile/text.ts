import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  sessions: {
    title: 'Where you are logged in',
    lead: 'Each line is one log-in. End those you do not know, and change your password then.',
    device: 'Device',
    unknownDevice: 'A device that does not name itself',
    signedIn: 'Logged in',
    lastSeen: 'Last used',
    thisOne: 'This one',
    end: 'Log out',
    endOf: 'Log out {{device}}, last used {{ago}}',
    ended: '{{device}} is logged out.',
    endOthers: 'Log out everywhere else',
    endedOthers_one: '{{count}} other session is logged out.',
    endedOthers_other: '{{count}} other sessions are logged out.',
    onlyThis: 'You are logged in here and nowhere else.',
    action: 'What you can do',
  },
  ownDelivery: {
    title: 'How you are told of filings',
    noTimekeeperTitle: 'You are no timekeeper',
    noTimekeeper:
      'Filings are told to timekeepers. Your user names none, so nothing is sent to you. Whoever manages users can name one.',
    toUsers: 'Open the users',
    as: 'You are told as the timekeeper {{name}}, at {{email}}.',
    noEmail: 'You are the timekeeper {{name}}, who has no e-mail address, so nothing is sent to you.',
    inactive: 'The timekeeper is inactive, so nothing is sent.',
    yours: 'What you may change',
    save: 'Save',
    saved: 'How you are told is saved.',
    changeGroup_one: 'Change the group, which is yours alone',
    changeGroup_other: 'Change the group for its {{count}} people',
    changeFirm: 'Change what holds for the firm',
    cannot: 'Your role may not change these. An administrator of your firm can.',
  },
})
