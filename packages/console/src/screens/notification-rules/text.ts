import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  ruleTrial: {
    title: 'What this rule does',
    when: 'When {{condition}},',
    always: 'For every notice,',
    tell: 'also tell {{emails}}',
    leaveOut: 'do not tell {{emails}}',
    and: 'and',
    at: '({{field}}, at character {{at}})',
    count_zero: 'It would have caught none of the latest {{looked}} notices.',
    count_one: 'It would have caught one of the latest {{looked}} notices:',
    count_other: 'It would have caught {{count}} of the latest {{looked}} notices; the latest of them:',
    untitled: 'A notice without a title',
  },
})
