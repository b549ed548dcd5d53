import { addTexts } from '../../../i18n/i18n.ts'

addTexts({
  inbox: {
    pdf: {
      label: 'Document {{title}}',
      loading: 'Opening the document',
      loaded: '{{loaded}} of {{size}}',
      failed: 'The document cannot be shown.',
      password: 'The document is protected by a password. Download it to open it.',
      broken: 'The file is no PDF that can be read. Download it to look at it elsewhere.',
      back: 'Back to the notice',
      page: 'Page',
      ofPages: 'of {{count}}',
      previousPage: 'Previous page',
      nextPage: 'Next page',
      zoomIn: 'Larger',
      zoomOut: 'Smaller',
      fitWidth: 'Fit width',
      zoom: '{{percent}}%',
      find: 'Find in the document',
      previousHit: 'Previous hit',
      nextHit: 'Next hit',
      hits: '{{current}} of {{total}}',
      noHits: 'not found',
      download: 'Download',
      tools: 'Document tools',
      pages: 'Pages',
    },
  },
})
