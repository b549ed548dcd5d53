import { addTexts } from '../i18n/i18n.ts'

addTexts({
  recordLinks: {
    label: 'More of this record',
    page: 'Open the page of this {{record}}',
    trail: 'Follow the notice from end to end',
    tracking: 'Tracking and court documents',
    calls: 'Calls, test and secret',
    log: 'What the log says of it',
  },
  stepper: {
    nav: 'Steps',
    place: 'Step {{number}} of {{count}}: {{step}}',
    done: 'done',
    wrong: 'needs your attention',
    review: 'Review',
    reviewLead: 'This is what will be created.',
    back: 'Back',
    next: 'Next',
    change: 'Change',
    changeStep: 'Change {{step}}',
    nothing: 'Nothing chosen',
    keys: 'Enter next · Alt ← → steps · Ctrl Enter create',
    sections: 'Parts of the form',
  },
  similar: {
    title_one: 'This may be there already:',
    title_other: 'One of these may be it already:',
    open: 'Open {{title}} in a new tab',
    same_number: 'the same number',
    other_spelling: 'the same number, written otherwise',
    part_of_number: 'its number fits as far as it is given',
    same_name: 'the same name',
    near_name: 'the name differs by little',
  },
  taken: {
    link: 'Open {{title}}',
    unnamed: 'the record that has it',
  },
  inPlace: {
    more: 'More fields',
    cancel: 'Cancel',
  },
  deactivate: {
    title: '{{title}} is in use',
    keep: 'Leave it as it is',
    action: 'Set {{field}} to {{value}}',
    done: '{{title}} is out of use now.',
  },
})
