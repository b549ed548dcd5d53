import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeFixtures } from '../../parser.suite.ts'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'

const folder = new URL('fixtures/', import.meta.url)
describeFixtures(folder)

const html = readFileSync(new URL('written-answer.txt', folder), 'utf8').replace(/^[\s\S]*?\n\n/, '')

test('the serial precedes the year', () => {
  const small = html.replaceAll('12345-24', '777-99').replace('777-99</div>', '777-99SL</div>')
  expect(parseNotice(messageOf({ html: small }))).toMatchObject({
    notice: { cases: [{ docketNumber: { value: '777-99SL' }, parts: { serial: 777, year: 1999 } }] },
  })
})

test('without its visible table, the computer-readable block is read', () => {
  const readable = html.replace(/<div>(?:Docket Number|Docket Entry No\.):[^<]*<\/div>/g, '')
  expect(parseNotice(messageOf({ html: readable }))).toMatchObject({
    notice: { cases: [{ docketNumber: { value: '12345-24' } }], documentNumber: { value: '4' } },
  })
})

test('a message without a docket number is unclear', () => {
  const other = html.replaceAll('12345-24', 'unknown')
  expect(parseNotice(messageOf({ html: other }))).toMatchObject({
    unclear: 'This looks like a court notice, but it names no case.',
    understood: { kind: 'service', courtId: { value: 'tax' } },
  })
})
