import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../message/message.ts'
import { readFixture, withoutSpans } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'

/** An invitation and an announcement, and no message at all. */
const notOfFilings = ['ohsd_1.txt', 'ohsd_3.txt', 'LICENSE.txt']
const folders = ['./fixtures/', '../../corpus/nef/s3/'].map((folder) => new URL(folder, import.meta.url))
const notices = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.(?:txt|html)$/.test(name) && !notOfFilings.includes(name))
    .map((name) => ({ name, file: new URL(name, folder) })),
)

const sentence = 'This is a re-generated NEF. Created on 12/1/2025 at 11:18 AM CST'

interface Place {
  at: number
  part: 'html' | 'text'
}

/** Where a line begins in the notice itself; what is above it may be a forward's. */
function placesIn(message: Message): Place[] {
  const part = message.html === undefined ? 'text' : 'html'
  const source = message[part] ?? ''
  const start = source.search(/The\s+following\s+transaction/i)
  const ends = source.matchAll(part === 'html' ? /<br ?\/?>|<\/p>|<\/table>/gi : /\n\n/g)
  return [...ends]
    .map(({ index, 0: mark }) => ({ at: index + mark.length, part }) as const)
    .filter(({ at }) => at > start)
}

function withSentence(message: Message, { at, part }: Place, words: string): Message {
  const source = message[part] ?? ''
  const set = part === 'html' ? `${words}<br>` : `${words}\n\n`
  return { ...message, [part]: source.slice(0, at) + set + source.slice(at) }
}

function read(message: Message): Record<string, unknown> {
  const { notice, ...rest } = withoutSpans(parseNotice(message)) as { notice?: object }
  return { ...notice, ...rest }
}

describe('a regenerated notice is the same filing, wherever the court says that it is regenerated', () => {
  test.each(notices)('$name', async ({ file }) => {
    const message = await readFixture(file)
    const before = read(message)
    for (const place of placesIn(message)) {
      const { isRepeated, ...rest } = read(withSentence(message, place, sentence))
      expect({ ...rest, place }).toEqual({ ...before, place })
      expect(isRepeated).toBe(true)
    }
  })
})

test('the sentence may be broken over two lines, and quoted', async () => {
  const file = notices.find(({ name }) => name === 'dcd-plain-text.txt')?.file
  const message = await readFixture(file as URL)
  const before = read(message)
  const [place] = placesIn(message).slice(-1)
  const broken = sentence.replace('Created on ', 'Created on\n> ')
  expect(read(withSentence(message, place as Place, broken))).toEqual({ ...before, isRepeated: true })
})
