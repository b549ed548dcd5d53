import { describeHostile } from '../../hostile.suite.ts'
import { taxCourt } from './parser.ts'

const open = '<p>A document has been served on your Tax Court case:</p><div>Docket Number: 12345-24</div>'

describeHostile({
  parser: taxCourt,
  folder: new URL('fixtures/', import.meta.url),
  subject: 'A document has been served',
  words: [
    'has been served on your Tax Court case',
    'Docket Number:',
    'docketEntryId:',
    '---- COMPUTER-READABLE DATA ----',
  ],
  bodies: [
    ['300,000 labels', `${open}${'<div>Served: x</div>'.repeat(150_000)}`],
    ['a label without end', `${open}<div>${'a '.repeat(500_000)}:</div>`],
    ['a type of a million letters', `${open}<div>Document Type: ${'x'.repeat(1_000_000)}</div>`],
    ['dashes without end', `${open}${'-'.repeat(1_000_000)}COMPUTER-READABLE DATA`],
  ],
})
