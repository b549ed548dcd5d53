import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { asText, type Form } from './as-text.fixture.ts'
import type { Message } from './message/message.ts'
import { decodeMessage } from './message/mime.ts'
import { parseNotice } from './registry.ts'

const formats = new URL('formats/', import.meta.url)
/** Formats whose labels have no colon, so that only a table or a line of its own keeps a value apart, are in their own tests. */
const folders =
  /^(?:acms-nda|bnc-notice|cmecf-nda|cmecf-nef|cmecf-summary|scotus)\/fixtures\/(?!LICENSE).*\.(?:txt|eml)$/
/** Addresses shown as words of a link, and a debtor's name with a postal address below it. */
const different = ['cand-clerks-notice-many-paragraphs.txt', 'deb-postal-address-among-mailed.txt']
const files = readdirSync(formats, { recursive: true, encoding: 'utf8' }).filter(
  (file) => folders.test(file) && !different.some((name) => file.endsWith(name)),
)

const behind: Form['link'] = (words, url) => `${words}<${url}>`
const forms: Readonly<Record<string, Form>> = {
  'wrapped, with tabs': { link: behind, cell: '\t', columns: 76 },
  'quoted, with cells on lines': { link: behind, cell: '\n', quote: '> ' },
  'quoted, with cells apart': { link: (words, url) => `${words} <${url}>`, cell: '\n\n', quote: '> ' },
  flowed: { link: (words, url) => `${words} <${url}>`, cell: ' ', flowed: true },
}

/** What is read of a notice. Where its words are divided into lines is layout. */
function read(message: Message): unknown {
  const result = parseNotice(message)
  const { courtEvidence: _evidence, ...facts } = 'notice' in result ? result.notice : result.understood
  const isRead = 'notice' in result
  return JSON.parse(
    JSON.stringify({ isRead, facts }, (key, value) => {
      if (key === 'span' || key === 'crossReferences') return undefined
      return typeof value === 'string' ? value.replace(/\s+/g, ' ') : value
    }),
  )
}

describe.each(files)('%s', (file) => {
  test.each(Object.keys(forms))('as text, %s, is read as its HTML is', async (name) => {
    const decoded = await decodeMessage(readFileSync(new URL(file, formats)))
    if ('problem' in decoded) throw new Error(decoded.problem)
    const { message } = decoded
    const form = forms[name]
    if (message.html === undefined || !form) return
    expect(read(await asText(message, message.html, form))).toEqual(read(message))
  })
})

describe('a name that a mail program wrapped goes on in the next line', () => {
  const lists = (width: string, people: string) => ({
    subject: 'Activity in Case 3:26-cv-00123-X Doe v. Roe Order',
    text: `Notice of Electronic Filing\n
The following transaction was entered on 3/4/2026 at 2:26 PM CST and filed
on 3/4/2026
Case Name: Doe v. Roe\nCase Number: 3:26-cv-00123-X\nhttps://ecf.txnd.uscourts.gov/cgi-bin/DktRpt.pl?41\n
Docket Text:\n${width}\n
3:26-cv-00123-X Notice has been electronically mailed to:\n\n${people}`,
  })
  const people = (width: string, written: string) => {
    const message = { to: [], cc: [], headers: [], attachments: [], ...lists(width, written) }
    const result = parseNotice(message)
    if ('unclear' in result) throw new Error(result.unclear)
    return result.notice.recipients.map(({ name, onBehalfOf, emails }) => [name, onBehalfOf, ...emails])
  }
  const wrapped =
    'Ann Poe on behalf of Creditor Citizens Bank, N.A., successor by merger to\nCitizens Bank of Pennsylvania\nann@firm.example'

  test('where lines are as long as the program leaves them', () => {
    expect(people('ORDER.', wrapped)).toEqual([
      [
        'Ann Poe',
        'Creditor Citizens Bank, N.A., successor by merger to Citizens Bank of Pennsylvania',
        'ann@firm.example',
      ],
    ])
  })

  test('unless longer lines show that none is wrapped', () => {
    const name = 'Creditor Citizens Bank, N.A., successor by merger to'
    expect(people(`ORDER ${'granting '.repeat(20)}.`, wrapped)).toEqual([['Ann Poe', name, 'ann@firm.example']])
  })

  test('whatever the length of a footer below', () => {
    const footer = `\n\nThis message is confidential ${'and privileged '.repeat(30)}`
    expect(people('ORDER.', wrapped + footer)[0]?.[1]).toMatch(/Pennsylvania$/)
  })
})
