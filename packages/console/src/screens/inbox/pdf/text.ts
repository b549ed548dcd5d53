import { addTexts } from '../../../i18n/i18n.ts'

addTexts({
  inbox: {
    pdf: {
      label: 'Document {{title}}',
      loading: 'Opening the document',
      loaded: '{{loaded}} of {{size}}',
      failed: "The document can't be shown.",
      password: 'The document is password-protected. Download it to open it.',
      broken: "This file can't be read as a PDF. Download it to open it in another program.",
      back: 'Back to the notice',
      page: 'Page',
      ofPages: 'of {{count}}',
      previousPage: 'Previous page',
      nextPage: 'Next page',
      zoomIn: 'Zoom in',
      zoomOut: 'Zoom out',
      fitWidth: 'Fit width',
      zoom: '{{percent}}%',
      find: 'Find in the document',
      previousHit: 'Previous match',
      nextHit: 'Next match',
      hits: '{{current}} of {{total}}',
      noHits: 'not found',
      download: 'Download',
      tools: 'Document tools',
      pages: 'Pages',
    },
  },
})
