import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  load: {
    document: 'Looking the document up',
    documentFailed: 'The document cannot be shown',
    noFile: 'This document is not kept here',
    noFileReason: 'It was not had from the court.',
    notice: 'Opening the notice',
    noticeFailed: 'The notice cannot be shown',
    dms: 'Looking for the document in the DMS',
    dmsFailed: 'The document cannot be found in the DMS',
    dmsNone: 'This document is not in a DMS yet',
    dmsNoneText: 'No storage policy has stored it. You can open the copy that is kept here.',
    dmsTitle: 'Where this document is stored',
    step: 'Step {{step}} of {{of}}',
    slow: 'This takes longer than usual. It goes on by itself.',
    open: 'Open the document here',
    openInDms: 'Open in the DMS',
    copyPath: 'Copy the path',
    copied: 'The path is in the clipboard.',
    showFiling: 'Show its notification',
    home: 'Go to the first page',
    filed: 'Stored {{time}}',
    statusOf: 'Status: {{status}}',
  },
})
