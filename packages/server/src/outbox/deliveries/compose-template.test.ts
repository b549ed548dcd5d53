import { expect, test } from 'vitest'
import { compose, documentOf, elementsOf, templateOf, textOfHtml } from '../../testing/composed-mail.ts'

test("the firm's template makes the subject and body, and the parts that every email has stay", () => {
  const mail = compose({
    template: templateOf({ subject: 'New in {{ case.name }}', body: '<p>Dear all, <b>{{ filing.event }}</b></p>' }),
    documents: [documentOf({ size: 30_000_000 })],
  })
  expect(mail.subject).toBe('New in Acme <v.> Doe')
  expect(mail.templateProblem).toBeUndefined()
  expect(mail.html).toContain('<p>Dear all, <b>Motion &#60;1&#62;</b></p>')
  expect(mail.text).toMatch(/^Dear all, Motion <1>\n\nDOCUMENTS\n/)
  for (const part of [mail.text, textOfHtml(mail.html)]) {
    expect(part).toContain('so it is behind a link.')
    expect(part).toContain('Why you receive this: Assigned to the case.')
    expect(part).not.toContain('Docket text')
  }
  expect(mail.html).toContain('href="https://notices.hale-osei.example/load-document/d0?told=delivery-1"')
  expect(mail.text).toContain('https://notices.hale-osei.example/load-document/d0?told=delivery-1')
})

test('the documents appear once, where the template names them, with their links', () => {
  const body = '<p>The documents:</p><p>{{ documents }}</p><p>Yours</p>'
  const { html, text } = compose({ template: templateOf({ body }), delivery: { method: 'WEB_LINK' } })
  expect(html.match(/load-document\/d0/g)).toHaveLength(1)
  expect(textOfHtml(html).replace(/\s+/g, ' ')).toMatch(/The documents:.*118.*Motion.*Yours.*Open this filing/)
  expect(text).toMatch(/^The documents:\n\nDOCUMENTS\n {2}118 Motion\n {4}https:\S+\n\nYours\n\n/)
  const inAttribute = compose({ template: templateOf({ body: '<p title="{{ documents }}">x</p>' }) })
  expect(textOfHtml(inAttribute.html)).toContain('Motion')
  expect(elementsOf(inAttribute.html).filter((name) => name === 'p')).toHaveLength(1)
})

test.each([
  ['is not there any more', undefined, 'An email template that emails use no longer exists.'],
  ['has a mistake', { subject: 'x', body: '{% if %}' }, /^The body of the email template "Ours" could not be used: /],
  ['has a mistake in its subject', { subject: '{{ case.name' }, /^The subject of the email template "Ours" could not/],
  ['gives too much', { body: `{% assign x = "${'y'.repeat(9_000)}" %}${'{{ x }}'.repeat(90)}` }, /too long|limit/],
])("a template that %s falls back to Courtcrier's own email, with the reason", (_, values, sentence) => {
  const mail = compose({ template: values ? templateOf(values) : { id: 'template-1', found: undefined } })
  expect({ ...mail, templateProblem: undefined }).toEqual({ ...compose(), templateProblem: undefined })
  expect(mail.templateProblem?.templateId).toBe('template-1')
  expect(mail.templateProblem?.sentence).toMatch(sentence)
})

test("Courtcrier's own format is used for a part that the template leaves empty", () => {
  const usual = compose()
  expect(compose({ template: templateOf({ subject: 'Ours' }) })).toMatchObject({ subject: 'Ours', html: usual.html })
  expect(compose({ template: templateOf({ body: '<p>Ours</p>' }) }).subject).toBe(usual.subject)
  const { subject, html } = compose({ template: templateOf({ subject: ' ', body: '<p></p>' }) })
  expect({ subject, html }).toEqual({ subject: usual.subject, html: usual.html })
})

test("lines of a template's heading don't overlap, and titles of documents without numbers aren't indented", () => {
  const { html } = compose({
    template: templateOf({ body: '<h2>{{ case.name }}</h2>' }),
    documents: [documentOf({ number: null })],
  })
  expect(html).toMatch(/font-size:15px;line-height:1\.45;[^>]*><h2>/)
  expect(html).toContain('padding:8px 0px 8px 0;')
})

test('no template can remove the documents or the footer from the email', () => {
  for (const body of [
    '<!-- {{ case.name }}',
    '<div style="display:none">x',
    '</td></tr></table><style>',
    '<textarea>',
  ]) {
    const { html } = compose({ template: templateOf({ body: `x${body}` }) })
    expect(textOfHtml(html)).toContain('Why you receive this: Assigned to the case.')
    expect(textOfHtml(html)).toContain('Motion')
    expect(html.split('display:none">x</div>').at(-1)).toContain('Motion')
  }
})
