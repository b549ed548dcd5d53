import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  aboutPages: {
    label: 'About this installation',
  },
  releases: {
    lead: 'What has changed, the newest first. A link leads to the page that a line speaks of.',
    none: 'There are no release notes in this build.',
  },
})
