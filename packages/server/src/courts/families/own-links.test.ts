import { describe, expect, test } from 'vitest'
import { messageOf } from '../read-fixture.ts'
import { parseNotice } from '../registry.ts'

const tyler = { name: '', address: 'no-reply@efilingmail.tylertech.cloud' }
const green = { name: '', address: 'notices@greenfiling.com' }
const nyscef = { name: '', address: 'noreply@nycourts.gov' }

const own = 'https://illinois.tylertech.cloud/ViewDocuments.aspx?FID=7ff2fb72-7baa-4770-8a7c-70c1dd1cd000'
const typed = 'https://illinois.tylertech.cloud/ViewDocuments.aspx?FID=00000000-7baa-4770-8a7c-70c1dd1cd666'

/** Lines of a plain text of Tyler's, with what a filer typed and what the service says of documents. */
const accepted = (filing: string, documents: string) =>
  `Filing Accepted

Filing Details
Court: Will County
Case Number: 2025LA000999
Case Style: Doe v. Roe
Date/Time Submitted: 12/1/2025 10:02 AM CST
${filing}
Filed By: Opal Opponent

Document Details
${documents}

Please Note: keep this, and see https://illinois.tylertech.cloud/help.`

const lead = 'Lead Document: Answer.pdf'

interface Reading {
  from?: typeof tyler
  subject?: string
  text?: string
  html?: string
}

function read({ from = tyler, subject = 'Filing Accepted for Case: 2025LA000999; Doe v. Roe', ...body }: Reading) {
  const result = parseNotice(messageOf({ from, subject, ...body }))
  if ('unclear' in result) return result.unclear
  return result.notice.documents.map(({ description, link }) => [description.value, link?.url])
}

describe('an address that a filer typed is no document:', () => {
  test.each([
    ['behind a description', `Filing Description: Answer, see ${typed}`, lead],
    ['on the line below a description', `Filing Description: Answer, see\n${typed}`, lead],
    ['below a description and a gap', `Filing Description: Answer\n\nSee here\n<${typed}>`, lead],
    ['in a comment', `Filing Description: Answer\nComments: compare <${typed}>`, lead],
    ['in a reason', `Filing Description: Answer\nReason: duplicate of ${typed}`, lead],
    ['in the name of the case', `Filing Description: Answer\nCase Title: Doe v. Roe ${typed}`, lead],
    ["in a document's name", 'Filing Description: Answer', `Lead Document: Answer ${typed} final`],
  ])('%s', (_where, filing, documents) => {
    const found = read({ text: accepted(filing, documents) })
    expect(found).toEqual([[expect.stringMatching(/^Answer/), undefined]])
  })

  test('nor beside the service’s own', () => {
    const text = accepted(`Filing Description: Answer, see ${typed}`, `${lead}\nFile Stamped Copy: ${own}`)
    expect(read({ text })).toEqual([[expect.stringMatching(/^Answer/), own]])
  })

  test('in a note above a forward', () => {
    const note = `Compare ${typed}\n\n---------- Forwarded message ---------\nFrom: <${tyler.address}>\nSubject: x\n\n`
    const from = { name: '', address: 'mary@firm.example' }
    expect(read({ from, text: note + accepted('Filing Description: Answer', lead) })).toEqual([['Answer', undefined]])
  })

  test('which a mail program made a link of', () => {
    const link = (url: string, words = url) => `<a href="${url}">${words}</a>`
    const row = (label: string, value: string) => `<tr><td>${label}</td><td>${value}</td></tr>`
    const html = (description: string, rest = '') =>
      `<h1>Filing Accepted</h1><table><tr><th colspan=2>Filing Details</th></tr>${row('Court', 'Will County')}${row('Case Number', '2025LA000999')}${row('Filing Description', description)}${row('Lead Document', 'Answer.pdf')}</table>${rest}`
    expect(read({ html: html(`Answer, see ${link(typed)}`) })).toEqual([[expect.stringMatching(/^Answer/), undefined]])
    const service = `<p>${link(own, 'Download your documents')}</p>`
    const found = read({ html: html(`Answer, see ${link(typed)}`, service) })
    expect(found).toEqual([[expect.stringMatching(/^Answer/), own]])
  })
})

test.each([
  [
    'in a line that looks like the service’s',
    accepted(`Filing Description: Answer\nFile Stamped Copy: ${typed}`, `${lead}\nFile Stamped Copy: ${own}`),
  ],
  [
    'in such a line, though the service has no copy yet',
    accepted(
      `Filing Description: Answer\nFile Stamped Copy: ${typed}`,
      `${lead}\nFile Stamped Copy: Not yet available`,
    ),
  ],
  [
    'in such a line, though the service has none',
    accepted(`Filing Description: Answer\n\nDownload Document\n<${typed}>`, lead),
  ],
  [
    'in such a line directly above the documents',
    accepted('Activity Requested: EFile', `File Stamped Copy: ${typed}\n${lead}\nFile Stamped Copy: ${own}`),
  ],
])('links in several places are left to a person: %s', (_where, text) => {
  expect(read({ text })).toContain('links to documents in several places')
})

const served = (documents: string) => ({
  from: green,
  subject: 'E-Service: Doe v. Roe',
  text: `You have been served through Green Filing.

Case Information
Court: Superior Court of California, County of Orange
Case Number: 30-2025-01400999-CU-BC-CJC
Case Name: Doe v. Roe
Date Served: 1/30/2026 5:01 PM PST
${documents}
Thank you`,
})

const view = (token: string) => `https://app.greenfiling.com/serve/view?token=${token}`
const [first, other] = [view('a1b2c3d4e5f60718293a4b5c'), view('00000000e5f60718293a4b5c')]

test.each([
  ['in a row of its own', `Document: Reply Brief\nLink: ${first}`],
  ['behind the title', `Document: Reply Brief <${first}>`],
  ['on the line below the title', `Documents Served\nReply Brief\n${first}`],
  ['behind a title with an address in it', `Document: Reply Brief ${other} <${first}>`],
])('the link of a service is found %s', (_where, documents) => {
  const [document, ...more] = read(served(documents))
  expect(more).toEqual([])
  expect(document?.[0]).toMatch(/^Reply Brief/)
  expect(document?.[1]).toBe(first)
})

test('of two addresses in a line of NYSCEF’s list, the one behind the title is its own', () => {
  const address = (key: string) => `https://iapps.courts.state.ny.us/nyscef/ViewDocument?docIndex=${key}`
  const text = `NYSCEF Confirmation Notice
New York County Supreme Court

650999/2025
Caption: Doe v. Roe

Documents Received
45  EXHIBIT A, see ${address('0000aaaa')} for all ${address('1111bbbb')}   02/11/2026

NOTE: keep`
  const subject = 'NYSCEF Confirmation: New York - 650999/2025'
  expect(read({ from: nyscef, subject, text })).toEqual([[expect.stringMatching(/^EXHIBIT A/), address('1111bbbb')]])
})
