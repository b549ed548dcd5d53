import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  transferMenu: {
    label: 'Import and export',
    exportView: 'Export this view',
    importFile: 'Import from a file',
    template: 'Download a template',
    place: 'Exports and imports',
  },
})
