import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  copyLink: {
    label: 'Copy link: {{title}}',
    help: 'Copy link. Whoever has it sees the document without logging in',
    done: 'The link is in the clipboard. Whoever has it sees the document without logging in, until {{day}}.',
  },
})
