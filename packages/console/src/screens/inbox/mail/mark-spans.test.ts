import { describe, expect, it } from 'vitest'
import { markSpans, stretchesOf, visibleText } from './mark-spans.ts'

const references: Record<string, string> = {
  '&nbsp': '\u00a0',
  '&nbsp;': '\u00a0',
  '&amp;': '&',
  '&#8217;': '’',
  '&fjlig;': 'fj',
}
const decode = (reference: string) => references[reference] ?? reference
const open = (places: readonly number[]) => `<mark data-at="${places.join(' ')}">`

function mark(html: string, ...values: string[]): string {
  const text = visibleText(html, decode)
  const spans = values.map((value): [number, number] => {
    const start = text.indexOf(value)
    expect(start, `${value} in ${text}`).toBeGreaterThanOrEqual(0)
    return [start, start + value.length]
  })
  return markSpans(html, { spans, open, decode })
}

describe('the visible text', () => {
  it.each([
    ['keeps white space as it stands', '<td>Case\n Name:</td><td> A  v. B</td>', 'Case\n Name: A  v. B'],
    ['decodes references, also those without a semicolon', 'A &nbsp B &amp; C&#8217;s', 'A \u00a0 B & C’s'],
    ['leaves out scripts, styles and titles', '<title>t</title><style>p{}</style>A<script>"</p>"</script>B', 'AB'],
    ['leaves out comments and declarations', '<!doctype html><!-- <b>no</b> -->A<?x?>B', 'AB'],
    ['reads a lone < as text', '1 < 2 <3', '1 < 2 <3'],
    ['is not fooled by > in a quoted value', '<a title="1>2" href=x>y</a>', 'y'],
    ['takes a quote inside an unquoted value as part of it', '<a href=x"y>z</a> w', 'z w'],
    ['ends quietly in an unclosed tag', 'A<a href="', 'A'],
    ['hides the rest after an unclosed script', 'A<script>alert(1)', 'A'],
    ['keeps what an unknown tag holds', '<TAB>[STAMP', '[STAMP'],
  ])('%s', (_, html, text) => {
    expect(visibleText(html, decode)).toBe(text)
  })
})

describe('marking spans', () => {
  it('wraps the value in place', () => {
    expect(mark('<td>Filer: Meridian</td>', 'Meridian')).toBe('<td>Filer: <mark data-at="0">Meridian</mark></td>')
  })

  it('marks each side of a tag separately, so the tree stays valid', () => {
    expect(mark('MOTION <i>to compel</i> by', 'MOTION to compel')).toBe(
      '<mark data-at="0">MOTION </mark><i><mark data-at="0">to compel</mark></i> by',
    )
  })

  it('counts a reference as the character it shows', () => {
    expect(mark('A&nbspB &amp; Sons Co', 'Sons')).toBe('A&nbspB &amp; <mark data-at="0">Sons</mark> Co')
    expect(mark('&fjlig;ord Ltd', 'Ltd')).toBe('&fjlig;ord <mark data-at="0">Ltd</mark>')
  })

  it('marks a reference whole', () => {
    expect(mark('A &amp; B', '& B')).toBe('A <mark data-at="0">&amp;</mark><mark data-at="0"> B</mark>')
  })

  it('shares a mark where values overlap', () => {
    expect(mark('MOTION by Meridian today', 'MOTION by Meridian', 'Meridian today')).toBe(
      '<mark data-at="0">MOTION by </mark><mark data-at="0 1">Meridian</mark><mark data-at="1"> today</mark>',
    )
  })

  it('marks text inside a table in source order, which a browser would move', () => {
    expect(mark('<table>Motion<tr><td>cell</td></tr></table>', 'Motion', 'cell')).toBe(
      '<table><mark data-at="0">Motion</mark><tr><td><mark data-at="1">cell</mark></td></tr></table>',
    )
  })

  it('never writes inside a tag', () => {
    const html = '<a href="x" title="one two">one two</a>'
    expect(mark(html, 'one two')).toBe('<a href="x" title="one two"><mark data-at="0">one two</mark></a>')
  })

  it('leaves the HTML unchanged when spans are empty, reversed or beyond the end', () => {
    const spans = [
      [3, 3],
      [5, 2],
      [900, 910],
    ] as const
    expect(markSpans('<p>some text</p>', { spans, open, decode })).toBe('<p>some text</p>')
  })

  it('stays fast on a million unclosed tags', () => {
    const html = '<a href="'.repeat(50_000) + '<script>'.repeat(50_000) + '<'.repeat(500_000)
    expect(markSpans(html, { spans: [[0, 5]], open, decode }).length).toBeGreaterThan(0)
  })
})

it('cuts overlapping spans into stretches', () => {
  expect(
    stretchesOf([
      [0, 10],
      [4, 6],
    ]),
  ).toEqual([
    { start: 0, end: 4, places: [0] },
    { start: 4, end: 6, places: [0, 1] },
    { start: 6, end: 10, places: [0] },
  ])
})
