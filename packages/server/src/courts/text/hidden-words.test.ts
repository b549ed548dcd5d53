import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { longTest } from '../../testing/in-long-run.ts'
import { decodeMessage } from '../message/mime.ts'
import { findFakeSigns } from '../probable-fake.ts'
import { findHiddenWords } from './hidden-words.ts'
import { visibleText } from './visible-text.ts'

const hiddenIn = (html: string) => findHiddenWords(html).filter(({ isOfSome }) => !isOfSome)
const wordsIn = (html: string) => hiddenIn(html).map(({ text }) => text)

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
  '<style>@media only screen and (max-width:600px){.a{display:none}}</style><p class=a>words</p>',
  '<style>@supports (display:block){@media (max-width:600px){.a{display:none}}}</style><p class=a>words</p>',
  '<style>@media (min-width:1px){.a{display:none}}</style><p class=a>words</p>',
  '<style>@media print, screen and (color){.a{display:none}}</style><p class=a>words</p>',
  '<style>@media not print{.a{display:none}}</style><p class=a>words</p>',
  '<style media="screen and (min-width:1px)">.a{display:none}</style><p class=a>words</p>',
  '<style>.b .a{display:none}</style><div class=b><i><p class=a>words</p></i></div>',
  '<style>.b > .a{display:none}</style><div class=b><p class=a>words</p></div>',
  '<style>.b>*>.a{display:none}</style><div class=b><i><b class=a>words</b></i></div>',
  '<style>table > tbody > tr > td{display:none}</style><table><tr><td>words</table>',
  '<style>body p{display:none}</style><p>words</p>',
  '<style>h1 + p{display:none}</style><h1></h1><p>words</p>',
  '<style>h1 ~ p{display:none}</style><h1></h1><hr><p>words</p>',
  '<style>p[title]{display:none}</style><p title>words</p>',
  '<style>p[title="x y"]{display:none}</style><p title="X y">words</p>',
  '<style>[class~="a"]{display:none}</style><p class="b a">words</p>',
  "<style>[style^='c']{display:none}</style><p style='color:red'>words</p>",
  '<style>[id$=b i]{display:none}</style><p id=ab>words</p>',
  '<style>[lang|=en]{display:none}</style><p lang=en-US>words</p>',
  '<style>[href*="x"]{display:none}</style><a href="https://x.example">words</a>',
  '<style>i:first-child{display:none}</style><p><i>words</i></p>',
  '<style>i:nth-child(2){display:none}</style><p><b></b><i>words</i></p>',
  '<style>i:nth-child(2n + 1){display:none}</style><p><b></b><b></b><i>words</i></p>',
  '<style>i:nth-child(even){display:none}</style><p><br><i>words</i></p>',
  '<style>i:nth-of-type(-n+1){display:none}</style><p><b></b><i>words</i></p>',
  '<style>i:last-child{display:none}</style><p><i>words</i></p>',
  '<style>i:not(.b){display:none}</style><i class=a>words</i>',
  '<style>i:not(.b):not([title]){display:none}</style><i class=a>words</i>',
  '<style>:is(i, b).a{display:none}</style><i class=a>words</i>',
  '<style>p:where(.a){display:none}</style><p class=a>words</p>',
  '<style>p:has(i){display:none}</style><p>words</p>',
  '<style>#c:checked ~ p{display:none}</style><input id=c type=checkbox checked><p>words</p>',
  '<style>p::first-letter{font-size:0}</style><p>words</p>',
  '<style>.\\61{display:none}</style><p class=a>words</p>',
  '<style>.sm\\:a{display:none}</style><p class="sm:a">words</p>',
  '<style>.b{& .a{display:none}}</style><div class=b><p class=a>words</p></div>',
  '<style>.b{color:red;.a{display:none}}</style><div class=b><p class=a>words</p></div>',
  '<style>.x{content:"{"} .a{display:none}</style><p class=a>words</p>',
  `<style>.x{content:"/*"} .a{display:none} .y{content:"*/"}</style><p class=a>words</p>`,
  '<style>.x\\{y{color:red} .a{display:none}</style><p class=a>words</p>',
  '<style>.a{display:none!important}</style><p class=a style="display:block">words</p>',
  '<style>#a{display:none} .a{display:block}</style><p id=a class=a>words</p>',
  '<style>.b .a{display:none} .a{display:block}</style><div class=b><p class=a>words</p></div>',
  '<p style="display:none !important;display:block">words</p>',
  '<p style="display:none;display:nothing">words</p>',
  '<p style="opacity:0;opacity:full">words</p>',
  '<p style="font-size:0;font-size:big">words</p>',
  '<p style="color:transparent;color:nocolor">words</p>',
  '<p style="--x:none;display:var(--x)">words</p>',
  '<div style="--x:0px"><p style="font-size:var(--y, var(--x))">words</p></div>',
  '<style>:root{--x:none} .a{display:var(--x)}</style><html><p class=a>words</p></html>',
  '<style>.a{--x:hidden;visibility:var(--x)}</style><p class=a>words</p>',
  '<p style="font-size:calc(1px*0)">words</p>',
  '<style>@keyframes k{to{opacity:0}} .a{animation:k 0s forwards}</style><p class=a>words</p>',
  '<p style="-webkit-text-security:disc">words</p>',
  '<p style="color:#fff;background:white">words</p>',
  '<p style="background-color:#FFFFFF;color:#fff">words</p>',
  '<p style="transform:translateX(-9999px)">words</p>',
  '<p style="position:absolute;inset:-9999px">words</p>',
  '<p style="scale:0">words</p>',
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
  '<style>.b .a{display:none} .a:hover{display:none}</style><p class=a>words</p>',
  '<style>.b > .a{display:none}</style><div class=b><i><p class=a>words</p></i></div>',
  '<style>h1 + p{display:none}</style><h1></h1><hr><p>words</p>',
  '<style>i:nth-child(2){display:none}</style><p><i>words</i></p>',
  '<style>i:first-child{display:none}</style><p><br><i>words</i></p>',
  '<style>i:not(.a){display:none}</style><i class=a>words</i>',
  '<style>p[title=y]{display:none}</style><p title=x>words</p>',
  '<style>#c:checked ~ p{display:none}</style><input id=c type=checkbox><p>words</p>',
  '<style>p::before{content:"";display:none} p::selection{display:none}</style><p>words</p>',
  '<style>p:before{content:"\\2022  "} q::before{content:open-quote}</style><p>words</p>',
  '<style>@media print{.a{display:none}}</style><p class=a>words</p>',
  '<style media=print>.a{display:none}</style><p class=a>words</p>',
  '<style>@font-face{font-family:x;display:none}</style><p>words</p>',
  '<style>@keyframes k{from{opacity:0}} .a{color:red}</style><p class=a>words</p>',
  '<style>.a{display:none} .a.b{display:block}</style><p class="a b">words</p>',
  '<style>.a{display:none} p.a{display:block}</style><p class=a>words</p>',
  '<style>.a{display:block!important} .a{display:none}</style><p class=a>words</p>',
  '<p style="display:none;display:inline-block">words</p>',
  '<p style="--x:none;display:var(--y)">words</p>',
  '<p style="transform:translate(4px, 2px);margin:0 auto">words</p>',
  '<p style="color:#fff;background:#000 url(x)">words</p>',
  '<style>i.a{display:none}</style><p class=a>words</p>',
  '<style>.a.b{display:none}</style><p class=a>words</p>',
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
  const [{ text, start } = { text: '', start: 0 }] = hiddenIn(html)
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

longTest('any markup takes a single pass', () => {
  for (const piece of ['<b hidden>', '</b>', '<p>', '<table>', '<td hidden>x', '<p style="/*a">'])
    expect(findHiddenWords(piece.repeat(60_000)).length).toBeLessThanOrEqual(100)
  const rules = '* * * * b{color:red}:not(:not(:not(i))) ~ b{display:none}'.repeat(1_000)
  expect(findHiddenWords(`<style>${rules}</style>${'<i><b>x'.repeat(30_000)}`).length).toBeLessThanOrEqual(100)
  for (const piece of ['/*', '"', '{', '(', ':is(', '[', '\\', '@media x{'])
    expect(findHiddenWords(`<style>${piece.repeat(60_000)}</style><p>words`)).toBeDefined()
})
