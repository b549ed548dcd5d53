import { describeHostile } from '../../hostile.suite.ts'
import { tames } from './parser.ts'

const open =
  'The Following are actions taken by the First Court of Appeals in cases in which you have requested notice.<br>'

describeHostile({
  parser: tames,
  folder: new URL('fixtures/', import.meta.url),
  subject: `Automated Case Update from ${'First Court of Appeals'.repeat(50)}`,
  words: ['The Following are actions taken by', 'Case Number: 01-24-00089-CV', 'To discontinue', '02/20/2026'],
  bodies: [
    ['100,000 cases', `${open}${'Case Number: 01-24-00089-CV A vs B<br>'.repeat(100_000)}`],
    ['a name of a million letters', `${open}Case Number: 01-24-00089-CV ${'x'.repeat(1_000_000)}`],
    ['a number without end', `${open}Case Number: ${'1-'.repeat(500_000)}`],
    ['500,000 actions', `${open}Case Number: 01-24-00089-CV A vs B${'<br>x'.repeat(500_000)}`],
    ['a court without end', `The Following are actions taken by ${'court '.repeat(500_000)}`],
  ],
})
