import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  aboutPages: {
    label: 'About this installation',
  },
  releases: {
    lead: 'What changed, newest first. Links open the page a change is about.',
    none: 'This build has no release notes.',
    older: 'Show older changes',
  },
})
