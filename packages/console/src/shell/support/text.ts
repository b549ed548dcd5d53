import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  support: {
    title: 'Support and local data',
    close: 'Close',
    mode: 'Support mode',
    modeHelp: 'Shows on every page the ids and times that somebody who helps you will ask for.',
    diagnostic: 'What support should know',
    diagnosticHelp: 'Times, versions and ids. No names of cases, no words you searched for, no passwords or tokens.',
    copy: 'Copy',
    copied: 'It is in the clipboard.',
    local: 'Local data',
    localHelp:
      'This browser keeps how you arranged tables, what you typed and did not save, and what you opened lately. You stay logged in.',
    clear: 'Clear local data',
    clearTitle: 'Clear what this browser keeps?',
    clearText: 'What you typed and did not save is lost, and tables are as they came. Nothing changes on the server.',
    clearConfirm: 'Clear it',
    keep: 'Keep it',
    bar: 'Support mode',
    page: 'Page',
    record: 'Record',
    user: 'User',
    role: 'Role',
    lastCall: 'Last call',
    call: '{{method}} {{path}}: {{ms}} ms',
    ofServer: ', {{server}} ms of it the server, {{database}} ms the database',
    request: 'Request',
    more: 'Details',
    off: 'Turn off',
  },
})
