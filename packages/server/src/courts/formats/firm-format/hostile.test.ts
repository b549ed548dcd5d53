import { beforeAll, describe, expect, test } from 'vitest'
import { leastThreadTimeOf } from '../../../testing/thread-time.ts'
import type { Message } from '../../message/message.ts'
import { readBody } from '../../text/body.ts'
import { countyMail, countyParser, countyText } from './example.ts'

/** Text of nearly four million characters, the most that is read. */
const fill = (text: string) => text.repeat(Math.floor(3_999_000 / text.length))
const parser = countyParser({
  bodyPhrases: ['a*a*a*a*'.repeat(20), `${'Case No. '.repeat(20)}b`.slice(0, 199), '* * case'],
})
const plain = countyParser()

const bodies: Record<string, Partial<Message>> = {
  'one letter': { text: fill('a') },
  'lines of one letter': { text: fill('C\n') },
  'labels without end': { text: fill('Case No.: \n') },
  'labels on one line': { text: fill('Case No.:  ') },
  'labels with values': { text: fill('Case No.: 26-CV-1  Filed: x\n') },
  'blanks after the beginning of a label': { text: `Case${' '.repeat(3_999_000)}No.` },
  'a value as long as the message': { text: `Docket text: ${fill('word ')}` },
  'lines that go on': { text: `Docket text:\n${fill('word\n')}` },
  'at signs': { text: `Served on: ${fill('a@b.example;')}` },
  'cells in HTML': { html: fill('<td>Case No.</td>') },
  'links in HTML': { html: fill('<a href="https://documents.examplecounty.example/view?id=1">view document</a>') },
  'quote marks': { text: fill('> ') },
  'a long subject': { subject: fill('Filing in '), text: countyText },
}

describe.each(Object.entries(bodies))('%s', (_, parts) => {
  let message: Message
  beforeAll(() => {
    message = countyMail({ from: { name: '', address: 'x@courts.examplecounty.example' }, ...parts })
    // Every parser shares the body, which is decoded once per message.
    readBody(message)
  })

  test.each([
    ['is held against a format', () => void parser.score(message)],
    ['is read', () => void plain.read(message, {})],
  ])('%s in less than 50 ms', (_name, run) => {
    expect(leastThreadTimeOf(run)).toBeLessThan(50)
  })
})
