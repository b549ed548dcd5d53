import { expect, test } from 'vitest'
import { findHiddenWords } from './hidden-words.ts'

test.each([
  'A<span style="display:inline-flex;flex-direction:row-reverse">words</span>Z',
  'A<span style="display:flex"><i style="order:2">words</i></span>Z',
  'A<b style="position:absolute;background:white"><i>words</i></b>Z',
  '<style>.a{position:fixed}</style>A<i class=a>words</i>Z',
])('%s shows them elsewhere', (html) => {
  expect(findHiddenWords(html)).toMatchObject([{ text: 'words', isMoved: true, start: 1 }])
})

test('a comment for Outlook shows words that aren’t read, unless it has none', () => {
  const comments =
    '<!--[if mso]>9<![endif]--><!--[if gte mso 9]><xml><w>8</w></xml><![endif]--><!--[if !mso]><!-->7<!--<![endif]--><!-- 6 -->'
  expect(findHiddenWords(`5${comments}`)).toEqual([{ text: expect.stringMatching(/^9\b/), isOfSome: true, start: 1 }])
})

test.each([
  ['<style>.a::before{content:"9"}</style><p class=a>4417</p>', '9'],
  ['<style>.a:after{content:"\\39"}</style><p class=a>4417</p>', '9'],
  ['<style>.a::before{content:attr(title)}</style><p class=a title=9>4417</p>', 'attr(title)'],
  ['<style>.a::before{content:counter(n)}</style><p class=a>4417</p>', 'counter(n)'],
  ['<style>.a{--n:"9"} .a::before{content:var(--n)}</style><p class=a>4417</p>', '9'],
  ['<style>li::marker{content:"9"}</style><li>4417', '9'],
  ['<style>@media screen{.b .a::before{content:"9"}}</style><div class=b><p class=a>4417</p></div>', '9'],
])('%s shows words that aren’t read', (html, text) => {
  expect(findHiddenWords(html)).toMatchObject([{ text, isAdded: true }])
})

test.each([
  '5<svg><text>9</text></svg>',
  '5<math><mn>9</mn></math>',
  '5<noscript><b>9</b></noscript>',
  '5<img alt="9">',
  '5<input value="9">',
  '5<input type=text placeholder=9>',
])('some mail programs show words of %s', (html) => {
  expect(findHiddenWords(html)).toEqual([{ text: '9', isOfSome: true, start: 1 }])
})

test.each([
  '<svg><title>9</title></svg>',
  '<script>9</script>',
  '<input type=hidden value=9>',
  '<input type=radio value=9>',
  '<img>',
])('none shows any of %s', (html) => {
  expect(findHiddenWords(html)).toEqual([])
})
