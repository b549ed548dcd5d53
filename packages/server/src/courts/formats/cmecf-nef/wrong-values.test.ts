import type { Notice, ParseResult } from '@courtcrier/contract/notice.ts'
import { describe, expect, test } from 'vitest'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'

interface Parts {
  number?: string
  rows?: string
  docketText?: string
  mailing?: string
  title?: string
}

const link = (text: string) => `<a href="https://ecf.txnd.uscourts.gov/cgi-bin/DktRpt.pl?41">${text}</a>`
const html = (
  parts: Parts,
) => `<p>U.S. District Court<br>Northern District of Texas</p><p>${parts.title ?? 'Notice of Electronic Filing'}</p>
<div>The following transaction was entered on 3/4/2026 at 2:26 PM CST and filed on 3/4/2026<br>
<table><tr><td>Case Name:</td><td>Doe v. Roe</td></tr><tr><td>Case Number:</td><td>${parts.number ?? link('3:26-cv-00123-X')}</td></tr>${parts.rows ?? ''}</table>
<p>Docket Text:<br>${parts.docketText ?? 'ORDER granting motion.'}</p></div>${parts.mailing ?? ''}`

function parse(parts: Parts): ParseResult {
  return parseNotice(messageOf({ subject: 'Activity in Case 3:26-cv-00123-X Doe v. Roe Order', html: html(parts) }))
}

function read(parts: Parts): Notice {
  const result = parse(parts)
  if ('unclear' in result) throw new Error(result.unclear)
  return result.notice
}

