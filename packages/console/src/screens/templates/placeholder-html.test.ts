import { expect, test } from 'vitest'
import { fromEditorHtml, isSameShape, subjectFromHtml, subjectToHtml, toEditorHtml } from './placeholder-html.ts'

test('placeholders become elements and are written back unchanged', () => {
  const body = '<p>New in {{ case.name }}:</p><ul><li>{{ documents }}</li></ul>'
  const html = toEditorHtml(body)
  expect(html).toBe(
    '<p>New in <span data-placeholder="case.name"></span>:</p><ul><li><span data-placeholder="documents"></span></li></ul>',
  )
  expect(fromEditorHtml(html.replaceAll('></span>', ' class="x">case.name</span>'))).toBe(body)
})

test('lines of plain text become paragraphs, in which an angle bracket is not a tag', () => {
  expect(toEditorHtml('Dear all,\n5 < 6 & {{firm.name}}')).toBe(
    '<p>Dear all,</p><p>5 &lt; 6 &amp; <span data-placeholder="firm.name"></span></p>',
  )
})

test('conditions and filters within a text become elements too, and are written back unchanged', () => {
  const body = '<p>{% if case.status == "Open" and matter.number > "1" %}{{ case.name | upcase }}{% endif %}</p>'
  const html = toEditorHtml(body)
  expect(html).toBe(
    '<p><span data-inline="{% if case.status == &quot;Open&quot; and matter.number > &quot;1&quot; %}"></span>' +
      '<span data-placeholder="case.name" data-filters="| upcase"></span><span data-inline="{% endif %}"></span></p>',
  )
  expect(fromEditorHtml(html.replaceAll('></span>', ' class="x">In words</span>'))).toBe(body)
  const date = '<p>{{ filing.date | date: "%B %-d" }}</p>'
  expect(fromEditorHtml(toEditorHtml(date))).toBe(date)
})

test.each([
  '{{ case.name }} ({{ case.case_number }}): {{ filing.event }}',
  'Ortiz & Sons < Reyes, {{ message.day | date: "%B %-d" }}',
  '{% if case.court != "" %}{{ case.court }}{% endif %}',
  '',
])('a subject becomes chips on one line, and is written back unchanged: %s', (subject) => {
  const html = subjectToHtml(subject)
  expect(html).not.toMatch(/>[^<]*\{/)
  expect(subjectFromHtml(html.replaceAll('></span>', '>In words</span>'))).toBe(subject)
})

test('an empty document is an empty body', () => {
  expect(fromEditorHtml('<p></p>')).toBe('')
  expect(toEditorHtml('')).toBe('')
})

test('loops and conditions between paragraphs become elements, and are written back unchanged', () => {
  const body =
    '{% for case in cases %}\n<h3>{{ case.name }}</h3>{% if case.court != "" %}{% assign x = 1 %}<p>{% if a < b %}x{% endif %}</p>{% endif %}\n{% endfor %}'
  const html = toEditorHtml(body)
  expect(html).toBe(
    '<div data-tag="{% for case in cases %}"></div>\n<h3><span data-placeholder="case.name"></span></h3>' +
      '<div data-tag="{% if case.court != &quot;&quot; %}"></div><div data-tag="{% assign x = 1 %}"></div>' +
      '<p><span data-inline="{% if a &lt; b %}"></span>x<span data-inline="{% endif %}"></span></p><div data-tag="{% endif %}"></div>\n<div data-tag="{% endfor %}"></div>',
  )
  expect(fromEditorHtml(html.replaceAll('></div>', '>In words</div>').replaceAll('></span>', '>In words</span>'))).toBe(
    body,
  )
})

test('a line of plain text that is a loop does not become a paragraph', () => {
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
])('whether %s and %s have the same shape: %s', (one, other, expected) => {
  expect(isSameShape(one, other)).toBe(expected)
})
