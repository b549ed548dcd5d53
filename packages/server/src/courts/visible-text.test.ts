import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linksWithin, markSpans, readHtml, visibleText } from './visible-text.ts'

test('visible text is the text of the source with references decoded and nothing collapsed', () => {
  expect(visibleText('<p>A &amp; B&nbsp &nbsp;C</p>\n <b> d</b>&#x41;')).toBe('A & B\u00a0 \u00a0C\n  dA')
})

test('comments, scripts, styles and titles are left out', () => {
  const html =
    '<title>t</title><style><!-- s --></style>a<!-- b --><SCRIPT>"</b>"</SCRIPT><template><p>x</p></template>c'
  expect(visibleText(html)).toBe('ac')
})

test('text directly inside a table keeps its place', () => {
  expect(visibleText('a<table>b<tr><td>c</td></tr>d</table>e')).toBe('abcde')
})

test('lines are cut at block elements, blank ones are skipped and counted', () => {
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

test('spans are marked in the source, across tags and around references', () => {
  const html = 'a<b>bc</b>d &amp; <i>e</i>'
  const marked = markSpans(html, [
    [2, 4],
    [5, 6],
  ])
  expect(marked).toBe(
    'a<b>b<mark data-span="0">c</mark></b><mark data-span="0">d</mark> <mark data-span="1">&amp;</mark> <i>e</i>',
  )
})

test('marking changes no visible text, whatever the source', () => {
  const piece = fc.constantFrom(
    '<b>',
    '</b>',
    '<td',
    '>',
    '&amp;',
    '&notin',
    '&#0;',
    '&',
    '<!--',
    '-->',
    '<script>',
    '</script>',
    'x',
    ' ',
  )
  const span = fc.tuple(fc.nat(20), fc.nat(20)).map(([start, length]) => [start, start + length] as const)
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), fc.array(span, { maxLength: 4 }), (pieces, spans) => {
      const html = pieces.join('')
      expect(visibleText(markSpans(html, spans))).toBe(visibleText(html))
    }),
    { numRuns: 500 },
  )
})
