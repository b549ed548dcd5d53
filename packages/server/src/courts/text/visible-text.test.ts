import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linksWithin, readHtml, textOutside, visibleText } from './visible-text.ts'

test("visible text is the source's text with references decoded and nothing collapsed", () => {
  expect(visibleText('<p>A &amp; B&nbsp &nbsp;C</p>\n <b> d</b>&#x41;')).toBe('A & B\u00a0 \u00a0C\n  dA')
})

test('comments, scripts, styles and titles are left out', () => {
  const html =
    '<title>t</title><style><!-- s --></style>a<!-- b --><SCRIPT>"</b>"</SCRIPT><template><p>x</p></template>c'
  expect(visibleText(html)).toBe('ac')
})

test('text directly inside a table keeps its position', () => {
  expect(visibleText('a<table>b<tr><td>c</td></tr>d</table>e')).toBe('abcde')
})

test('lines are cut at block elements; blank ones are skipped and counted', () => {
  const body = readHtml('a<i>b</i><br><br>\n&nbsp<br>c<table><tr><td><p>d</p></td></tr></table>')
  const shown = body.lines.map(({ start, end, breaks, isCellStart }) => [
    body.text.slice(start, end),
    breaks,
    isCellStart,
  ])
  expect(shown).toEqual([
    ['ab', 0, false],
    ['c', 3, false],
    ['d', 4, true],
  ])
})

test('links keep their address, unquoted or with references, and the text they cover', () => {
  const body = readHtml(
    'x <A HREF=https://a.example/?b=1&amp;c=2>one</A> <a name="n">no</a> <a href="u">t<b>wo</b></a>',
  )
  expect(body.links.map((link) => [link.href, body.text.slice(link.start, link.end)])).toEqual([
    ['https://a.example/?b=1&c=2', 'one'],
    ['', 'no'],
    ['u', 'two'],
  ])
  expect(linksWithin(body, 6, body.text.length).map((link) => link.href)).toEqual(['', 'u'])
})

test('text outside elements is what remains of a span without them', () => {
  const names = new Set(['i', 'b'])
  const html = '<p>Docket: Order <i>of <b>Stay</b></i> by Roe</p><p><b>never closed</p><p>and on</p>'
  const { text } = readHtml(html)
  expect(textOutside(html, [8, text.length], names)).toBe('Order  by Roe')
  expect(textOutside(html, [0, 10], names)).toBe('Docket: Or')
})

test('with nothing to leave out, it is the visible text of any source', () => {
  const piece = fc.constantFrom('<b>', '</b>', '<td', '>', '&amp;', '&notin', '&#0;', '&', '<!--', '-->', 'x', ' ')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const html = pieces.join('')
      expect(textOutside(html, [0, html.length], new Set())).toBe(visibleText(html))
    }),
    { numRuns: 500 },
  )
})
