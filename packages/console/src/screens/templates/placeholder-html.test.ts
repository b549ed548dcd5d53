import { expect, test } from 'vitest'
import { fromEditorHtml, toEditorHtml } from './placeholder-html.ts'

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
