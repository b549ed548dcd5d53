import { addTexts } from '../i18n/i18n.ts'

addTexts({
  recordLinks: {
    label: 'More about this record',
    page: 'Open the page of this {{record}}',
    trail: 'View full history',
    tracking: 'Tracking and court documents',
    calls: 'Deliveries, test and secret',
    log: 'View in event logs',
  },
  noForm: {
    readOnly: 'Your role can view this but not change it.',
    notFound: "This record doesn't exist, or your role doesn't include it.",
    gone: 'This record was deleted, or your role no longer includes it.',
    goneTyped: "What you entered stays here so that you can copy it, but it can't be saved.",
    cannotCreate: 'Your role can view {{records}} but not create them.',
  },
  stepper: {
    nav: 'Steps',
    place: 'Step {{number}} of {{count}}: {{step}}',
    done: 'done',
    wrong: 'needs your attention',
    review: 'Review',
    reviewLead: 'Check the details before you create the record.',
    back: 'Back',
    next: 'Next',
    change: 'Change',
    changeStep: 'Change {{step}}',
    nothing: 'None chosen',
    keys: 'Enter next · Alt ← → steps · Ctrl Enter create',
    sections: 'Sections of the form',
  },
  secretFact: 'Entered, not shown',
  similar: {
    title_one: 'This may already exist:',
    title_other: 'One of these may be the same:',
    open: 'Open {{title}} in a new tab',
    same_number: 'same number',
    other_spelling: 'same number, written differently',
    part_of_number: 'partly the same number',
    same_name: 'same name',
    near_name: 'similar name',
  },
  taken: {
    link: 'Open {{title}}',
    unnamed: 'the record that uses it',
  },
  inPlace: {
    more: 'More fields',
    cancel: 'Cancel',
  },
  deactivate: {
    title: '{{title}} is in use',
    keep: "Don't change it",
    action: 'Set {{field}} to {{value}}',
    done: '{{title}} is no longer active.',
  },
})
