import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  filed: {
    back: 'All {{records}}',
    log: 'View in event logs',
    facts: 'About this {{record}}',
    clientWall: 'Behind an ethical wall around the {{one.client}}: {{name}}',
    wall: 'Behind an ethical wall: {{name}}',
    none: 'Nothing yet.',
    pages: 'Pages of {{records}}',
    range: '{{from}} to {{to}} of {{total}}',
    court: {
      title: 'Its notices',
      read: 'Notices from {{system}} are read.',
      unread:
        "No e-filing system is known for this court. Its notices are read if they name the court in a format that Courtcrier knows, or in one of your firm's.",
      historical: 'This court no longer sits.',
      login: 'Documents are retrieved by the links in its notices. Courtcrier has no login of its own for this court.',
    },
    missing: "This {{record}} doesn't exist",
    missingText: "It was deleted, or you don't have access to it.",
  },
})
