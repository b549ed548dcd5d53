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
  '<table bgcolor="#0073aa"><tr><td><a href="https://x.example" style="color:#fff">words</a></table>',
  '<td style="background:#0072C6"><font color=white>words</font></td>',
  '<td background="x.png"><font color=white>words</font></td>',
  '<td style="background:linear-gradient(#000, #333)"><font color=white>words</font></td>',
  '<td style="background-color:rgba(0,0,0,.8)"><font color=white>words</font></td>',
  '<p style="color:#999">words</p>',
  '<p style="color:inherit">words</p>',
  '<a href="https://x.example" style="color:white"><i style="color:#000">words</i></a>',
  '<style>@media (prefers-color-scheme: dark){.a{color:#fff}}</style><p class=a>words</p>',
  '<style>@media screen and (prefers-color-scheme: dark){.a{background:#000}}</style><p class=a>words</p>',
  '<style>.b{background:#036} .b i{color:#fff}</style><div class=b><i>words</i></div>',
])('those of another color, or in front of what isn’t known, aren’t: %s', (html) => {
  expect(wordsIn(html)).toEqual([])
})
