import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLongRun } from '../../testing/long-run.ts'
import { readFixture } from '../read-fixture.ts'
import { scanPlainHtml } from './plain-html.ts'
import { readAnyHtml, readHtml } from './visible-text.ts'

const folders = ['nef/s3', 'nef', 'nda', 'texas', 'scotus']
const sources = (
  await Promise.all(
    folders.flatMap((folder) =>
      readdirSync(new URL(`../corpus/${folder}/`, import.meta.url))
        .filter((file) => /\.(?:txt|html|eml)$/.test(file))
        .map((file) => readFixture(new URL(`../corpus/${folder}/${file}`, import.meta.url))),
    ),
  )
).flatMap(({ html }) => html ?? [])

test('reads every body of the corpus as the tokenizer does, most of them without it', () => {
  for (const html of sources) expect(readHtml(html)).toEqual(readAnyHtml(html))
  const plain = sources.filter((html) => scanPlainHtml(html, { text: () => undefined }))
  expect(plain.length / sources.length).toBeGreaterThan(0.6)
})

const fragments = [
  ...[
    '<',
    '>',
    '</',
    '/>',
    '<!--',
    '-->',
    '--!>',
    '<!',
    '<?',
    '<![CDATA[',
    ']]>',
    '<!DOCTYPE html>',
    '<a href="',
    "<a href='",
    '<a href=',
    '">',
  ],
  ...[
    '<td>',
    '</td>',
    '<br/>',
    '<br / >',
    '<p/x>',
    '<a>',
    '</a>',
    '</a >',
    '<A HREF=x?a=1&b=2>',
    '<a href="x?a=1&amp;b=2&copy=3&sect">',
    '<a href href=y>',
    '<a href=x/>',
  ],
  ...[
    '<style>',
    '</style>',
    '</STYLE >',
    '<title>',
    '</title>',
    '<script>',
    '</script',
    '<textarea>',
    '</textarea>',
    '<template>',
    '</template>',
    '<svg>',
    '<style/>',
  ],
  ...[
    '&',
    '&nbsp;',
    '&nbsp',
    '&amp;',
    '&amp',
    '&#160;',
    '&#xA0;',
    '&#128;',
    '&#0;',
    '&notit;',
    '&copy',
    '&T',
    'P&L',
    'AT&T;',
    '&nbsp x',
    '&nbspx',
    '&nbsp&nbsp<',
    '&n ',
    '& ',
    '&;',
    '&#;',
    '&lt;b&gt;',
    '=',
    '"',
    "'",
    '`',
    '\u0000',
    '\u00e9',
    '\ud83d\ude00',
    '\n',
    ' ',
    'x',
    '-',
    '/',
  ],
]

test('reads any markup as the tokenizer does', () => {
  const piece = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...fragments) }, { weight: 1, arbitrary: fc.string() })
  const runs = isLongRun ? 200_000 : 20_000
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      const html = pieces.join('')
      expect(readHtml(html)).toEqual(readAnyHtml(html))
    }),
    { numRuns: runs },
  )
})

test('reads bodies of the corpus with inserted pieces as the tokenizer does', () => {
  const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), text: fc.constantFrom(...fragments) })
  fc.assert(
    fc.property(fc.constantFrom(...sources), fc.array(edit, { maxLength: 3 }), (source, edits) => {
      const html = edits.reduce(
        (text, { at, text: piece }) => {
          const place = Math.floor(at * text.length)
          return text.slice(0, place) + piece + text.slice(place)
        },
        source.slice(0, 20_000),
      )
      expect(readHtml(html)).toEqual(readAnyHtml(html))
    }),
    { numRuns: 1_000 },
  )
})
