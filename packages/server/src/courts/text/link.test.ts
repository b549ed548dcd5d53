import { expect, test } from 'vitest'
import { findCourtCaseId, parseNoticeLink, unwrapLink } from './link.ts'

const plain = 'https://ecf.nyed.uscourts.gov/doc1/123119137279?caseid=475249&de_seq_num=70&magic_num=79492711'

test('parses a district link and sets the fourth digit of its id to zero', () => {
  expect(parseNoticeLink(plain)).toEqual({
    url: plain,
    host: 'ecf.nyed.uscourts.gov',
    courtDocumentId: '123019137279',
    token: '79492711',
    sequence: '70',
    courtCaseId: '475249',
  })
})

test('an appellate link has its token in uid', () => {
  expect(parseNoticeLink('https://ecf.ca1.uscourts.gov/docs1/00108754210?uid=59a7f7615f78153b')).toMatchObject({
    courtDocumentId: '00108754210'.replace(/^(...)./, '$10'),
    token: '59a7f7615f78153b',
  })
})

test('an ACMS link is only a token', () => {
  const url = 'https://ca9-showdoc.azurewebsites.us/NDA/0193a0b1-aaaa-bbbb-cccc-0123456789ab'
  expect(parseNoticeLink(url)).toEqual({
    url,
    host: 'ca9-showdoc.azurewebsites.us',
    token: '0193a0b1-aaaa-bbbb-cccc-0123456789ab',
  })
})

test.each(['', 'MAGIC', 'magic', '%3Cscript%3E', '1'])('"%s" is not a token', (token) => {
  expect(parseNoticeLink(`https://ecf.nysd.uscourts.gov/doc1/127132041950?magic_num=${token}`)).not.toHaveProperty(
    'token',
  )
})

test('a four-digit bankruptcy id identifies no document', () => {
  const link = parseNoticeLink(
    'https://ecf.ndb.uscourts.gov/doc1/1360?pdf_header=&magic_num=56972776&de_seq_num=3&caseid=1112881',
  )
  expect(link).toMatchObject({ token: '56972776', courtCaseId: '1112881' })
  expect(link).not.toHaveProperty('courtDocumentId')
})

test.each([
  'https://www.uscourts.gov/',
  'mailto:a@b.example',
  'javascript:alert(1)',
  '',
  'https://[',
  '/doc1/123456',
  `https://x.example/doc1/1?${'a'.repeat(9_000)}`,
])('"%s" is not a document link', (href) => {
  expect(parseNoticeLink(href)).toBeUndefined()
})

test.each([
  [
    'Safe Links',
    `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(plain)}&data=05%7C01&reserved=0`,
  ],
  ['URL Defense v1', `https://urldefense.proofpoint.com/v1/url?u=${encodeURIComponent(plain)}&k=abc`],
  [
    'URL Defense v2',
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__ecf.nyed.uscourts.gov_doc1_123119137279-3Fcaseid-3D475249-26de-5Fseq-5Fnum-3D70-26magic-5Fnum-3D79492711&d=DwMF',
  ],
  [
    'URL Defense v3',
    `https://urldefense.com/v3/__https:/ecf.nyed.uscourts.gov/doc1/123119137279?caseid=475249*de_seq_num=70*magic_num=79492711__;${Buffer.from('&&').toString('base64url')}!!abc$`,
  ],
  ['Link Protection', `https://linkprotect.cudasvc.com/url?a=${encodeURIComponent(plain)}&c=E,1`],
  [
    'a link forwarded through two gateways',
    `https://linkprotect.cudasvc.com/url?a=${encodeURIComponent(`https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(plain)}`)}`,
  ],
  ['an address escaped twice', plain.replaceAll('&', '&amp;')],
])('unwraps %s', (_gateway, href) => {
  expect(unwrapLink(href)).toBe(plain)
  expect(parseNoticeLink(href)?.token).toBe('79492711')
})

test('restores a run of replaced characters in URL Defense v3', () => {
  const href = `https://urldefense.com/v3/__https://ecf.nyed.uscourts.gov/doc1/1?a=**B__;${Buffer.from('\u00e9%=').toString('base64url')}!!x`
  expect(unwrapLink(href)).toBe('https://ecf.nyed.uscourts.gov/doc1/1?a=\u00e9%=')
})

test("a link that only looks like a gateway's is not unwrapped", () => {
  const href = `https://safelinks.protection.outlook.com.evil.example/?url=${encodeURIComponent(plain)}`
  expect(unwrapLink(href)).toBe(href)
  expect(unwrapLink('https://nam02.safelinks.protection.outlook.com/?url=javascript:alert(1)')).toContain('safelinks')
})

test("reads the court's case key from the link to its docket", () => {
  expect(findCourtCaseId('https://ecf.cand.uscourts.gov/cgi-bin/DktRpt.pl?364265')).toBe('364265')
  expect(findCourtCaseId('https://ecf.cand.uscourts.gov/cgi-bin/DktRpt.pl?caseid=364265')).toBe('364265')
  expect(findCourtCaseId('https://ecf.cand.uscourts.gov/cgi-bin/HistDocQry.pl?364265')).toBeUndefined()
})
