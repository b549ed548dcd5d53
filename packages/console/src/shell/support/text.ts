import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  support: {
    title: 'Support and local data',
    close: 'Close',
    mode: 'Support mode',
    modeHelp: 'Shows on every page the IDs and times that support will ask for.',
    diagnostic: 'Information for support',
    diagnosticHelp: 'Times, versions and IDs. No case names, search words, passwords or tokens.',
    copy: 'Copy',
    copied: 'Copied.',
    local: 'Local data',
    localHelp:
      "This browser saves your table layouts, unsaved changes and recently opened records. Clearing them doesn't log you out.",
    clear: 'Clear local data',
    clearTitle: 'Clear local data?',
    clearText: 'Unsaved changes are lost and tables return to their default layout. Nothing changes on the server.',
    clearConfirm: 'Clear',
    keep: 'Keep it',
    bar: 'Support mode',
    page: 'Page',
    record: 'Record',
    user: 'User',
    role: 'Role',
    lastCall: 'Last call',
    call: '{{method}} {{path}}: {{ms}} ms',
    ofServer: ', {{server}} ms in the server, {{database}} ms in the database',
    request: 'Request',
    more: 'Details',
    off: 'Turn off',
  },
})
