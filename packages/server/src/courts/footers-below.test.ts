import { expect, test } from 'vitest'
import type { Message } from './message/message.ts'
import { readFixture } from './read-fixture.ts'
import { parseNotice } from './registry.ts'

const fixture = (name: string) => readFixture(new URL(`formats/${name}`, import.meta.url))
const files = [
  'cmecf-nef/fixtures/pawb-order.txt',
  'cmecf-nef/fixtures/dcd-plain-text.txt',
  'cmecf-nda/fixtures/ca9-entry-corrected.txt',
]

/** What firms, lists and mail programs put below a message. */
const footers = [
  ['CONFIDENTIALITY NOTICE', 'This e-mail is privileged. See www.firm.example/legal'],
  ['Disclaimer', 'The content of this email is confidential and intended for the recipient specified in message only'],
  ['This message and any attachments may contain attorney-client privileged information'],
  ['The information contained in this e-mail is intended only for the addressee'],
  ['[Confidential Notice] for Hale & Osei LLP'],
  ['_______________________________________________', 'Docketing mailing list -- docketing@lists.firm.example'],
  ['________________________________', 'Hale & Osei LLP', 'Legal Notice'],
]

function peopleIn(message: Message, footer: readonly string[]): readonly string[] {
  const { html, text } = message
  const below =
    html === undefined
      ? { text: `${text}\n\n${footer.join('\n')}\n` }
      : { html: `${html}<hr>${footer.map((line) => `<p>${line.replaceAll('&', '&amp;')}</p>`).join('')}` }
  const result = parseNotice({ ...message, ...below })
  if ('unclear' in result) throw new Error(result.unclear)
  return result.notice.recipients.map(({ name, emails }) => `${name} ${emails.join(' ')}`)
}

test.each(files)('a footer below %s names no one whom the court notified', async (file) => {
  const message = await fixture(file)
  const people = peopleIn(message, [])
  expect(people.length).toBeGreaterThan(0)
  for (const footer of footers) expect(peopleIn(message, footer), footer[0]).toEqual(people)
})
