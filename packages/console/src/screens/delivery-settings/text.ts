import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  delivery: {
    title: 'How filings are told',
    setting: 'Setting',
    value: 'What holds',
    from: 'Where it comes from',
    name: { method: 'Method', cadence: 'Cadence', time: 'Daily message at', template: 'Message' },
    timeIn: '{{time}}, {{zone}}',
    productTemplate: "Courtcrier's own message",
    level: {
      timekeeper: 'The timekeeper',
      timekeeper_group: 'The preference group',
      firm: 'The firm',
      default: 'Courtcrier, as nobody set it',
    },
    groupNamed: 'The preference group {{name}}',
    inactive: 'The timekeeper is inactive, so nothing is sent.',
    noEmail: 'The timekeeper has no e-mail address, so nothing is sent.',
    saveFirst: 'Shown as saved; what is typed here counts once it is saved.',
  },
})
