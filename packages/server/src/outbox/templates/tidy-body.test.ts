import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { tidyBody } from './tidy-body.ts'

test.each([
  ['what is not closed is closed', '<div style="color:red"><b>x', '<div style="color:red"><b>x</b></div>'],
  ['what closes nothing is left out', 'x</td></tr></table></div>', 'x'],
  ['a comment without an end hides nothing', '<p>a</p><!-- b', '<p>a</p>'],
  [
    'a quote without anything to show leaves no gap',
    '<p>a</p><blockquote> <p></p></blockquote><p>b</p>',
    '<p>a</p><p>b</p>',
  ],
  ['a quote of a picture stays', '<blockquote><img alt="x"></blockquote>', '<blockquote><img alt="x"></blockquote>'],
  ['a quote stays', '<blockquote><p>a</p><p></p></blockquote>', '<blockquote><p>a</p><p></p></blockquote>'],
  ['a paragraph ends the one before', '<p>a<p>b<br>c', '<p>a</p><p>b<br>c</p>'],
  ['scripts and style sheets go with what they hold', '<style>p{}</style><script>x()</script>a', 'a'],
  ['a page becomes its body', '<!DOCTYPE html><html><head><title>T</title></head><body>a</body></html>', 'a'],
  [
    'handlers and addresses that run something go',
    '<a href="java&#115;cript:x" onclick="y()" title="z">a</a>',
    '<a title="z">a</a>',
  ],
  ['a tag made by a value of the template is none', '&#60;script&#62;', '&#60;script&#62;'],
])('%s', (_, source, html) => {
  expect(tidyBody(source)).toMatchObject({ html })
})

test('the text reads like an email that someone typed', () => {
  const source = `<h2>New filing</h2>
    <p>Dear  all,<br>in <b>Acme</b> v. Doe.</p>
    <ul><li>Order</li><li><a href="https://court.example/1">Exhibit</a></li></ul>
    <ol><li>one</li><li>two</li></ol>
    <table><tr><td>Filed</td><td>today</td></tr><tr><td>By</td><td>R.&nbsp;Osei</td></tr></table>
    <hr><p><a href="mailto:a@b.example">a@b.example</a></p>`
  expect(tidyBody(source)).toMatchObject({
    text: `New filing

Dear all,
in Acme v. Doe.

- Order
- Exhibit <https://court.example/1>

1. one
2. two

Filed today
By R. Osei

----------

a@b.example`,
  })
})

test('excessively nested elements are reported as a problem, in linear time', () => {
  expect(tidyBody('<div>'.repeat(20_000) + '</p>'.repeat(20_000))).toEqual({
    problem: 'Its elements are nested more than 60 deep.',
  })
})

test('whatever a template contains, the content after it is read', () => {
  const piece = fc.constantFrom(
    '<table>',
    '</table>',
    '<td',
    '"',
    '<!--',
    '-->',
    '<style>',
    '<textarea>',
    '<p>',
    'x',
    '&lt;',
    '<![CDATA[',
    '</div>',
    '<a href="',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const tidied = tidyBody(pieces.join(''))
      const html = 'html' in tidied ? tidied.html : ''
      expect(pathsTo(`<div><main>${html}</main><footer>why</footer></div>`)).toEqual(['div', 'footer'])
    }),
    { numRuns: 300 },
  )
})

/** Returns the elements around the text `why`. */
function pathsTo(html: string): string[] {
  const open: string[] = []
  let found: string[] = []
  const parser = new Parser({
    onopentag: (name) => open.push(name),
    onclosetag: () => open.pop(),
    ontext: (text) => {
      if (text === 'why') found = [...open]
    },
  })
  parser.end(html)
  return found
}
