import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  publicDocument: {
    until: 'This link works until {{day}}.',
    closed: "This document can't be shown",
    home: 'Go to the home page',
    logIn: 'Log in to Courtcrier',
  },
})
