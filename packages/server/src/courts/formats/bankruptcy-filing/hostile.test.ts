import { describeHostile } from '../../hostile.suite.ts'
import { bankruptcyFiling } from './parser.ts'

const open =
  'Notice of Bankruptcy Case Filing<br>A bankruptcy case concerning the debtor(s) listed below was filed under Chapter 7 '

describeHostile({
  parser: bankruptcyFiling,
  folder: new URL('fixtures/', import.meta.url),
  subject: `24-10234 ${'Notice of Bankruptcy '.repeat(90)}`,
  words: [
    'Notice of Bankruptcy Case Filing',
    'was filed under Chapter 7',
    'entered on',
    'assigned case number 24-1',
    'SSN / ITIN:',
  ],
  bodies: [
    ['a sentence without end', `${open}${'entered on '.repeat(100_000)}`],
    ['100,000 sentences', open.repeat(100_000)],
    ['half sentences', 'A bankruptcy case concerning '.repeat(60_000)],
    ['a million spaces', `A bankruptcy case${' '.repeat(1_000_000)}filed under Chapter 7`],
    ['numbers without end', `${open}. ${'assigned case number '.repeat(100_000)}`],
    ['one long number', `${open}. assigned case number ${'24-'.repeat(300_000)}`],
    ['300,000 debtors', `${open}.${'<br>John Public<br>SSN: xxx-xx-1234'.repeat(100_000)}`],
    ['200,000 links', `${open}. assigned case number 24-10234${'<a href=https://x>'.repeat(200_000)}`],
    ['a body longer than any notice', `${open}${'<br>x'.repeat(1_000_000)}`],
  ],
})
