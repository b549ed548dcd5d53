import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  copyLink: {
    label: 'Copy link: {{title}}',
    help: 'Copy link. Anyone with the link can view the document without logging in',
    done: 'Link copied. Anyone with the link can view the document without logging in until {{day}}.',
  },
})