describe('a case number is a number and nothing else', () => {
  test.each([
    `${link('22-00193')}<br>WARNING: CASE CLOSED on 01/02/2024`,
    `${link('22-00193')} WARNING: CASE CLOSED on 01/02/2024`,
    '22-00193 WARNING: CASE CLOSED',
    '22-00193 *** WARNING: CASE CLOSED ON 1/2/2024 ***',
  ])('%s is a closed case', (number) => {
    const [one] = read({ number }).cases
    expect(one).toMatchObject({ docketNumber: { value: '22-00193' }, isClosed: true })
  })

  test.each(['22-00193 (ABC)', '22-00193 (Jointly Administered)'])('%s', (number) => {
    expect(read({ number }).cases[0]?.docketNumber.value).toBe('22-00193')
  })

  test.each([
    '1:24-sw-00012-JFA *SEALED* 1:24-sw-00013-JFA',
    '22-00193 and others',
    '22-00193, 22-00194',
    '22-00193 22-00194',
    '1:20-cv-08 924',
    '1:20-cv- 08924',
    '22-00193 Lead Case',
    '22-00193 DO NOT FILE IN THIS CASE',
    '22-00193<br>See 22-00194',
    '5:',
    '5:24',
    '5:24-cv',
    '5:24-cv-',
    '22-',
    '5',
    '1:24-cv-0',
    '1:24-cv-012',
    '1:24-cv-0123',
    '1:24-cv-0123-ABC',
    '4:24-bk-1023',
    '1-23-4260',
    'NYE/1:21-cv-0296',
    '3:26-cv-0012\uFFFD',
    '3:26\uFFFDcv-00123',
    '3:26?cv-00123',
    '3:26-cv-00=3123',
    '3:26\u00e2\u20ac\u201ccv-00123',
    '\u00c33:26-cv-00123',
    '3:2\u00006-cv-00123',
  ])('%s is left to a person, who sees the words', (number) => {
    const result = parse({ number })
    expect(result).toMatchObject({
      unclear: expect.stringMatching(/^Where the case number stands, this notice says "/),
    })
    expect('understood' in result && result.understood.cases).toEqual([])
  })

  test.each([
    'MDL No. 2967',
    '3:26-cv-00123-X',
    '22-00105-5-JNC',
    '5:21-md-02999',
    '1:26-mc-00007',
    'Misc. No. 22-5',
    '24-1016',
    '1-23-01071-nhl',
  ])('%s is a number', (number) => {
    expect(read({ number }).cases[0]?.docketNumber.value).toBe(number)
  })
})

const people = (heading: string, names = 'Jane Roe<br>1 Main St<br>Dallas, TX 75201') =>
  `<div>3:26-cv-00123-X Notice has been electronically mailed to:<br><br>Ann Poe &nbsp;&nbsp;ann@firm.example<br><br>${heading}<br><br>${names}</div>`

describe('who was not served electronically', () => {
  test.each([
    'The CM/ECF system has NOT delivered notice electronically to the names listed below:',
    '3:26-cv-00123-X The CM/ECF system has NOT delivered notice electronically to the names listed below. The clerk\u2019s office will serve notice of court Orders and Judgments by mail as required by the federal rules. An attorney/pro se litigant is cautioned to carefully follow the federal rules (see FedRCivP 5) with regard to service of any document the attorney/pro se litigant has filed with the court. The clerk\u2019s office will not serve paper documents on behalf of an attorney/pro se litigant.',
    'The CM/ECF system has NOT delivered notice electronically to the names listed below. The clerk will serve them by mail.:',
    'The CM/ECF system has NOT delivered notice electronically to the names listed below.<br>The clerk\u2019s office will serve notice of court Orders and Judgments by mail as required by the federal rules.',
    '3:26-cv-00123-X Notice has NOT been electronically mailed to:',
    '3:26-cv-00123-X Notice will not be electronically mailed to:',
    '3:26-cv-00123-X Notice was not electronically mailed to:',
    '3:26-cv-00123-X Notice will NOT be e-mailed to:',
    '3:26-cv-00123-X Notice cannot be delivered electronically to:',
    '3:26-cv-00123-X Notice has been delivered by other means to:',
    '3:26-cv-00123-X Notice will be delivered by other means to::',
    '3:26-cv-00123-X Notice will be sent by U.S. Mail to:',
    '3:26-cv-00123-X Notice has been mailed by first class mail to:',
    '3:26-cv-00123-X Filer will deliver document by other means to:',
    '3:26-cv-00123-X Filer must deliver notice conventionally to:',
    'Notice has not been electronically mailed to the following parties:',
    'The following participants will not receive electronic notice:',
    'No electronic notice was sent to the following parties:',
    'Paper copies were sent to the parties listed below:',
  ])('%s', (heading) => {
    const recipients = read({ mailing: people(heading) }).recipients.map(
      ({ name, emails, isServedElectronically }) => ({ name, emails, isServedElectronically }),
    )
    expect(recipients).toEqual([
      { name: 'Ann Poe', emails: ['ann@firm.example'], isServedElectronically: true },
      { name: 'Jane Roe', emails: [], isServedElectronically: false },
    ])
  })

  test('someone listed there with an address was not served either', () => {
    const heading = 'The CM/ECF system has NOT delivered notice electronically to the names listed below:'
    const { recipients } = read({ mailing: people(heading, 'Jane Roe &nbsp; jane@old.example') })
    expect(recipients).toMatchObject([{ name: 'Ann Poe' }, { name: 'Jane Roe', isServedElectronically: false }])
  })

  test('as the only heading, it opens the list too', () => {
    const mailing =
      '<p>The CM/ECF system has NOT delivered notice electronically to the names listed below:</p><p>Jane Roe</p>'
    expect(read({ mailing })).toMatchObject({
      docketText: { value: 'ORDER granting motion.' },
      recipients: [{ name: 'Jane Roe', isServedElectronically: false }],
    })
  })

  test("a clerk's words on service stay in the docket text", () => {
    const docketText =
      'ORDER. Plaintiff shall serve a copy by mail on all parties not served electronically:<br>see the list.'
    const notice = read({ docketText })
    expect(notice.recipients).toEqual([])
    expect(notice.docketText?.value).toContain('see the list')
  })
})

describe('a claim', () => {
  const claim = (creditor: string, subject = '26-10417 Claim', event = '') => {
    const rows = `<tr><td>Creditor Name:</td><td>${creditor}</td></tr><tr><td>Claim Number:</td><td><a href="https://ecf.nvb.uscourts.gov/doc1/126012345678?caseid=41&magic_num=12345678">3-2</a> Claims Register</td></tr>
      <tr><td>Total Amount Claimed:</td><td>$1,234.56</td></tr>`
    const body = html({ title: 'Notice of Electronic Claims Filing', number: link('26-10417'), rows }).replace(
      /<p>Docket Text.*?<\/p>/s,
      event,
    )
    const own = body.replaceAll('txnd', 'nvb').replace(/U\.S\..*?Texas/, 'U.S. Bankruptcy Court<br>District of Nevada')
    const result = parseNotice(messageOf({ subject, html: own }))
    if ('unclear' in result) throw new Error(result.unclear)
    return result.notice
  }

  test('has the document linked from its number', () => {
    expect(claim('First Bank')).toMatchObject({
      kind: 'claim',
      claimNumber: { value: '3-2' },
      cases: [{ link: { token: '12345678', courtDocumentId: '126012345678' } }],
      documents: [{ index: 0, link: { token: '12345678' } }],
    })
    expect(claim('First Bank', 'x').documents[0]?.description.value).toBe('Claim 3-2')
  })

  test.each([
    ['First Bank<br>1 Main St.<br>Reno, NV 89501', 'First Bank'],
    [
      'JPMorgan Chase Bank,<br>National Association<br>c/o Robertson Anschutz<br>6409 Congress Ave',
      'JPMorgan Chase Bank, National Association',
    ],
    ['U.S. Bank National<br>Association<br>PO Box 5229', 'U.S. Bank National Association'],
    [
      'The Bank of New York Mellon<br>Trust Company, N.A.<br>as Trustee for Series 2005-1<br>P.O. Box 1',
      'The Bank of New York Mellon Trust Company, N.A. as Trustee for Series 2005-1',
    ],
    [
      'Wells Fargo Bank, N.A.,<br>successor by merger to Wachovia<br>1 Home Campus',
      'Wells Fargo Bank, N.A., successor by merger to Wachovia',
    ],
    ['First National Bank<br>of Omaha<br>1620 Dodge Street', 'First National Bank of Omaha'],
    ['Acme Corporation<br>d/b/a Acme Widgets<br>Attn: Legal', 'Acme Corporation d/b/a Acme Widgets'],
    ['LVNV Funding, LLC<br>Resurgent Capital Services<br>PO Box 10587', 'LVNV Funding, LLC'],
    ['Internal Revenue<br>Service<br>PO Box 7346', 'Internal Revenue Service'],
    ['Ally Bank (13572468)<br>PO Box 1', 'Ally Bank'],
    ['Jane Roe<br>Attn: Someone', 'Jane Roe'],
    ['Johnson &<br>Johnson<br>One Johnson Plaza', 'Johnson & Johnson'],
    ['M\u00fcller \u2013 S\u00f6hne GmbH &amp; Co. KG<br>Hauptstr. 1', 'M\u00fcller \u2013 S\u00f6hne GmbH & Co. KG'],
  ])('by %s has the creditor %s', (creditor, name) => {
    expect(claim(creditor).filer?.value).toBe(name)
  })
})

test('in plain text a docket text that quotes another case adds none', () => {
  const text = `U.S. District Court\n\nNotice of Electronic Filing\n\nThe following transaction was entered on 3/4/2026 at 2:26 PM CST and filed on 3/4/2026\n
Case Name: Doe v. Roe\nCase Number: 3:26-cv-00123-X https://ecf.txnd.uscourts.gov/cgi-bin/DktRpt.pl?41\nFiler:\n
Docket Text:\nORDER relating the cases:\nCase Name: Poe v. Moe\nCase Number: 3:25-cv-00099-K\nSo ordered.\n
3:26-cv-00123-X Notice has been electronically mailed to:\n\nAnn Poe ann@firm.example\n`
  const result = parseNotice(messageOf({ subject: 'Activity in Case 3:26-cv-00123-X Doe v. Roe Order', text }))
  if ('unclear' in result) throw new Error(result.unclear)
  expect(result.notice.cases.map(({ docketNumber }) => docketNumber.value)).toEqual(['3:26-cv-00123-X'])
  expect(result.notice.docketText?.value).toContain('So ordered.')
})
