import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  textSearch: {
    label: 'Words in docket texts and documents',
    hint: 'Finds filings with all of these words in the docket text or in one document. Use "quotation marks" for an exact phrase, and mot* for words that begin with mot.',
    start: {
      title: 'Find a filing by what it says',
      text: 'Docket texts and every page of the documents are searched, scans included: try personal jurisdiction, "motion to compel" or a number such as 24-cv-01234.',
    },
    empty: {
      title: 'No filing has all of these words',
      text: 'Check the spelling, leave out a word, or search for the beginning of one, such as jurisdic*.',
      older: 'Not among the newest filings with these words. Older ones may have them.',
    },
    reading: 'Some documents are still being read; their pages are found later.',
    results: 'Filings with these words',
    docketText: 'Docket text',
    page: 'Page {{page}}',
    pages_one: '{{count}} more page',
    pages_other: '{{count}} more pages',
    filing: 'View notification',
    documents_one: '{{count}} more document has these words',
    documents_other: '{{count}} more documents have these words',
    more: 'Show older filings',
    keys: 'J K move · Enter open · / search',
    untitled: 'Untitled filing',
  },
})
