import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  trial: {
    title: 'What it would have done',
    incomplete: 'Complete the fields above to see which notices it would have applied to.',
    count_zero: 'It would have applied to none of the latest {{looked}} notices.',
    count_one: 'It would have applied to one of the latest {{looked}} notices.',
    count_other: 'It would have applied to {{count}} of the latest {{looked}} notices.',
    recent: 'The most recent:',
    whole: 'These are all of the last {{days}} days.',
    left_one: "One earlier notice of the last {{days}} days, from before {{before}}, wasn't checked in time.",
    left_other: "{{count}} earlier notices of the last {{days}} days, from before {{before}}, weren't checked in time.",
    untried_one: "One more unknown case wasn't checked in time.",
    untried_other: "{{count}} more unknown cases weren't checked in time.",
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
