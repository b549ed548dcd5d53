import type { Notice } from '@courtcrier/contract/notice.ts'
import { describe, expect, test } from 'vitest'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'

interface Parts {
  heading?: string
  title?: string
  above?: string
  transaction?: string
  rows?: string
  below?: string
  host?: string
}

const docketText = '<p><strong>Docket Text:</strong><br>Order</p>'

function row(label: string, value: string): string {
  return `<tr><td><strong>${label}:</strong></td><td>${value}</td></tr>`
}

function caseRows(number: string, name: string, host = 'ecf.nvb.uscourts.gov', id = '1'): string {
  const link = `<a href=https://${host}/cgi-bin/DktRpt.pl?4${id}>${number}</a>`
  return `<table>${row('Case Name', name)}${row('Case Number', link)}</table>`
}

function html(parts: Parts): string {
  const entered = 'was received from Jane Roe entered on 3/4/2026 at 2:26 PM PST and filed on 3/4/2026'
  return `<p>${parts.heading ?? 'U.S. Bankruptcy Court'}</p><p>${parts.title ?? 'Notice of Electronic Filing'}</p>${parts.above ?? ''}
    <div><br>The following transaction ${parts.transaction ?? entered}<br>
    ${parts.rows ?? caseRows('26-10417-abc', 'Acme Widgets', parts.host)}${parts.below ?? docketText}</div>`
}

function read(parts: Parts, subject = '26-10417-abc Order'): Notice {
  const result = parseNotice(messageOf({ subject, html: html(parts) }))
  if ('unclear' in result) throw new Error(result.unclear)
  return result.notice
}

describe('the heading does not matter', () => {
  test.each([
    ['U.S. Bankruptcy Court', 'ecf.nvb.uscourts.gov', 'nvb'],
    ['United States Court of Federal Claims', 'ecf.cofc.uscourts.gov', 'cofc'],
    ['US Court of International Trade', 'ecf.cit.uscourts.gov', 'cit'],
    ['Bankruptcy Appellate Panel of the Ninth Circuit', 'ecf.ca9.uscourts.gov', 'ca9'],
    ['United States Judicial Panel on Multidistrict Litigation', 'ecf.jpml.uscourts.gov', 'jpml'],
    ['', 'ecf.gud.uscourts.gov', 'gud'],
  ])('"%s" of %s', (heading, host, courtId) => {
    expect(read({ heading, host })).toMatchObject({
      kind: 'filing',
      format: 'cmecf-nef',
      courtId: { value: courtId },
      event: { value: 'Order' },
    })
  })
})

describe('an entry that was changed', () => {
  const edit = 'was edited by nsha on 3/5/2026 at 4:14 PM PST'
  const changes = (text: string) => `<p><strong>Description of changes:</strong><br><br>${text}</p>`

  test.each([
    'Modified Dkt text from:<br>Order<br>to:<br>Amended Order',
    'Modified Date Filed from 3/4/2026 to 3/3/2026',
    'Added Correct PDF to document',
  ])('%s', (text) => {
    const notice = read({ transaction: edit, below: changes(text) }, '26-10417-abc Docket Entry #7 has been updated')
    expect(notice).toMatchObject({ kind: 'modification', filingUser: { value: 'nsha' } })
    expect(notice.docketText?.value).toContain(text.slice(0, 12))
    expect(notice.enteredAt?.value.local).toBe('2026-03-05T16:14:00')
  })

  test.each([
    ['***Deleted Entry, docketed in the wrong case. (abc)', 'modification'],
    ['ORDER granting 5 Motion (entered in error) (abc)', 'modification'],
    ['Response to 12 Order (entered in error) filed by Roe', 'filing'],
    ['MOTION to modify the docket text from last week', 'filing'],
    ['Notice of a deleted entry', 'filing'],
  ])('"%s" is a %s', (text, kind) => {
    expect(read({ below: `<p><strong>Docket Text:</strong><br>${text}</p>` }).kind).toBe(kind)
  })
})

