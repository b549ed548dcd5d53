import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  policyPreview: {
    title: 'Where the latest documents would be saved',
    none: 'No preview yet: there is no document of a case that you can see.',
  },
})
