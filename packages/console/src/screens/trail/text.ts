import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  trail: {
    title: 'One notice from end to end',
    lead: 'Mail, steps, deliveries, copies and events of one filing, in the order of time.',
    narrow: 'What is shown',
    none: 'Nothing of this notice is shown with these choices.',
    all: 'Show all of it',
    missing: 'There is no such notice',
    missingText: 'It may have been removed, or your role does not show it.',
    toInbox: 'Go to the inbox',
    openItem: 'Open the inbox item',
    kind: {
      received: 'Mail',
      history: 'Steps',
      delivery: 'Deliveries',
      copy: 'Copies',
      event: 'Events',
    },
    received: 'Received: {{subject}}',
    noSubject: 'a message without a subject',
    by: 'by {{name}}',
    colleague: 'a colleague',
    delivery: {
      waiting: '{{email}} is to be told',
      sending: '{{email}} is being told',
      sent: '{{email}} was told',
      failed: '{{email}} could not be told',
      canceled: '{{email}} was not told any more',
    },
    copy: {
      new: '{{path}} is to be stored',
      started: '{{path}} is being stored',
      failed: '{{path}} could not be stored',
      succeeded: '{{path}} was stored',
      delayed: '{{path}} is stored later',
      canceled: '{{path}} was not stored any more',
    },
    somebody: 'Somebody',
    aCopy: 'A copy',
  },
})