test('a claim has its number and its creditor', () => {
  const rows = `<table>${row('Case Name', 'Acme Widgets')}${row('Case Number', '<a href=https://ecf.nvb.uscourts.gov/cgi-bin/DktRpt.pl?41>26-10417-abc</a>')}
    ${row('Creditor Name', 'First Bank<br>1 Main St.<br>Reno, NV 89501')}${row('Claim Number', '<a href=https://ecf.nvb.uscourts.gov/doc1/1230123456?caseid=41&magic_num=12345678>3-2</a> Claims Register')}
    ${row('Total Amount Claimed', '$1,234.56')}</table>`
  const notice = read(
    {
      title: 'Notice of Electronic Claims Filing',
      transaction: 'was received from Jane Roe on 3/4/2026 at 2:26 PM PST',
      rows,
      below: '',
    },
    '26-10417-abc Proof of Claim',
  )
  expect(notice).toMatchObject({
    kind: 'claim',
    claimNumber: { value: '3-2' },
    filer: { value: 'First Bank' },
    filingUser: { value: 'Jane Roe' },
    cases: [{ docketNumber: { value: '26-10417-abc' }, courtCaseId: { value: '41' } }],
  })
})

test('a regenerated notice is marked as sent before', () => {
  const above = '<br>This is a re-generated NEF. Created on 3/6/2026 at 9:00 AM PST<br>'
  expect(read({ above }).isRepeated).toBe(true)
  expect(read({}).isRepeated).toBeUndefined()
})

test('a case before the Panel keeps the court it came from', () => {
  const rows = caseRows('MDL No. 2967', 'IN RE: Widgets') + caseRows('NYE/1:21-cv-02960', 'Doe v. Acme')
  const { cases } = read({ heading: 'Panel', host: 'ecf.jpml.uscourts.gov', rows }, 'Activity in Case MDL No. 2967')
  expect(cases).toMatchObject([
    { docketNumber: { value: 'MDL No. 2967' }, parts: { type: 'mdl', serial: 2967 } },
    { docketNumber: { value: '1:21-cv-02960' }, originCourt: 'NYE', parts: { office: '1', year: 2021, type: 'cv' } },
  ])
  expect(cases[0]).not.toHaveProperty('originCourt')
})

test('each case keeps its own docket text if the texts differ', () => {
  const text = (words: string) => `<p><strong>Docket Text:</strong><br>${words}</p>`
  const rows =
    caseRows('1:26-cv-00001', 'A v. B') + text('MOTION 1') + caseRows('1:26-cv-00002', 'C v. D') + text('MOTION 2')
  const notice = read({ rows: rows + caseRows('1:26-cv-00003', 'E v. F'), below: text('MOTION 1') }, 'x')
  expect(notice.docketText?.value).toBe('MOTION 1')
  expect(notice.cases.map((one) => one.docketText?.value)).toEqual([undefined, 'MOTION 2', undefined])
})

test('a plain-text notice names all its cases', () => {
  const text = `U.S. Bankruptcy Court\n\nNotice of Electronic Filing\n
The following transaction was received from Jane Roe entered on 3/4/2026 at 2:26 PM PST and filed on 3/4/2026\n
Case Name: Roe v. Acme\nCase Number: 26-01001-abc https://ecf.nvb.uscourts.gov/cgi-bin/DktRpt.pl?42\n
Document Number: 1\nCopy the URL address from the line below into the location bar of your Web browser to view the document: https://ecf.nvb.uscourts.gov/doc1/123012345678?caseid=42&magic_num=11111111\n
Case Name: Acme Widgets\nCase Number: 26-10417-abc https://ecf.nvb.uscourts.gov/cgi-bin/DktRpt.pl?41\n
Document Number: 77\nCopy the URL address from the line below into the location bar of your Web browser to view the document: https://ecf.nvb.uscourts.gov/doc1/123012345679?caseid=41&magic_num=22222222\n
Docket Text:\nComplaint by Roe\n`
  const result = parseNotice(messageOf({ subject: '26-01001 Complaint', text }))
  if ('unclear' in result) throw new Error(result.unclear)
  const { cases, documents, docketText: words } = result.notice
  expect(cases.map((one) => [one.courtCaseId?.value, one.documentNumber?.value, one.link?.token])).toEqual([
    ['42', '1', '11111111'],
    ['41', '77', '22222222'],
  ])
  expect(words?.value).toBe('Complaint by Roe')
  expect(documents[0]?.link?.token).toBe('11111111')
  expect(cases[1]?.documents?.[0]).toMatchObject({ index: 0, number: '77', link: { token: '22222222' } })
})

test('half past midnight is a time', () => {
  const transaction = 'was received from admin entered on 03/05/2026 at 00:34 AM  PST and filed on 03/04/2026'
  expect(read({ transaction }).enteredAt?.value).toEqual({
    local: '2026-03-05T00:34:00',
    zone: 'PST',
    offsetMinutes: -480,
  })
})
