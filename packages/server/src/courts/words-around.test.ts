import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Message } from './message/message.ts'
import { messageOf, readFixture } from './read-fixture.ts'
import { parseNotice } from './registry.ts'

/** Words that a notice of some kind has, about another case. */
const note = [
  'Why did this come again? This is a re-generated NEF. Created on 3/3/2026 at 9:00 AM EST',
  'Case Name: Other v. Another',
  'Case Number: 1:21-cv-00999',
  'Bankruptcy Case No.: 21-10999',
  'Document Number: 77',
  'Document(s): https://ecf.cacd.uscourts.gov/doc1/031123456789?caseid=9&magic_num=98765432',
  'Document: https://ca9-showdoc.azurewebsites.us/NDA/0f8fad5b-d9cb-469f-a165-70867728950e',
  'Docket Text: SEALED ORDER in the other case.',
  'Document description: Other Document',
  'Notice has been electronically mailed to:',
  'Jim Lake jim@firm.example',
]

const formats = ['acms-nda', 'bankruptcy-filing', 'cmecf-nda', 'cmecf-nef']
const files = formats.flatMap((format) =>
  readdirSync(new URL(`formats/${format}/fixtures/`, import.meta.url)).flatMap((name) =>
    /\.(?:txt|html)$/.test(name) && name !== 'LICENSE.txt' ? [`formats/${format}/fixtures/${name}`] : [],
  ),
)
const messages = await Promise.all(
  files.map(async (file) => ({ file, message: await readFixture(new URL(file, import.meta.url)) })),
)

/** The message as Outlook forwards it, below these lines. */
function forward(
  { html, text, subject: quoted, from }: Message,
  lines: readonly string[],
  { subject = 'FW: see below', labels = ['From', 'Sent', 'Subject'] } = {},
): Message {
  const values = [from?.address ?? 'ecf@uscourts.gov', 'Tuesday, March 3, 2026 9:00 AM', quoted]
  const above = [...lines, '', ...labels.map((label, place) => `${label}: ${values[place]}`), '']
  if (html === undefined) return messageOf({ subject, text: [...above, text ?? ''].join('\n') })
  const linked = above.map((line) => line.replace(/https:\S+/, '<a href="$&">$&</a>'))
  return messageOf({ subject, html: `<div>${linked.join('<br>')}</div>${html}` })
}

/** Everything that is read of a notice, without where it stands. */
function read(message: Message): object {
  const result = parseNotice(message)
  const { courtEvidence: _evidence, ...facts } = 'unclear' in result ? result.understood : result.notice
  return JSON.parse(JSON.stringify(facts, (key, value) => (key === 'span' ? undefined : value)))
}

describe('a note above a notice adds nothing to it and takes nothing from it', () => {
  test.each(messages)('$file', ({ message }) => {
    expect(read(forward(message, note))).toEqual(read(forward(message, ['see below'])))
  })
})

describe('the subject that someone gives a forward is no event of the notice', () => {
  test.each(messages)('$file', ({ message }) => {
    const facts = parseNotice(message)
    const number = 'notice' in facts ? facts.notice.cases[0]?.docketNumber.value : undefined
    const plain = read(forward(message, []))
    expect(read(forward(message, [], { subject: `FW: ${number} - docket it today, "urgent"` }))).toEqual(plain)
    expect(read(forward(message, [], { labels: ['De', 'Enviado', 'Asunto'] }))).toEqual(plain)
  })
})

/** What people and their programs put below a notice that they forward or answer. */
const below = {
  'a signature': ['-- ', 'Jane Roe', 'Roe & Partners, jane@firm.example'],
  'an older reply': [
    'On Tue, Mar 3, 2026 at 9:00 AM Jim Lake jim@firm.example wrote:',
    'thanks',
    'Jim Lake jim@firm.example',
  ],
  'an older message': ['From: jim@firm.example', 'Sent: Monday', 'Subject: today', '', 'Jim Lake jim@firm.example'],
}

function withBelow({ html, text, ...message }: Message, lines: readonly string[]): Message {
  if (html === undefined) return { ...message, text: [text ?? '', '', ...lines].join('\n') }
  return { ...message, html: `${html}<div>${lines.join('<br>')}</div>` }
}

const listing = messages.filter(({ message }) => {
  const result = parseNotice(message)
  return 'notice' in result && result.notice.recipients.length > 0
})

describe.each(Object.entries(below))('%s below a notice adds no one to its recipients', (_what, lines) => {
  test.each(listing)('$file', ({ message }) => {
    expect(read(withBelow(message, lines))).toEqual(read(message))
  })
})
