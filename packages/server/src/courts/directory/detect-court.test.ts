import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Message } from '../message/message.ts'
import { messageOf, readFixture } from '../read-fixture.ts'
import { detectCourt } from './detect-court.ts'
import { federalCourtList } from './directory.ts'

const link = '<a href="https://ecf.cand.uscourts.gov/doc1/035023515598?caseid=1&magic_num=12345678">7</a>'
const nysd = { name: '', address: 'NYSD_ECF_Pool@nysd.uscourts.gov' }

test("a link's host identifies the court, with the link as evidence", () => {
  expect(detectCourt(messageOf({ html: `<p>Doc ${link}</p>` })).found).toEqual({
    value: 'cand',
    from: 'body',
    span: [4, 5],
  })
})

test('a link outweighs the sender', () => {
  expect(detectCourt(messageOf({ html: link, from: nysd, messageId: '<1@nysd.uscourts.gov>' })).found?.value).toBe(
    'cand',
  )
})

const block = '<p>From: ECF-CAND@cand.uscourts.gov<br>Sent: Monday<br>Subject: Activity in Case</p>'

test("a link in a forward's covering note does not identify the court", () => {
  const note = '<p>Compare the order in <a href="https://ecf.cacd.uscourts.gov/doc1/031">that case</a>.</p>'
  expect(detectCourt(messageOf({ html: `${note}${block}<p>Doc ${link}</p>` })).found?.value).toBe('cand')
  expect(detectCourt(messageOf({ html: `${note}${block}<p>no link</p>` })).found?.value).toBe('cand')
})

test('a forward whose links and header block name different courts is left to a person, with both as evidence', () => {
  const other = block.replaceAll(/cand/gi, 'nysd')
  const { found, evidence } = detectCourt(messageOf({ html: `${other}<p>Doc ${link}</p>` }))
  expect(found).toBeUndefined()
  expect(evidence.map(({ courtId, by }) => [courtId, by])).toEqual([
    ['cand', 'link'],
    ['nysd', 'sender'],
  ])
})

test('a notice without a header block whose links and heading name different courts is left to a person too', () => {
  const heading = '<p>U.S. District Court</p><p>Southern District of New York</p><p>Notice of Electronic Filing</p>'
  const { found, evidence } = detectCourt(messageOf({ html: `<p>see below</p>${heading}<p>Doc ${link}</p>` }))
  expect(found).toBeUndefined()
  expect(evidence.map(({ courtId, by }) => [courtId, by])).toEqual([
    ['cand', 'link'],
    ['nysd', 'text'],
  ])
})

test('a notice without links has the court of its heading, whatever the note above links to', () => {
  const note = `<p>Compare the order in ${link}.</p>`
  const heading = '<p>U.S. District Court</p><p>Southern District of New York</p><p>Notice of Electronic Filing</p>'
  const entered = '<p>The following transaction was entered on 3/4/2026</p>'
  expect(detectCourt(messageOf({ html: note + heading + entered })).found?.value).toBe('nysd')
})

test('a rewritten link identifies the court too', () => {
  const url = encodeURIComponent('https://ecf.txsd.uscourts.gov/doc1/179041128562')
  const html = `<a href="https://nam02.safelinks.protection.outlook.com/?url=${url}">7</a>`
  expect(detectCourt(messageOf({ html })).found?.value).toBe('txsd')
})

test.each([
  'https://ecf.cand.uscourts.gov.evil.example/doc1/1',
  'https://ecf.cand.uscourts.gov@evil.example/doc1/1',
  'https://ecf.cand.uscourts.gov:443@evil.example/doc1/1',
  'https://evil.example\\@ecf.cand.uscourts.gov/doc1/1',
])('%s leads to a host that only resembles a court, and identifies none', (href) => {
  expect(detectCourt(messageOf({ html: `<a href="${href}">7</a>` })).found).toBeUndefined()
})

test("without links the sender identifies it, then the Message-ID, then a forward's header block", () => {
  expect(detectCourt(messageOf({ text: 'x', from: nysd })).found).toEqual({ value: 'nysd', from: 'header' })
  expect(detectCourt(messageOf({ text: 'x', messageId: '<1@vaed.uscourts.gov>' })).found?.value).toBe('vaed')
  expect(detectCourt(messageOf({ text: 'From: ecf_support@ared.uscourts.gov\nx' })).found).toEqual({
    value: 'ared',
    from: 'body',
    span: [6, 35],
  })
})

