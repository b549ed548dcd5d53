import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  trial: {
    title: 'What it would have done',
    incomplete: 'Complete the fields above to see which notices it would have applied to.',
    count_zero: 'It would have applied to none of the latest {{looked}} notices.',
    count_one: 'It would have applied to one of the latest {{looked}} notices:',
    count_other: 'It would have applied to {{count}} of the latest {{looked}} notices. The most recent:',
    would: 'Then',
    did: 'Instead of',
    properties: 'What will be written',
    untitled: 'A notice without a title',
  },
})
