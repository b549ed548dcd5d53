import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  policyPreview: {
    title: 'Where the latest documents would go',
    none: 'There is no document of a case yet that you may see, so there is nothing to show.',
  },
})
