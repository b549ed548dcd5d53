import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Message } from './message/message.ts'
import { messageOf, readFixture } from './read-fixture.ts'
import { parseNotice } from './registry.ts'
import { findNotices, takePart } from './split-notices.ts'

const folder = new URL('./formats/cmecf-nef/fixtures/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.txt') && name !== 'LICENSE.txt')
const messages = await Promise.all(names.map((name) => readFixture(new URL(name, folder))))
const whole = messages.flatMap((message, at) => {
  const facts = read(message)
  return facts ? [{ name: names[at] ?? '', message, facts }] : []
})

function read(message: Message): object | undefined {
  const result = parseNotice(message)
  if ('unclear' in result) return undefined
  const { cases, documents, docketText, filedDate } = result.notice
  return {
    numbers: cases.map(({ docketNumber }) => docketNumber.value),
    tokens: documents.map(({ link }) => link?.token),
    text: docketText?.value,
    filed: filedDate?.value,
  }
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const plain = whole.filter(({ message }) => message.html === undefined)
const html = whole.filter(({ message }) => message.html !== undefined)

describe.each(plain)('$name, preformatted', ({ message: { text = '' }, facts }) => {
  const preformatted = `<pre>${escaped(text)}</pre>`

  test('alone is read as the plain text it was', () => {
    expect(read(messageOf({ subject: 'FW: notice', html: preformatted }))).toEqual(facts)
  })

  test.each(html)('is not lost behind $name', ({ message, facts: first }) => {
    const both = messageOf({ subject: message.subject, html: `${message.html}<hr>${preformatted}` })
    expect(findNotices(both).map((part) => read(takePart(both, part)))).toEqual([first, facts])
  })
})
