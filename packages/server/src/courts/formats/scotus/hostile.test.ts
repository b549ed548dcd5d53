import { describeHostile } from '../../hostile.suite.ts'
import { scotus } from './parser.ts'

const link = "<a href='https://www.supremecourt.gov/search.aspx?filename=/Public/25-1.html'>A v. B</a>"

describeHostile({
  parser: scotus,
  folder: new URL('fixtures/', import.meta.url),
  subject: 'Supreme Court Case Notification',
  words: ['A new docket entry', 'has been added for', link, 'No. 25-112', '"'],
  bodies: [
    [
      'an entry of a million letters',
      `${link}A new docket entry, "${'x'.repeat(1_000_000)}" has been added for ${link}`,
    ],
    ['200,000 entries', `${link}${'A new docket entry, "'.repeat(200_000)}`],
    ['200,000 links', link.repeat(40_000)],
    ['numbers without end', `${link}A new docket entry has been added for ${'No. '.repeat(300_000)}`],
  ],
})
