import { expect, test } from 'vitest'
import { findHiddenWords } from './hidden-words.ts'

const wordsIn = (html: string) => findHiddenWords(html).flatMap(({ text, isOfSome }) => (isOfSome ? [] : [text]))

test.each([
  '<font color="#FFFFFF">words</font>',
  '<p style="color:#fefefe">words</p>',
  '<p style="color:snow">words</p>',
  '<p style="color:rgb(255, 255, 255)">words</p>',
  '<p style="color:#fff"><b>words</b></p>',
  '<table bgcolor="000080"><tr><td><font color=navy>words</font></table>',
  '<table style="background:#036 none"><tr><td style="color:#003366">words</table>',
  '<body text="#ffffff" bgcolor="white">words</body>',
  '<div style="background:#000"><div style="background:white"><i style="color:#fff">words</i></div></div>',
  '<div style="background:#000"><p style="color:#000">words</p></div>',
  '<td bgcolor="#000" style="background:#fff"><i style="color:#fff">words</i></td>',
  '<style>.a{color:#fff}</style><p class=a>words</p>',
  '<style>@media (min-width:1px){.a{color:#fff}}</style><p class=a>words</p>',
  '<style>@media (prefers-color-scheme:dark),(min-width:1px){.a{color:#fff}}</style><p class=a>words</p>',
  '<style>@media (prefers-color-scheme:dark){.a{display:none}}</style><p class=a>words</p>',
  '<p style="background-color:#fff;background-color:nocolor;color:#fff">words</p>',
  '<a href="https://x.example"><i style="color:#fff">words</i></a>',
])('letters of the color of what is behind them are hidden: %s', (html) => {
  expect(wordsIn(html)).toEqual(['words'])
})

test.each([
])('those of another color, or in front of what isn’t known, aren’t: %s', (html) => {
  expect(wordsIn(html)).toEqual([])
})
