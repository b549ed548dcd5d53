import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLongRun } from '../testing/long-run.ts'
import { completeNotice } from './complete-notice.ts'
import type { Message } from './message/message.ts'
import type { CourtParser } from './parser.ts'
import { messageOf, readFixture } from './read-fixture.ts'
import { parseNotice } from './registry.ts'

/** Messages are cut after each of so many characters, a number that no markup repeats at. */
const cutEvery = isLongRun ? 397 : 1_601

/** What hostile mail is built from: the words this parser looks for, and the beginning of a complete notice. */
export interface Hostility {
  parser: CourtParser
  /** The parser's fixtures. */
  folder: URL
  words: readonly string[]
  subject: string
  /** Bodies that would take minutes with a careless regular expression or nested search; the test fails by timeout. */
  bodies: readonly (readonly [what: string, body: string])[]
}

/** Checks that every parser answers damaged, invented and endless messages soon, with a whole notice or as unclear. */
export function describeHostile({ parser, folder, words, subject, bodies }: Hostility): void {
  const files = readdirSync(folder).filter((file) => /\.(?:txt|eml|html)$/.test(file) && file !== 'LICENSE.txt')
  const messages = Promise.all(files.map((file) => readFixture(new URL(file, folder))))
  const parse = (message: Message) => {
    parser.score(message)
    // Also on its own, because another parser may score higher on the rest of a message.
    completeNotice({ ...parser.read(message, {}).understood, format: parser.name })
    expectAnswer(message)
  }

  describe(`${parser.name} on hostile mail`, () => {
    test('a message cut at any point is read or unclear', async () => {
      for (const message of await messages) {
        const body = message.html ?? message.text ?? ''
        for (let length = 0; length < body.length; length += cutEvery) {
          parse(messageOf({ subject: message.subject, html: body.slice(0, length) }))
          parse(messageOf({ subject: message.subject, text: body.slice(length) }))
        }
      }
    })

    test('messages with pieces removed, repeated and replaced are read or unclear', async () => {
      const whole = await messages
      const insert = fc.oneof(fc.string(), fc.constantFrom(...markup, ...words))
      const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.nat({ max: 400 }), insert })
      fc.assert(
        fc.property(fc.constantFrom(...whole), fc.array(edit, { maxLength: 8 }), (message, edits) => {
          const body = edits.reduce(applyEdit, message.html ?? message.text ?? '')
          parse({ ...message, html: message.html === undefined ? undefined : body, text: body })
        }),
        { numRuns: isLongRun ? 200 : 60 },
      )
    })

    test('any text is read or unclear', () => {
      const piece = fc.oneof(fc.string(), fc.constantFrom(...words))
      const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' '))
      fc.assert(fc.property(fc.string(), text, (other, html) => parse(messageOf({ subject: other, html }))))
    })

    test.each(bodies)('reads %s quickly', (_what, body) => {
      parse(messageOf({ subject, html: body }))
      parse(messageOf({ subject, text: body }))
    })
  })
}

const markup = ['<td>', '</td>', '<br>', '<b>', '<a href=x>', '&nbsp', '&#x1F512;', '@', '[', ']]', '"', '\n\n']

function applyEdit(body: string, { at, length, insert }: { at: number; length: number; insert: string }): string {
  const place = Math.floor(at * body.length)
  return body.slice(0, place) + insert + body.slice(place + length)
}

function expectAnswer(message: Message): void {
  const result = parseNotice(message)
  if (!('unclear' in result)) return
  expect(result.unclear).not.toBe('')
  expect(result.unclear).not.toContain('failed to read')
}
