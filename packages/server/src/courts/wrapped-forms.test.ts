import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { toText, wrapHard } from './as-text.fixture.ts'
import type { Message } from './message/message.ts'
import { decodeMessage } from './message/mime.ts'
import { messageOf } from './read-fixture.ts'
import { parseNotice } from './registry.ts'

const formats = new URL('formats/', import.meta.url)
/** Columns of tables that text doesn't keep apart. */
const different = ['portal-county-court.txt']
const fixtures = readdirSync(formats, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /fixtures\/(?!LICENSE).*\.(?:txt|eml)$/.test(file) && !different.some((name) => file.endsWith(name)),
)

const wraps: Readonly<Record<string, (line: string) => string[]>> = {
  'wrapped at 78': (line) => wrapHard(line, 78),
  'wrapped at 72': (line) => wrapHard(line, 72),
  'wrapped at 60': (line) => wrapHard(line, 60),
  'wrapped at 72 and quoted': (line) => wrapHard(line, 72).map((piece) => `> ${piece}`),
  'quoted and wrapped at 72': (line) => wrapHard(`> ${line}`, 72),
}

async function decode(raw: Uint8Array): Promise<Message> {
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  return decoded.message
}

/** What a notice is about and holds. The people in it are compared with those of real notices (`plain-forms.test.ts`). */
function reading(message: Message, text: string): object {
  const { from, subject } = message
  const result = parseNotice(messageOf({ text, subject, ...(from && { from }) }))
  const {
    kind,
    courtId,
    event,
    docketText,
    filedDate,
    enteredAt,
    cases = [],
    documents = [],
  } = 'notice' in result ? result.notice : result.understood
  const found = { kind, courtId, event, docketText, filedDate, enteredAt, isRead: 'notice' in result }
  return JSON.parse(JSON.stringify({ ...found, cases, documents }, wordsOnly))
}

/** Where a text is divided into lines and paragraphs is its layout. */
function wordsOnly(key: string, value: unknown): unknown {
  if (key === 'span') return undefined
  return typeof value === 'string' ? value.replace(/\s+/g, '') : value
}

describe.each(fixtures)('%s', (file) => {
  test.each(Object.keys(wraps))('%s, reads the same', async (name) => {
    const message = await decode(readFileSync(new URL(file, formats)))
    const written =
      message.html === undefined ? message.text : toText(message.html, (words, url) => `${words}<${url}>`, ' ')
    const wrap = wraps[name]
    if (!written || !wrap) return
    const text = written.replaceAll('\r\n', '\n')
    expect(reading(message, text.split('\n').flatMap(wrap).join('\n'))).toEqual(reading(message, text))
  })
})

test('of a number that is cut behind its hyphen, neither piece is a case', () => {
  const text = `Notice of Docket Activity

The following transaction was entered on 08/01/2022 at 8:02:11 PM EDT and filed on 08/01/2022

Case Name: United States v. Doe
Case Number: 24-
1888

Docket Text:
ORDER filed.`
  expect(parseNotice(messageOf({ text, subject: '24-1888 United States v. Doe "Order"' }), 'ca8')).toMatchObject({
    unclear: 'This notice names a case without its docket number.',
  })
})

test("a docket's address wrapped behind a hyphen is no part of the number", () => {
  const text = `Notice of Electronic Filing

The following transaction was entered on 8/1/2022 at 8:02 PM EDT and filed on 8/1/2022
Case Name: Doe v. Roe
Case Number: 1:17-cr-00201-ABJ https://ecf.dcd.uscourts.gov/cgi-
bin/DktRpt.pl?190596

Docket Text:
ORDER filed.`
  expect(
    parseNotice(messageOf({ text, subject: 'Activity in Case 1:17-cr-00201-ABJ Doe v. Roe Order' })),
  ).toMatchObject({
    notice: { cases: [{ docketNumber: { value: '1:17-cr-00201-ABJ' }, courtCaseId: { value: '190596' } }] },
  })
})
