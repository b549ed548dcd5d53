import { addTexts } from '../i18n/i18n.ts'

addTexts({
  table: {
    unmapped: 'Not Mapped',
    sortHint: 'Shift and click, or Shift and Enter, sorts by this column after the others.',
    sortedAlso: 'sorted as number {{rank}}, {{direction}}',
    ascending: 'upwards',
    descending: 'downwards',
    resize: 'Width of {{field}}',
    moveUp: 'Move {{field}} forward',
    moveDown: 'Move {{field}} back',
    show: 'Show {{field}}',
    density: 'Height of rows',
    comfortable: 'Comfortable',
    compact: 'Compact',
    pinned: 'Keep the first column in sight',
    arrangement: 'Columns and rows',
    selectMatching: 'Select all {{total}} that match',
    allSelected: 'All {{total}} that match are selected',
    edit: 'Edit',
    delete: 'Delete',
    tooMany: 'At most {{most}} can be changed or deleted at once.',
    slowTitle: 'This takes longer than usual',
    slowText: 'The server is still looking. Wait, or ask again; fewer words or a filter make it faster.',
    askAgain: 'Ask again',
    tooBroadText: 'Nothing is wrong; there are only too many records that fit.',
    pageTitle: 'This page is beyond the last one',
    firstPage: 'Go to the first page',
    start: 'Go to the start page',
  },
  views: {
    current: 'View: {{name}}',
    currentChanged: 'View: {{name}}, changed',
    changed: 'Changed and not saved',
    missing: 'This view is not there any more, or it is not for you. The table is shown without it.',
  },
  cell: {
    saved: '{{field}} of {{title}} is saved.',
  },
  draft: {
    restored: 'What you typed before is here again and not yet saved.',
    discard: 'Start over',
  },
  summary: {
    title_one: '{{count}} field needs your attention',
    title_other: '{{count}} fields need your attention',
  },
})
