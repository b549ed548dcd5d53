import { addTexts } from '../i18n/i18n.ts'

addTexts({
  consoleKeys: {
    title: 'Keyboard shortcuts',
    close: 'Close',
    anywhere: 'Anywhere',
    here: 'In this table',
    go: 'Go to',
    palette: 'Search, go to a page or do something',
    sheet: 'Show keyboard shortcuts',
    notices: 'Go to the newest message',
    undo: 'Undo, while the message is shown',
    leave: 'Close, or leave a field',
  },
})
