import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  firm: {
    chosenRatio: 'As chosen it reaches {{ratio}} : 1 against the page. Text has to reach {{least}} : 1.',
    chosenPasses: 'As chosen it reaches {{ratio}} : 1 against the page, enough for text.',
    useNearest: 'Use {{colour}} instead ({{ratio}} : 1)',
    noColour: 'This is no color yet; the console shows its own.',
    accentOf: 'What the console makes of {{label}}',
    logoNow: 'The logo as it is shown',
    logoNone: 'No logo yet: the initials stand in.',
    logoRemove: 'Remove the logo',
    logoRemoved: 'The logo is removed.',
    ownLook: 'On this browser only',
    preferences: 'For everybody of the firm',
    tableStripes: 'Stripes in tables',
    quiet: 'Only important messages',
    quietHelp: 'Warnings, failures and whatever can be undone are always shown.',
  },
})
