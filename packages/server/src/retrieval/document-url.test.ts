import type { NoticeLink } from '@courtcrier/contract/notice.ts'
import { describe, expect, test } from 'vitest'
import { courtDocumentIdOf, documentUrl, linkToDocument, menuUrl, whyNotOpened } from './document-url.ts'

const district: NoticeLink = {
  url: 'http://ecf.ared.uscourts.gov/doc1/02705212553?caseid=126540&de_seq_num=134&magic_num=69077486',
  host: 'ecf.ared.uscourts.gov',
  courtDocumentId: '02705212553',
  courtCaseId: '126540',
  sequence: '134',
  token: '69077486',
}
const appellate: NoticeLink = {
  url: 'https://ecf.ca2.uscourts.gov/docs1/00208942267?uid=37cacbbc313ab362',
  host: 'ecf.ca2.uscourts.gov',
  courtDocumentId: '00208942267',
  token: '37cacbbc313ab362',
}
const acms: NoticeLink = {
  url: 'https://ca9-showdoc.azurewebsites.us/NDA/e663b724-b14c-f011-877a-001dd806079d',
  host: 'ca9-showdoc.azurewebsites.us',
  token: 'e663b724-b14c-f011-877a-001dd806079d',
}
const short: NoticeLink = {
  ...district,
  url: 'https://ecf.mdb.uscourts.gov/doc1/0920?magic_num=1',
  courtDocumentId: '0920',
}

describe('requested addresses', () => {
  test('a district document: fourth digit 1, free look confirmed, case and sequence included, https', () => {
    expect(documentUrl(district)).toBe(
      'https://ecf.ared.uscourts.gov/doc1/02715212553?caseid=126540&de_seq_num=134&magic_num=69077486&use_magic=1',
    )
  })
  test('a district menu: fourth digit 0', () => {
    expect(menuUrl(district)).toContain('/doc1/02705212553?')
  })
  test('an appellate document and menu', () => {
    expect(documentUrl(appellate)).toBe('https://ecf.ca2.uscourts.gov/docs1/00218942267?uid=37cacbbc313ab362')
    expect(menuUrl(appellate)).toBe(appellate.url)
  })
  test('an ACMS link is requested as is and has no menu', () => {
    expect(documentUrl(acms)).toBe(acms.url)
    expect(menuUrl(acms)).toBeUndefined()
  })
  test("an id that is only a court's prefix keeps its digits and has no menu", () => {
    expect(documentUrl(short)).toContain('/doc1/0920?')
    expect(menuUrl(short)).toBeUndefined()
  })
  test("a row of the menu is requested with the filing's token", () => {
    const row = { courtDocumentId: '02705212554', path: '/doc1/02715212554' }
    expect(documentUrl(linkToDocument(district, row))).toBe(
      'https://ecf.ared.uscourts.gov/doc1/02715212554?caseid=126540&de_seq_num=134&magic_num=69077486&use_magic=1',
    )
    const appellateRow = { courtDocumentId: '00209040890', path: '/docs1/00219040890' }
    expect(documentUrl(linkToDocument(appellate, appellateRow))).toContain('/docs1/00219040890?uid=37cacbbc313ab362')
  })
  test("the menu's case and sequence fill in those missing from the link", () => {
    const { courtCaseId: _, sequence: __, ...bare } = district
    const row = { courtDocumentId: '02705212554', path: '/doc1/02715212554', courtCaseId: '7', sequence: '8' }
    expect(documentUrl(linkToDocument(bare, row))).toContain('caseid=7&de_seq_num=8')
  })
})

test("a link that can't be opened for free says why", () => {
  expect(whyNotOpened(district)).toBeUndefined()
  expect(whyNotOpened(acms)).toBeUndefined()
  expect(whyNotOpened({ ...district, token: undefined })).toMatchObject({ verdict: 'none' })
  expect(whyNotOpened(short)).toBeUndefined()
  const unnamed = { verdict: 'unavailable', sentence: expect.stringContaining('which document') }
  expect(whyNotOpened({ ...short, sequence: undefined })).toMatchObject(unnamed)
  // Parsing omits an unusable id from the link; the address still has it.
  expect(whyNotOpened({ ...short, courtDocumentId: undefined, courtCaseId: undefined })).toMatchObject(unnamed)
})

test("an address's document id gets 0 as its fourth digit", () => {
  expect(courtDocumentIdOf('/doc1/09511786991')).toBe('09501786991')
  expect(courtDocumentIdOf('https://ecf.ca1.uscourts.gov/docs1/00117463322')).toBe('00107463322')
  expect(courtDocumentIdOf('/cgi-bin/DktRpt.pl?94392')).toBeUndefined()
})
