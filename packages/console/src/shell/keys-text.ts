import { addTexts } from '../i18n/i18n.ts'

addTexts({
  consoleKeys: {
    title: 'Keys',
    close: 'Close',
    anywhere: 'Anywhere',
    here: 'In this table',
    go: 'Go to',
    palette: 'Search, go somewhere, do something',
    sheet: 'Show these keys',
    notices: 'Go to the newest notice',
    undo: 'Undo, as long as the notice stands',
    leave: 'Close, or leave a field',
  },
})
