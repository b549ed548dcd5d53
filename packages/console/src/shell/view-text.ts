import { addTexts } from '../i18n/i18n.ts'

addTexts({
  viewBanner: {
    sentence: 'You are viewing Courtcrier as {{role}}.',
    readOnly: 'Nothing can be changed.',
    leave: 'Leave',
  },
})
