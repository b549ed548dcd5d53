import { mailPlaceholderNames, writePlaceholder } from '@courtcrier/contract/placeholders.ts'
import { expect, test } from 'vitest'
import { type MailContext, mailTemplateProblems, renderBody, renderSubject, sampleContext } from './mail-template.ts'

const context: MailContext = {
  ...sampleContext,
  case: { ...sampleContext.case, name: '<b>Acme</b> & "Doe"' },
  documents: ['1 Order <script>', '1-1 Exhibit'],
  timekeepers: [],
}

test('every documented placeholder can be used in subject and body', () => {
  for (const name of mailPlaceholderNames) {
    expect(mailTemplateProblems('subject', writePlaceholder(name)), name).toEqual([])
    expect(mailTemplateProblems('body', `<p>${writePlaceholder(name)}</p>`), name).toEqual([])
  }
})

test('values are escaped in the body, and lists become HTML lists', () => {
  expect(renderBody('<p>{{ case.name }}</p>{{ documents }}{{ timekeepers }}', context)).toEqual({
    text: '<p>&#60;b&#62;Acme&#60;/b&#62; &#38; &#34;Doe&#34;</p><ul><li>1 Order &#60;script&#62;</li><li>1-1 Exhibit</li></ul>',
  })
})

test('the subject is one line of plain text', () => {
  expect(renderSubject('New in\n{{ case.name }}: {{ documents }}', context)).toEqual({
    text: 'New in <b>Acme</b> & "Doe": 1 Order <script>, 1-1 Exhibit',
  })
})

test('a body of plain text keeps its lines', () => {
  expect(renderBody('Dear all,\n{{ firm.name }}', context)).toEqual({ text: 'Dear all,<br>A firm&#39;s name' })
})

test.each([
  ['{{ case.nmae }}', /There is no value "case.nmae"; there is case.name/],
  ['{{ nobody.name }}', /There is no value "nobody"; the groups are .*documents, timekeepers/],
  ['{{ documents.title }}', /"documents" is a list and has no "title"/],
  ['{{ case.name', /not closed/],
  ['{% include "x" %}', /Tag "include" not found/],
  ['{{ case.name | raw }}', /Undefined filter: raw/],
  ['<p>x</p><script>steal()</script>', /"script" isn't allowed in an email/],
  ['<form action="https://x.example">', /"form" isn't allowed/],
])('%s is refused with the reason', (template, sentence) => {
  expect(mailTemplateProblems('body', template).join(' ')).toMatch(sentence)
})

test('each unknown placeholder is named once', () => {
  expect(mailTemplateProblems('body', '{{ a.b }} {{ c.d }} {{ a.b }}')).toHaveLength(2)
})
