import { expect, test } from 'vitest'
import { fromEditorHtml, isSameShape, toEditorHtml } from './placeholder-html.ts'

test('placeholders become elements and are written again as they were', () => {
  const body = '<p>New in {{ case.name }}:</p><ul><li>{{ documents }}</li></ul>'
  const html = toEditorHtml(body)
  expect(html).toBe(
    '<p>New in <span data-placeholder="case.name"></span>:</p><ul><li><span data-placeholder="documents"></span></li></ul>',
  )
  expect(fromEditorHtml(html.replaceAll('></span>', ' class="x">case.name</span>'))).toBe(body)
})

test('lines of plain text become paragraphs, in which a sign is no tag', () => {
  expect(toEditorHtml('Dear all,\n5 < 6 & {{firm.name}}')).toBe(
    '<p>Dear all,</p><p>5 &lt; 6 &amp; <span data-placeholder="firm.name"></span></p>',
  )
})

test('conditions and filters stay text, also after the editor has escaped them', () => {
  const body = '<p>{% if case.status == "Open" and matter.number > "1" %}{{ case.name | upcase }}{% endif %}</p>'
  expect(toEditorHtml(body)).toBe(body)
  expect(fromEditorHtml(body.replace('>  "1"', '&gt; "1"').replace('> "1"', '&gt; "1"'))).toBe(body)
})

test('an empty document is an empty body', () => {
  expect(fromEditorHtml('<p></p>')).toBe('')
  expect(toEditorHtml('')).toBe('')
})

test('loops and conditions between paragraphs become elements of their own, and are written again as they were', () => {
  const body =
    '{% for case in cases %}\n<h3>{{ case.name }}</h3>{% if case.court != "" %}{% assign x = 1 %}<p>{% if a < b %}x{% endif %}</p>{% endif %}\n{% endfor %}'
  const html = toEditorHtml(body)
  expect(html).toBe(
    '<div data-tag="{% for case in cases %}"></div>\n<h3><span data-placeholder="case.name"></span></h3>' +
      '<div data-tag="{% if case.court != &quot;&quot; %}"></div><div data-tag="{% assign x = 1 %}"></div>' +
      '<p>{% if a < b %}x{% endif %}</p><div data-tag="{% endif %}"></div>\n<div data-tag="{% endfor %}"></div>',
  )
  expect(fromEditorHtml(html.replaceAll('></div>', '>In words</div>').replace('></span>', '>case.name</span>'))).toBe(
    body,
  )
})

test('a line of plain text that is a loop is no paragraph', () => {
  expect(toEditorHtml('{% for n in notices %}\n{{ n.event }}\n{% endfor %}')).toBe(
    '<div data-tag="{% for n in notices %}"></div><p><span data-placeholder="n.event"></span></p><div data-tag="{% endfor %}"></div>',
  )
})

test('a placeholder within an address stays text', () => {
  const body = '<p><a href="{{ filing.url }}">{{ filing.event }}</a></p>'
  const html = toEditorHtml(body)
  expect(html).toBe('<p><a href="{{ filing.url }}"><span data-placeholder="filing.event"></span></a></p>')
  expect(fromEditorHtml(html.replace('></span>', '>filing.event</span>'))).toBe(body)
})

test.each([
  ['<p>A <b>b</b></p>', '<p>A <strong>b</strong></p>', true],
  ['x {{ a.b }}', '<p>x {{ a.b }}</p>', true],
  ['{% for a in b %}<p>x</p>{% endfor %}', '<p>{% for a in b %}</p><p>x</p><p>{% endfor %}</p>', true],
  ['<a href="{{ a.b }}">x</a>', '<p><a target="_blank" href="{{ a.b }}">x</a></p>', true],
  ['<ul>{% for a in b %}<li>x</li>{% endfor %}</ul>', '{% for a in b %}{% endfor %}<ul><li>x</li></ul>', false],
  ['<table><tr><td>x</td></tr></table>', '<p>x</p>', false],
  ['<p style="color:red">x</p>', '<p>x</p>', false],
  ['<div>x</div>', '<p>x</p>', false],
  ['{% if a > b %}x{% endif %}', '<p>{% if a &gt; b %}x{% endif %}</p>', true],
  ['{{ a.b }}{{ c.d }}', '<p>{{ c.d }}{{ a.b }}</p>', false],
])('%s and %s come to the same: %s', (one, other, expected) => {
  expect(isSameShape(one, other)).toBe(expected)
})
