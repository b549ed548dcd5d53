import type { Notice } from '@courtcrier/contract/notice.ts'
import { expect, test } from 'vitest'
import type { Message } from './message/message.ts'
import { messageOf, readFixture } from './read-fixture.ts'
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

/** Those that no court writes, so that a clerk's words don't look like them. */
const marked = [
  ['CONFIDENTIALITY NOTICE: This e-mail is privileged.', 'See www.firm.example/legal'],
  ['CAUTION: This email originated from outside of the organization. Do not click links.'],
  ['[EXTERNAL EMAIL]'],
  ['***** EXTERNAL SENDER *****', 'This message was sent from outside the company.'],
  ['You don\u2019t often get email from clerk@court.example. Learn why this is important'],
  ['-- ', 'Jane Roe', 'Roe & Partners, LLP'],
  ['Sent from my iPhone'],
  ['________________________________', 'This message is intended only for the addressee.'],
  ['Disclaimer', 'The information contained in this communication from the sender is confidential.'],
  ['Click here to report this email as spam.'],
  ['Virus-free. www.avast.com'],
  ['PRIVILEGED AND CONFIDENTIAL ATTORNEY-CLIENT COMMUNICATION'],
  ['IRS Circular 230 Disclosure: To ensure compliance with requirements imposed by the IRS'],
  ['AVISO DE CONFIDENCIALIDAD: Este correo electr\u00f3nico es confidencial.'],
  ['Please consider the environment before printing this email.'],
]

function noticeAbove({ html, text, ...message }: Message, footer: readonly string[]): Notice {
  const below =
    html === undefined
      ? { text: `${text}\n\n${footer.join('\n')}\n` }
      : { html: `${html}<hr>${footer.map((line) => `<p>${line.replaceAll('&', '&amp;')}</p>`).join('')}` }
  const result = parseNotice({ ...message, ...below })
  if ('unclear' in result) throw new Error(result.unclear)
  return result.notice
}

function peopleIn(message: Message, footer: readonly string[]): readonly string[] {
  return noticeAbove(message, footer).recipients.map(({ name, emails }) => `${name} ${emails.join(' ')}`)
}

test.each(files)('a footer below %s names no one whom the court notified', async (file) => {
  const message = await fixture(file)
  const people = peopleIn(message, [])
  expect(people.length).toBeGreaterThan(0)
  for (const footer of [...footers, ...marked]) expect(peopleIn(message, footer), footer[0]).toEqual(people)
})

const withoutLists = [
  'cmecf-nef/fixtures/pawb-entry-updated.txt',
  'cmecf-summary/fixtures/nvb-plain-text.txt',
  'cmecf-summary/fixtures/nvd-two-cases-html.txt',
  'court-announcement/fixtures/ohsd-contact-information.txt',
]

test.each(withoutLists)('a footer below %s, which lists no one, is no part of its docket text', async (file) => {
  const message = await fixture(file)
  const textsIn = (footer: readonly string[]) => {
    const { docketText, cases } = noticeAbove(message, footer)
    return [docketText?.value, ...cases.map((one) => one.docketText?.value)]
  }
  const texts = textsIn([])
  expect(texts.join('').length).toBeGreaterThan(0)
  for (const footer of marked) expect(textsIn(footer), footer[0]).toEqual(texts)
})

const textOnly = (text: readonly string[]) =>
  messageOf({
    subject: 'Activity in Case 3:26-cv-00123-X Doe v. Roe Order',
    text: `U.S. District Court\nNorthern District of Texas\n\nNotice of Electronic Filing\n
The following transaction was entered on 3/4/2026 at 2:26 PM CST and filed on 3/4/2026\n
Case Name: Doe v. Roe\nCase Number: 3:26-cv-00123-X\nhttps://ecf.txnd.uscourts.gov/cgi-bin/DktRpt.pl?41\n
Docket Text:${text.join('\n\n')}`,
  })

test.each([
  'This communication was docketed as a letter motion.',
  'Confidential Settlement Statement due 3/1/2026.',
  'External hard drive lodged with the clerk.',
  'This message to the court shall not be filed under seal.',
  'The information in this notice is confidential.',
  '________________________________',
  'NOTICE: The hearing will be outside the courthouse.',
])("a clerk's %j is a part of the docket text", (words) => {
  expect(noticeAbove(textOnly(['ORDER.', words, 'So ordered.']), marked[0] ?? []).docketText?.value).toBe(
    `ORDER.\n\n${words}\n\nSo ordered.`,
  )
})

test('a firm\u2019s name between a line across and its footer is a part of the footer', () => {
  const footer = ['________________________________\nHale & Osei LLP\nThis message is intended only for the addressee.']
  expect(noticeAbove(textOnly(['ORDER.']), footer).docketText?.value).toBe('ORDER.')
})

test('a docket text that opens as a footer does is no footer', () => {
  const words = 'CONFIDENTIALITY NOTICE by Doe re 12 Protective Order.'
  expect(noticeAbove(textOnly([words]), []).docketText?.value).toBe(words)
  expect(noticeAbove(textOnly(['', words]), []).docketText?.value).toBe(words)
})
