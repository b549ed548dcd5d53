import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  delivery: {
    title: 'Notification settings',
    setting: 'Setting',
    value: 'In effect',
    from: 'Set by',
    name: { method: 'Method', cadence: 'Cadence', time: 'Daily message at', template: 'Message' },
    timeIn: '{{time}}, {{zone}}',
    productTemplate: "Courtcrier's standard message",
    level: {
      timekeeper: 'The timekeeper',
      timekeeper_group: 'The preference group',
      firm: 'The firm',
      default: "Courtcrier's default",
    },
    groupNamed: 'The preference group {{name}}',
    inactive: 'The timekeeper is inactive, so nothing is sent.',
    noEmail: 'The timekeeper has no email address, so nothing is sent.',
    saveFirst: 'Shows saved settings. Your changes apply once you save.',
  },
})
