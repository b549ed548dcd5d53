import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  trail: {
    title: 'Full history of a notice',
    lead: 'Emails, steps, deliveries, copies and events of one filing, in order of time.',
    narrow: 'Show',
    none: "Nothing in this notice's history matches these choices.",
    all: 'Show all',
    missing: "This notice doesn't exist",
    missingText: "It may have been removed, or your role doesn't include it.",
    toInbox: 'Go to the inbox',
    openItem: 'Open the inbox item',
    kind: {
      received: 'Email',
      history: 'Steps',
      delivery: 'Deliveries',
      copy: 'Copies',
      event: 'Events',
    },
    received: 'Received: {{subject}}',
    noSubject: 'message without a subject',
    by: 'by {{name}}',
    colleague: 'a colleague',
    delivery: {
      waiting: '{{email}} will be notified',
      sending: '{{email}} is being notified',
      sent: '{{email}} was notified',
      failed: "{{email}} couldn't be notified",
      canceled: 'The email to {{email}} was canceled',
    },
    copy: {
      new: '{{path}} will be saved to the DMS',
      started: '{{path}} is being saved to the DMS',
      failed: "{{path}} couldn't be saved to the DMS",
      succeeded: '{{path}} was saved to the DMS',
      delayed: '{{path}} will be saved to the DMS later',
      canceled: 'Saving {{path}} to the DMS was stopped',
    },
    somebody: 'Someone',
    aCopy: 'A copy',
  },
})
