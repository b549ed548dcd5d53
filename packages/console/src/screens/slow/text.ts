import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  slow: {
    lead: 'Calls of this browser that took a second or longer, and why as far as it can be told. They are kept here only, at most the last two hundred.',
    noneTitle: 'No call was slow',
    noneText: 'Since the list was last cleared every answer came within a second.',
    clear: 'Clear the list',
    cleared: 'The list of slow calls is cleared.',
    slowest: 'What was slow most often',
    table: 'Slow calls, the last one first',
    when: 'When',
    call: 'Call',
    took: 'Took',
    why: 'Why',
    count: 'Times',
    median: 'Usual',
    longest: 'Longest',
    seconds: '{{seconds}} s',
    outcome: {
      refused: 'The server refused it. {{reason}}',
      timed_out: 'No answer came within 15 seconds, and the call was given up or tried again.',
      unreachable: 'The connection broke, or the server could not be reached.',
    },
    reason: {
      server: 'The server worked {{server}} s on it.',
      network: 'The server needed {{server}} s; the rest went to the connection.',
      unknown: 'The server did not say how much of it was its own.',
    },
  },
})
