import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { decodeMessage } from '../message/mime.ts'
import { findFakeSigns } from '../probable-fake.ts'
import { findHiddenWords } from './hidden-words.ts'
import { visibleText } from './visible-text.ts'

const wordsIn = (html: string) => findHiddenWords(html).map(({ text }) => text)

test.each([
  '<p style="display:none">words</p>',
  '<p style="DISPLAY : NONE !important; color:red">words</p>',
  '<p style="display/* x */:/**/none">words</p>',
  '<p style="visibility:hidden"><b>words</b></p>',
  '<p style="mso-hide:all">words</p>',
  '<p style="opacity:0">words</p>',
  '<p style="font-size:0">words</p>',
  '<p style="font-size:1px">words</p>',
  '<p style="color:transparent">words</p>',
  '<p style="position:absolute;left:-9999px">words</p>',
  '<p style="text-indent:-5000px">words</p>',
  '<p style="max-height:0px;overflow:hidden">words</p>',
  '<p HIDDEN>words</p>',
  '<font size="0">words</font>',
  '<div hidden><table><tr><td>words</table></div>',
  '<style>.a{display:none}</style><p class="b A">words</p>',
  '<style>/* x */ .b, p.a { color:red; DISPLAY:none !important }</style><p class=a>words</p>',
  '<style><!-- @media screen { #a { font-size:0 } } .b{color:red} --></style><p id=a>words</p>',
  '<p class=a>words</p><style>@import url(x);\n.a{mso-hide:all}</style>',
  '<style>u{visibility:hidden}</style><u>words</u>',
  '<p style="display:none ! important">words</p>',
  '<p style="display:n\\6fne">words</p>',
  '<p style="d\\000069 splay:none">words</p>',
  '<p style="font:0/0 a">words</p>',
  '<p style="font-size:.01em">words</p>',
  '<p style="font-size:1%">words</p>',
  '<p style="text-indent:-100em">words</p>',
  '<p style="position:absolute;right:-9999px">words</p>',
  '<p style="color:rgba(0,0,0,0)">words</p>',
  '<p style="color:#fff0">words</p>',
  '<p style="color:#00000000">words</p>',
  '<p style="-webkit-text-fill-color:transparent">words</p>',
  '<p style="opacity:5%">words</p>',
  '<p style="filter:opacity(0)">words</p>',
  '<p style="position:absolute;clip:rect(0,0,0,0)">words</p>',
  '<p style="position:absolute;clip:rect(1px, 1px, 1px, 1px)">words</p>',
  '<p style="clip-path:inset(50%)">words</p>',
  '<p style="transform:scale(0)">words</p>',
  '<p style="zoom:0">words</p>',
  '<p style="width:1px;height:1px;overflow:hidden">words</p>',
  '<p style="height:0;overflow-y:hidden">words</p>',
  '<p style="max-height:0;overflow:clip">words</p>',
  '<p style="content-visibility:hidden">words</p>',
  '<p popover>words</p>',
  '<datalist>words</datalist>',
  '<dialog>words</dialog>',
  '<details>words</details>',
  '<canvas>words</canvas>',
  '<object>words</object>',
  '<audio>words</audio>',
  '<video>words</video>',
  '<meter>words</meter>',
  '<progress>words</progress>',
  '<rp>words</rp>',
  '<style>.a.b{display:none}</style><p class="b a">words</p>',
  '<style>p.a.b{display:none}</style><p class="b a">words</p>',
  '<style>*{font-size:0}</style><p>words</p>',
  '<style>@supports (display:block){.a{display:none}}</style><p class=a>words</p>',
])('%s hides them', (html) => {
  expect(wordsIn(`A${html}Z`)).toEqual(['words'])
})

