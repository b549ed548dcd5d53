import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  filed: {
    back: 'All {{records}}',
    edit: 'Open in its list',
    log: 'What the log says of it',
    facts: 'About this {{record}}',
    wall: 'Behind an ethical wall: {{name}}',
    none: 'Nothing yet.',
    pages: 'Pages of {{records}}',
    range: '{{from}} to {{to}} of {{total}}',
    missing: 'There is no such {{record}}',
    missingText: 'It may have been deleted, or your role does not show it.',
  },
})
