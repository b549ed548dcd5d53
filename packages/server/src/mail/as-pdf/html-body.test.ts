import { expect, test } from 'vitest'
import type { Block } from './blocks.ts'
import { readHtmlBody } from './html-body.ts'

/** Blocks in short notation: `# heading`, `- item`, `*bold*`, `_italic_`, `[a | b]` for a row. */
function outline(html: string): string[] {
  return readHtmlBody(html).blocks.map(lineOf)
}

function lineOf(block: Block): string {
  if (block.kind === 'rule') return '---'
  if (block.kind === 'table') {
    return block.rows.map((row) => `[${row.map((cell) => cell.blocks.map(lineOf).join(' / ')).join(' | ')}]`).join('')
  }
  const text = block.runs.map(({ text, bold, italic }) => (bold ? `*${text}*` : italic ? `_${text}_` : text)).join('')
  const start = block.heading ? `h${block.heading} ` : block.marker ? `${block.marker} ` : ''
  return `${'>'.repeat(block.indent)}${start}${text}`
}

test.each([
  ['paragraphs and spaces', '<p>one\n  two</p>three<div>four&nbsp;five</div>', ['one two', 'three', 'four\u00a0five']],
  ['bold and italic', 'a <b>b</b> <em>c</em>', ['a *b* _c_']],
  ['headings and rules', '<h2>Title</h2><hr>text', ['h2 Title', '---', 'text']],
  ['line breaks', 'one<br>two<br><br><br>three<br>', ['one\ntwo\n\nthree']],
  ['lists', '<ul><li>a<li>b<ol><li>c</li><li>d</ol></ul>e', ['>• a', '>• b', '>>1. c', '>>2. d', 'e']],
  ['quotations', 'a<blockquote>b</blockquote>c', ['a', '>b', 'c']],
  ['preformatted text', '<pre>\n  a\n    b</pre>', ['  a\n    b']],
  ['a table of data', '<table><tr><th>A<th>B<tr><td>1<td>2</table>', ['[*A* | *B*][1 | 2]']],
  [
    'a table without end tags, and text after it',
    '<table><tr><td>1<td>2<tr><td>3<td>4</table>x',
    ['[1 | 2][3 | 4]', 'x'],
  ],
  ['a table of one row', '<table><tr><td>Tel.</td><td><b>1</b></td></tr></table>', ['Tel. *1*']],
  [
    'a column at the right that is always empty',
    '<table><tr><td>1<td>2<td><tr><td>3<td colspan=2>4</table>',
    ['[1 | 2][3 | 4]'],
  ],
  [
    'tables that arrange others',
    '<table><tr><td>top</td></tr><tr><td><table><tr><td>a<td>b<tr><td>c<td>d</table></td><td>side</td></tr></table>',
    ['top', '[a | b][c | d]', 'side'],
  ],
  [
    'links',
    '<a href="https://x.gov/1">1</a> <a href="https://x.gov">https://x.gov</a>',
    ['1 <https://x.gov/1> https://x.gov'],
  ],
  ['links to places and mail', '<a href="#top">up</a> <a href="mailto:a@b.gov">a@b.gov</a>', ['up a@b.gov']],
  [
    'pictures by name',
    'a<img src=x alt="Seal of the court">b<img src=y width=1 height=1><img src=z>',
    ['a [Image: Seal of the court] b [Image]'],
  ],
  ['scripts, styles and titles', '<title>t</title><style>p{}</style><script>alert(1)</script>text', ['text']],
  [
    'forms',
    '<form><input type=hidden value=s><input name=p value=v><textarea>t</textarea></form>',
    ['[Form field: v] t'],
  ],
  ['tags that are no tags', '<constructor><toString>text</constructor> <valueOf>x', ['text x']],
  ['wrong order', '<b><td>a</b></td></tr></table></ul>b<p>c</li>', ['*a*', 'b', 'c']],
])('%s are read', (_, html, blocks) => {
  expect(outline(html)).toEqual(blocks)
})

test('reads text nested deeper than any real page', () => {
  const { blocks, isCut } = readHtmlBody(
    `${'<table><tr><td><b>'.repeat(50_000)}deep${'</td></tr></table>'.repeat(50_000)}after`,
  )
  expect(JSON.stringify(blocks)).toMatch(/deep.*after/)
  expect(isCut).toBe(false)
})

test.each([
  ['text', 'lorem ipsum '.repeat(500_000)],
  ['paragraphs', '<p>x</p>'.repeat(600_000)],
  ['cells', `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(200_000)}</table>`],
  ['lines', `<pre>${'x\n'.repeat(100_000)}</pre>`],
  ['changes of style', '<b>a</b><i>b</i>'.repeat(300_000)],
])('%s without end are cut, and the result says so', (_, html) => {
  const { blocks, isCut } = readHtmlBody(html)
  expect(isCut).toBe(true)
  expect(JSON.stringify(blocks).length).toBeLessThan(3_000_000)
})
