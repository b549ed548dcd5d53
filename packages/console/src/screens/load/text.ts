import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  load: {
    document: 'Finding the document',
    documentFailed: "The document can't be shown",
    noFile: "This document isn't saved here",
    noFileReason: "It couldn't be retrieved from the court.",
    notice: 'Opening the notice',
    noticeFailed: "The notice can't be shown",
    dms: 'Finding the document in the DMS',
    dmsFailed: "The document can't be found in the DMS",
    dmsNone: "This document isn't in a DMS yet",
    dmsNoneText: 'No {{one.storage_policy}} has saved it to a DMS. You can open the copy saved here.',
    dmsTitle: 'Copies of this document in DMS',
    step: 'Step {{step}} of {{of}}',
    slow: "This is taking longer than usual. You don't need to do anything.",
    open: 'Open the document here',
    openInDms: 'Open in DMS',
    copyPath: 'Copy path',
    copied: 'Path copied.',
    showFiling: 'View notification',
    home: 'Go to the home page',
    filed: 'Saved {{time}}',
    statusOf: 'Status: {{status}}',
  },
})
