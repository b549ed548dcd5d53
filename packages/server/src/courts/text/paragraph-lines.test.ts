import { describe, expect, test } from 'vitest'
import type { Message } from '../message/message.ts'
import { messageOf, readFixture } from '../read-fixture.ts'
import { parseNotice } from '../registry.ts'

const files = [
  'cmecf-nef/fixtures/cob-plain-text.txt',
  'cmecf-nef/fixtures/dcd-plain-text.txt',
  'cmecf-nda/fixtures/written-outlook-forward.txt',
  'bankruptcy-filing/fixtures/written-company-plain.txt',
]

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const linked = (line: string) => escaped(line).replace(/https?:\/\/[^\s<>]+/g, '<a href="$&">$&</a>')

type Program = (lines: readonly string[], subject: string) => string
const programs: Readonly<Record<string, Program>> = {
  Outlook: (lines, subject) =>
    `<div class=WordSection1><p class=MsoPlainText>-----Original Message-----<br>From: ECF &lt;ecf@court.example&gt; <br>Sent: Wednesday, March 4, 2026 2:30 PM<br>To: Roe, Jane<br>Subject: ${escaped(subject)}</p>\n${lines
      .map((line) => `<p class=MsoPlainText>${linked(line) || '&nbsp;'}<o:p></o:p></p>`)
      .join('\n')}</div>`,
  Gmail: (lines, subject) =>
    `<div>---------- Forwarded message ---------<br>From: ECF &lt;ecf@court.example&gt;<br>Date: Wed, Mar 4, 2026<br>Subject: ${escaped(subject)}<br></div>\n${lines
      .map((line) => `<div>${linked(line) || '<br>'}</div>`)
      .join('\n')}`,
}

/** Everything that is read, without where it stands. */
function read(message: Message): unknown {
  const result = parseNotice(message)
  const { courtEvidence: _evidence, ...facts } = 'notice' in result ? result.notice : result.understood
  const isRead = 'notice' in result
  return JSON.parse(JSON.stringify({ isRead, facts }, (key, value) => (key === 'span' ? undefined : value)))
}

describe.each(Object.entries(programs))(
  'plain text whose lines %s made paragraphs is read as the text it was',
  (_, write) => {
    test.each(files)('%s', async (file) => {
      const { text = '', subject } = await readFixture(new URL(`../formats/${file}`, import.meta.url))
      const html = write(text.split(/\r?\n/), subject)
      expect(read(messageOf({ subject: `FW: ${subject}`, html }))).toEqual(read(messageOf({ subject, text })))
    })
  },
)
