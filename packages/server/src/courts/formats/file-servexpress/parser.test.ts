import { expect, test } from 'vitest'
import { describeHostile } from '../../hostile.suite.ts'
import { describeFixtures } from '../../parser.suite.ts'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'
import { fileServexpress } from './parser.ts'

const folder = new URL('fixtures/', import.meta.url)
describeFixtures(folder)

const from = { name: '', address: 'donotreply@fileandservexpress.com' }

test("a rejected filing is a rejection with the clerk's words", () => {
  const text =
    'Filing rejected\nTransaction ID: 71000222\nCourt: Delaware Court of Chancery\nCase Number: 2025-0999-ABC\nDocument Title: Motion\nRejection Reason: Wrong case'
  const result = parseNotice(messageOf({ text, subject: 'Filing rejected', from }))
  expect(result).toMatchObject({
    notice: { kind: 'rejection', reference: { value: '71000222' }, docketText: { value: 'Wrong case' } },
  })
})

test('a transaction without a case is confirmed by its number', () => {
  const text =
    'Transaction Receipt\nTransaction ID: 71000222\nCourt: Delaware Court of Chancery\nDocument Title: Complaint'
  const result = parseNotice(messageOf({ text, subject: 'Transaction Receipt', from }))
  expect(result).toMatchObject({ notice: { kind: 'confirmation', cases: [], reference: { value: '71000222' } } })
})

test('a message that only mentions the service is not read', () => {
  expect(fileServexpress.score(messageOf({ text: 'File & ServeXpress will be down on Sunday.', from }))).toBe(0)
})

describeHostile({
  parser: fileServexpress,
  folder,
  words: ['File & ServeXpress', 'Transaction ID: 1', 'Case Number', 'Document Title', 'Recipients'],
  subject: 'File & ServeXpress Transaction ID: 71999888',
  bodies: [
    ['100,000 transactions', 'File & ServeXpress<p>Transaction ID: 1</p>'.repeat(100_000)],
    [
      'a title of a million letters',
      `File & ServeXpress<p>Transaction ID: 1</p><p>Document Title: ${'x'.repeat(1_000_000)}</p>`,
    ],
  ],
})
