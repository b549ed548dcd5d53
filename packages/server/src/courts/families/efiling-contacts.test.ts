import { expect, test } from 'vitest'
import { messageOf } from '../read-fixture.ts'
import { parseNotice } from '../registry.ts'

const subject =
  'Notification of Service for Case: 2025LA000999, Doe v. Roe for filing Answer, Envelope Number: 36000111'
const from = { name: '', address: 'no-reply@efilingmail.tylertech.cloud' }
const above = [
  'Notification of Service',
  '',
  'Filing Details',
  '',
  'Court: Will County, Illinois',
  'Filed By: Opal Opponent',
]
const listed = [
  'Other Service Contacts not associated with a party on the case:',
  'Pat Paralegal (pat@example-law.com)',
  '',
  'John Doe:',
  'Mary Major (mary@example-law.com)',
  'Docket Clerk (docket@example-law.com)',
  '',
  'Roe Builders:',
  'Opal Opponent (opal@example.net)',
]
const people = [
  ['Pat Paralegal', 'pat@example-law.com', undefined],
  ['Mary Major', 'mary@example-law.com', 'John Doe'],
  ['Docket Clerk', 'docket@example-law.com', 'John Doe'],
  ['Opal Opponent', 'opal@example.net', 'Roe Builders'],
]
const below = ['', 'Document Details', 'Lead Document: Answer.pdf', '', 'Please Note: keep this message.']

function served(body: { text?: string; html?: string }) {
  const result = parseNotice(messageOf({ ...body, subject, from }))
  if ('unclear' in result) throw new Error(result.unclear)
  return result.notice.recipients.map(({ name, emails, onBehalfOf }) => [name, emails.join(' '), onBehalfOf])
}

const asText = (lines: readonly string[]) => ({ text: lines.join('\n') })
const beside = [`Service Contacts\t${listed[0]}`, ...listed.slice(1)]

test.each<[string, readonly string[]]>([
  ['below its label', ['Service Contacts', ...listed]],
  ['behind a blank line below its label', ['Service Contacts:', '', ...listed]],
  ['beside its label', beside],
  ['below its label, quoted', ['Service Contacts', ...listed].map((line) => `> ${line}`)],
])('a list of people in plain text is read with all its parties: %s', (_, lines) => {
  const quoted = lines[0]?.startsWith('> ') ? above.map((line) => `> ${line}`) : above
  expect(served(asText([...quoted, ...lines, ...below]))).toEqual(people)
})

test('the same in HTML that a program made of plain text', () => {
  const html = [...above, 'Service Contacts:', ...listed, ...below].join('<br>\n')
  expect(served({ html })).toEqual(people)
})

test.each<[string, readonly string[]]>([
  ['a footer', ['', 'Questions? Write to our support team at support@example.com.']],
  ['the signature of someone who forwarded it', ['', 'Sam Senior', 'Example Law', 'sam@example-law.com']],
  ['a sentence with an address', ['', 'If this is not for you, tell us', '(help@example.com)']],
  ['another address', ['', 'sam@example-law.com']],
])('the list ends where something else stands: %s', (_, lines) => {
  const more = ['', 'Roe Trucking:', 'Lee Legal (lee@example.net)']
  expect(served(asText([...above, 'Service Contacts', ...listed, ...lines, ...more]))).toEqual(people)
})