test.each([
  ['Eastern District of New York', 'nyed'],
  ['California Northern District', 'cand'],
  ['SOUTHERN DISTRICT OF ALABAMA', 'alsd'],
  ['Eastern District of Virginia -', 'vaed'],
  ['District of Columbia', 'dcd'],
  ['District of New Hampshire Live Database', 'nhd'],
  ['District of West Virginia Northern', 'wvnd'],
])('the heading "%s" identifies %s when nothing else does', (heading, id) => {
  expect(detectCourt(messageOf({ html: `<p>U.S. District Court</p><p>${heading}</p>` })).found?.value).toBe(id)
})

test.each([
  [['U.S. Bankruptcy Court', 'Western District of Arkansas'], 'arwb'],
  [['U.S. Bankruptcy Court', 'Northern District of Iowa'], 'ianb'],
  [['United States Bankruptcy Court for the District of New Jersey'], 'njb'],
  [['UNITED STATES BANKRUPTCY COURT', 'DISTRICT OF PUERTO RICO'], 'prb'],
  [['United States Court of Appeals for the Ninth Circuit'], 'ca9'],
  [['United States Court of Appeals', 'for the Eleventh Circuit'], 'ca11'],
  [['Court of Appeals, 2nd Circuit'], 'ca2'],
  [['U.S. Court of Appeals, D.C. Circuit'], 'cadc'],
  [['United States Court of Appeals for the Federal Circuit'], 'cafc'],
  [['United States Judicial Panel on Multidistrict Litigation'], 'jpml'],
  [['United States Court of International Trade'], 'cit'],
  [['United States Tax Court'], 'tax'],
  [['Supreme Court of the United States'], 'scotus'],
  [['Texas Supreme Court'], 'tex'],
  [['Supreme Court of Texas'], 'tex'],
  [['High Court of American Samoa'], 'amsamoa'],
])('the heading %j identifies %s', (lines, id) => {
  expect(detectCourt(messageOf({ text: lines.join('\n') })).found?.value).toBe(id)
})

test.each([
  'Supreme Court',
  'District Court',
  'the court denied the motion in the Northern District of California',
  'Circuit Court of the Eleventh Judicial Circuit',
  'U.S. Circuit Court for the District of California',
  `${'court '.repeat(30)}`,
])('the line "%s" identifies no court', (line) => {
  expect(detectCourt(messageOf({ text: line })).found).toBeUndefined()
})

test('every federal court is identified by its own name', () => {
  for (const { id, name } of federalCourtList())
    expect(detectCourt(messageOf({ text: name })).found?.value, id).toBe(id)
})

const corpus = new URL('../corpus/', import.meta.url)
const plainLink = /https?:\/\/[^\s"'<>]+/gi
const anyAddress = /[\w.+-]+@[\w.-]+/g

/** The message as left by a careless forwarder: without links and addresses. */
function withoutClues(message: Message): Message {
  const bare = (text: string | undefined) => text?.replace(plainLink, '').replace(anyAddress, 'person@mail.example')
  const { from: _from, sender: _sender, messageId: _id, html, text, ...rest } = message
  return messageOf({ ...rest, html: bare(html), text: bare(text) })
}

const files = ['nef/', 'nef/s3/', 'nda/'].flatMap((folder) =>
  readdirSync(new URL(folder, corpus)).flatMap((name) => (/\.(?:txt|html)$/.test(name) ? [folder + name] : [])),
)

test('91 real federal messages are identified as before when forwarded under a note with a link to another court', async () => {
  const changed: string[] = []
  for (const file of files) {
    const message = await readFixture(new URL(file, corpus))
    const court = detectCourt(message).found?.value
    const note = 'Compare the order in https://ecf.cacd.uscourts.gov/doc1/03112345'
    const quoted = [
      `From: ${message.from?.address ?? 'ecf@uscourts.gov'}`,
      'Sent: Monday',
      `Subject: ${message.subject}`,
    ]
    const forwarded = message.html
      ? { html: `<p>${note}</p><p>${quoted.join('<br>')}</p>${message.html}` }
      : { text: [note, '', ...quoted, '', message.text ?? ''].join('\n') }
    const found = detectCourt(messageOf({ ...forwarded, subject: 'FW: notice' })).found?.value
    if (found !== court) changed.push(`${file}: ${court}, forwarded ${found}`)
  }
  expect(changed).toEqual([])
})

test('89 of 91 real federal messages are identified by their heading alone; the others have none', async () => {
  const missed: string[] = []
  let told = 0
  for (const file of files) {
    const message = await readFixture(new URL(file, corpus))
    const court = detectCourt(message).found?.value
    const byHeading = detectCourt(withoutClues(message)).found?.value
    if (court !== undefined && byHeading === court) told++
    else missed.push(file)
  }
  // An invitation to a hearing and an announcement to all users.
  expect(missed).toEqual(['nef/s3/ohsd_1.txt', 'nef/s3/ohsd_3.txt'])
  expect([told, files.length]).toEqual([89, 91])
})
