import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  slow: {
    lead: 'Calls from this browser that took a second or longer, with the reason if known. The list holds the latest 200 and is saved only here.',
    noneTitle: 'No slow calls',
    noneText: 'Every response since the list was last cleared took less than a second.',
    clear: 'Clear list',
    cleared: 'List of slow calls cleared.',
    slowest: 'Most often slow',
    table: 'Slow calls, newest first',
    when: 'When',
    call: 'Call',
    took: 'Duration',
    why: 'Why',
    count: 'Times',
    median: 'Typical',
    longest: 'Longest',
    seconds: '{{seconds}} s',
    outcome: {
      refused: 'The server rejected it. {{reason}}',
      timed_out: 'No response within 15 seconds. The call was canceled or sent again.',
      unreachable: "The connection was lost, or the server couldn't be reached.",
    },
    reason: {
      server: 'The server took {{server}} s.',
      network: 'The server took {{server}} s; the rest was the connection.',
      unknown: "The server didn't report its own time.",
    },
  },
})
