import { expect, test } from 'vitest'
import { describeHostile } from '../../hostile.suite.ts'
import { describeFixtures } from '../../parser.suite.ts'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'
import { californiaEfsp } from './parser.ts'

const folder = new URL('fixtures/', import.meta.url)
describeFixtures(folder)

test('lists the exact name of each document with its own link', () => {
  const link = (name: string, key: string) =>
    `<a href="https://platform.onelegal.com/eservice/d?key=${key}">${name}</a>`
  const html = `<p>One Legal</p><p>Court: Superior Court of California, County of Orange</p><p>Case Number: 25-1</p>
    <p>Documents Served:</p><p>${link('Proof of Service, etc.', '0123456789abcdef0123')}</p>`
  const result = parseNotice(messageOf({ html, subject: 'eService notification' }))
  expect(result).toMatchObject({
    notice: {
      documents: [{ description: { value: 'Proof of Service, etc.' }, link: { token: '0123456789abcdef0123' } }],
    },
  })
})

test('a court in another state is not read as one in California', () => {
  const text = 'Green Filing\nCourt: Third Judicial District Court\nCase Number: 250900001\nDocument: Answer'
  const result = parseNotice(messageOf({ text, subject: 'E-Service' }))
  expect(result).toMatchObject({ unclear: expect.stringContaining('which court') })
})

test('a message that only mentions service is not read', () => {
  const text = 'One Legal offers electronic service to all its customers.'
  expect(californiaEfsp.score(messageOf({ text, subject: 'Electronic service is here' }))).toBe(0)
})

describeHostile({
  parser: californiaEfsp,
  folder,
  words: [
    'One Legal',
    'eService',
    'Court: Superior Court of California',
    'Case Number',
    'Documents Served',
    'Order Number: 1',
  ],
  subject: 'eService notification',
  bodies: [
    ['100,000 documents', `One Legal Case Number<p>Documents Served:</p>${'<p>a</p>'.repeat(100_000)}`],
    [
      '100,000 links',
      `One Legal Case Number${'<a href="https://x.yy/serve?k=0123456789abcdef">d</a>'.repeat(100_000)}`,
    ],
  ],
})
