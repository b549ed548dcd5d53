import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  trial: {
    title: 'What it would have done',
    incomplete: 'Complete the fields above to see which notices it would have applied to.',
    count_zero: 'It would have applied to none of the latest {{looked}} notices.',
    count_one: 'It would have applied to one of the latest {{looked}} notices:',
    count_other: 'It would have applied to {{count}} of the latest {{looked}} notices. The most recent:',
    whole: 'These are all of the last {{days}} days.',
    left_one: 'There was no time for one earlier one of the last {{days}} days, from before {{before}}.',
    left_other: 'There was no time for {{count}} earlier ones of the last {{days}} days, from before {{before}}.',
    untried_one: 'There was no time to try it on one more unknown case.',
    untried_other: 'There was no time to try it on {{count}} more unknown cases.',
    looking: 'Checking the last {{days}} days…',
    try: 'Try other entries: {{list}}',
    draft: '{{list}}, not saved yet',
    save: 'Save',
    cancel: 'Cancel',
    would: 'Then',
    did: 'Instead of',
    properties: 'What will be written',
    untitled: 'A notice without a title',
  },
})