test.each([
  '<p style="display:block;font-size:9pt;opacity:1">words</p>',
  '<p style="font-size:1em">words</p>',
  '<table style="font-size:0"><tr><td style="font-size:12px">words</table>',
  '<p hidden><p>words</p>',
  '<img style="display:none"><p>words</p>',
  '<p style="display:none"> \u200b</p>words',
  '<td hidden><td>words',
  '<style>.a{display:none}</style><svg><text hidden>x</text></svg>words',
  '<p style="height:0">words</p>',
  '<p style="display:none"></p></div></p>words',
  '<style>.a{display:none}.a{display:block}</style><p class=a>words</p>',
  '<style>.a{display:none}</style><p class=a style="display:inline">words</p>',
  '<style>@media only screen and (max-width:600px){.a{display:none}}</style><p class=a>words</p>',
  '<style>.b .a{display:none} .a:hover{display:none}</style><p class=a>words</p>',
  '<style>i.a{display:none}</style><p class=a>words</p>',
  '<style>.a.b{display:none}</style><p class=a>words</p>',
  '<style>@supports (display:block){@media (max-width:600px){.a{display:none}}}</style><p class=a>words</p>',
  '<details open>words</details>',
  '<details><summary>words</summary></details>',
  '<dialog open>words</dialog>',
  '<p style="font-size:12%;font:9pt/0 Arial">words</p>',
  '<p style="color:#00f;color:rgb(0,0,0)">words</p>',
  '<p style="color:#000f">words</p>',
  '<p style="color:rgba(0,0,0,.87)">words</p>',
  '<p style="opacity:90%;filter:opacity(1);transform:scale(1);zoom:1">words</p>',
  '<p style="width:1px;overflow:visible">words</p>',
  '<p style="clip:auto;text-indent:-1em">words</p>',
])('%s doesn’t', (html) => {
  expect(wordsIn(html)).toEqual([])
})

test.each([
  'A<bdo dir="rtl">words</bdo>Z',
  'A<bdo dir=RTL><b>words</b></bdo>Z',
  'A<span style="direction:rtl;unicode-bidi:bidi-override">words</span>Z',
  'A<span style="unicode-bidi:isolate-override;direction:rtl">words</span>Z',
  'A<span dir=rtl style="unicode-bidi:bidi-override">words</span>Z',
  '<style>.a{unicode-bidi:bidi-override;direction:rtl}</style>A<i class=a>words</i>Z',
])('%s shows them from right to left', (html) => {
  expect(findHiddenWords(html)).toMatchObject([{ text: 'words', isTurned: true }])
})

test.each([
  '<bdo dir="ltr">words</bdo>',
  '<div dir="rtl">words</div>',
  '<div style="direction:rtl;unicode-bidi:embed">words</div>',
  '<bdo dir="rtl"><bdo dir="ltr">words</bdo></bdo>',
])('%s doesn’t turn them', (html) => {
  expect(wordsIn(html)).toEqual([])
})

test('they are found where they are in the visible text', () => {
  const html = '<title>t</title>A&amp;B<svg>x</svg><i>c</i> 3:26-cv-0<b style="display:none">9</b>4417'
  const [{ text, start } = { text: '', start: 0 }] = findHiddenWords(html)
  expect(visibleText(html).slice(start, start + text.length)).toBe('9')
})

test('no real notice, forwarded or not, hides any of its words', async () => {
  const courts = path.join(import.meta.dirname, '..')
  const files = globSync(['corpus/**/*.{txt,eml,html}', 'formats/*/fixtures/*.{txt,eml}'], { cwd: courts })
  const signs = await Promise.all(
    files.map(async (file) => {
      const decoded = await decodeMessage(readFileSync(path.join(courts, file)))
      return 'message' in decoded ? findFakeSigns(decoded.message).map((sign) => `${file}: ${sign}`) : []
    }),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(signs.flat().filter((sign) => sign.includes('hides words'))).toEqual([])
})

test('any markup takes a single pass', () => {
  for (const piece of ['<b hidden>', '</b>', '<p>', '<table>', '<td hidden>x', '<p style="/*a">'])
    expect(findHiddenWords(piece.repeat(60_000)).length).toBeLessThanOrEqual(100)
})
