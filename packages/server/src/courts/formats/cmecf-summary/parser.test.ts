import { expect, test } from 'vitest'
import { describeFixtures } from '../../parser.suite.ts'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'
import { cmecfSummary } from './parser.ts'

describeFixtures(new URL('fixtures/', import.meta.url))

const subject = 'Summary of ECF Activity'

test('reports a day without filings', () => {
  const result = parseNotice(messageOf({ subject, text: 'no transactions found for this time period' }), 'ord')
  expect(result).toMatchObject({ unclear: 'This summary says that nothing was filed.' })
})

test('a summary that cannot be split into entries is unclear', () => {
  const html = '<p>Activity has occurred in the following cases:</p><p>Doe v. Roe: Order</p>'
  expect(parseNotice(messageOf({ subject, html }), 'ord')).toMatchObject({
    unclear: 'This looks like a court notice, but it names no case.',
  })
})

test('a docket number within a docket text does not begin another case', () => {
  const html = `<p><a href="https://ecf.ord.uscourts.gov/cgi-bin/DktRpt.pl?1">3:26-cv-00001</a> A v. B</p>
    <p>Docket Text:<br>ORDER relating this case to<br>3:26-cv-00002-SB C v. D</p>`
  expect(parseNotice(messageOf({ subject, html }))).toMatchObject({
    notice: { cases: [{ docketText: { value: 'ORDER relating this case to\n3:26-cv-00002-SB C v. D' } }] },
  })
})

test('a case is recognized by a link that a mail gateway encoded', () => {
  const docket = Buffer.from('https://ecf.ord.uscourts.gov/cgi-bin/DktRpt.pl?1').toString('base64')
  const link = `https://us-west-2.protection.sophos.com/?d=uscourts.gov&amp;u=${encodeURIComponent(docket)}&amp;t=a`
  const html = `<p><a href="${link}">3:26-cv-00001</a> A v. B</p><p>Docket Text:<br>ORDER.</p>`
  expect(parseNotice(messageOf({ subject, html }), 'ord')).toMatchObject({
    notice: { cases: [{ docketNumber: { value: '3:26-cv-00001' }, courtCaseId: { value: '1' } }] },
  })
})

test('the subject of a forward is that which it quotes', () => {
  const html = `<p>Please docket.</p><p><b>From:</b> ecf@ord.uscourts.gov<br><b>Sent:</b> Monday<br><b>Subject:</b> Summary of ECF Activity</p>
    <p>Activity has occurred in the following cases:</p>
    <p><a href="https://ecf.ord.uscourts.gov/cgi-bin/DktRpt.pl?1">3:26-cv-00001</a> A v. B</p><p>Docket Text:<br>ORDER.</p>`
  expect(parseNotice(messageOf({ subject: 'FW: for today', html }))).toMatchObject({
    notice: { event: { value: 'Summary of ECF Activity', from: 'body' } },
  })
})

test('a notice of one filing is not a summary, whatever its subject', () => {
  const html = '<p>Notice of Electronic Filing</p><p>The following transaction was entered on 1/5/2026</p>'
  expect(cmecfSummary.score(messageOf({ subject, html }))).toBe(0)
})

test.each([
  ['100,000 cases', '<p><a href="https://ecf.ord.uscourts.gov/cgi-bin/DktRpt.pl?1">3:26-cv-00001</a> A v. B</p>'],
  ['100,000 documents', '<p><a href="https://ecf.ord.uscourts.gov/doc1/1234567890">1</a></p>'],
  ['100,000 docket texts', '<p>Docket Text: a</p>'],
])('reads %s quickly', (_what, piece) => {
  const head = '<p><a href="https://ecf.ord.uscourts.gov/cgi-bin/DktRpt.pl?1">3:26-cv-00001</a> A v. B</p>'
  expect(parseNotice(messageOf({ subject, html: head + piece.repeat(100_000) }))).toMatchObject({
    unclear: expect.stringContaining('longer than'),
  })
})
