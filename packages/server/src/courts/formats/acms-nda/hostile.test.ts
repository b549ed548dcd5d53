import { describeHostile } from '../../hostile.suite.ts'
import { acmsNda } from './parser.ts'

const guid = 'https://ca9-showdoc.azurewebsites.us/NDA/e663b724-b14c-f011-877a-001dd806079d'
const open = `<div>Notice of Docket Activity</div><div>The following transaction was entered on 06/18/2025</div>
<div>Case Name: A v. B</div><div>Case Number: <a href='https://ca9-showdoc.azurewebsites.us/26-1'>26-1</a></div><div>Docket Text:</div>`
const numbered = (n: number) => guid.slice(0, -6) + String(n).padStart(6, '0')

describeHostile({
  parser: acmsNda,
  folder: new URL('fixtures/', import.meta.url),
  subject: `A v. B 26-1 - ${'0'.repeat(1_000)} - ${' - 1'.repeat(200)}`,
  words: ['Notice of Docket Activity', 'Case Number:', 'Docket Text:', 'Document:', `<a href="${guid}">`, ' ; '],
  bodies: [
    ['100,000 links to one document', `${open}${`<a href=${guid}>x</a>`.repeat(30_000)}`],
    [
      '5,000 documents',
      `${open}${Array.from({ length: 5_000 }, (_, n) => `<br>Document: <a href=${numbered(n)}>x</a>`)}`,
    ],
    ['links without a document', `${open}${'<a href=https://ca9-showdoc.azurewebsites.us/NDA/x>y</a>'.repeat(50_000)}`],
    ['a title of a million letters', `${open}Document: <a href=${guid}>${'x'.repeat(1_000_000)}</a>`],
    ['addresses shown without end', `${open}${`Document: x<${guid}>\n`.repeat(30_000)}`],
    ['300,000 lines of documents', `${open}${'Document: <br>'.repeat(250_000)}`],
    ['a body longer than any notice', `${open}${'<br>x'.repeat(1_000_000)}`],
  ],
})
