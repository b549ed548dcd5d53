import { expect, test } from 'vitest'
import { domainsFrom } from './believed.ts'
import { addressIn, previewOf } from './preview.ts'

test.each([
  [
    'a folded subject',
    'Subject: Activity in\r\n Case 1\r\nFrom: a@b.c\r\n\r\nhello',
    { subject: 'Activity in Case 1', sender: 'a@b.c' },
  ],
  ['encoded words', 'Subject: =?utf-8?B?w4k=?= =?utf-8?Q?t=C3=A9?=\n\nx', { subject: 'Été' }],
  ['a charset nobody knows', 'Subject: =?x-none?Q?abc?=\n\nx', { subject: '=?x-none?Q?abc?=' }],
  ['no subject', 'From: a@b.c\n\nx', { subject: '(no subject)' }],
  ['control characters', 'Subject: a\u0000b\u0007c\n\nx', { subject: 'a b c' }],
  [
    'a header that says the name of another after a bare carriage return',
    'X-A: a\rSubject: FORGED\rFrom: x@evil.example\r\nSubject: Activity\r\nFrom: a@b.c\r\n\r\nhello',
    { subject: 'Activity', sender: 'a@b.c' },
  ],
  ['no header at all', 'just words', { subject: '(no subject)', snippet: '' }],
])('previews a message with %s', (_, raw, expected) => {
  expect(previewOf(Buffer.from(raw))).toMatchObject(expected)
})

test('a header of a megabyte is cut before it is searched', () => {
  const preview = previewOf(Buffer.from(`Subject: ${'x'.repeat(1_000_000)}\n\nbody`))
  expect(preview.subject.length).toBeLessThanOrEqual(1000)
})

test.each([
  ['a@b.c', 'a@b.c'],
  ['"Roe, Jane" <a@b.c>', 'a@b.c'],
  ['<x@y.z> <a@b.c> ', 'a@b.c'],
  ['Jane <a@b.c', 'Jane <a@b.c'],
])('the address of %j is %j', (sender, address) => {
  expect(addressIn(sender)).toBe(address)
})

test('a name beside the address changes nothing about the domain that rules are for', () => {
  expect(domainsFrom('Jane Roe <jane@One.example>', undefined)).toEqual(['one.example'])
})
