import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '../../message/message.ts'
import { messageOf, readFixture } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'
import { cmecfNef } from './parser.ts'

const folder = new URL('fixtures/', import.meta.url)
const files = readdirSync(folder).filter((file) => /\.(?:txt|html)$/.test(file) && file !== 'LICENSE.txt')
const messages = await Promise.all(files.map((file) => readFixture(new URL(file, folder))))

function parse(message: Message): void {
  cmecfNef.score(message)
  const result = parseNotice(message)
  if ('unclear' in result) expect(result.unclear).not.toBe('')
  else if (result.notice.kind !== 'announcement' && result.notice.kind !== 'invitation')
    expect(result.notice.cases.length).toBeGreaterThan(0)
}

function bodyOf(message: Message): string {
  return message.html ?? message.text ?? ''
}

test('a notice cut at any point is read or unclear', () => {
  for (const message of messages) {
    const body = bodyOf(message)
    for (let length = 0; length < body.length; length += 997) parse(messageOf({ html: body.slice(0, length) }))
  }
})

test('notices with pieces removed, repeated, moved and replaced are read or unclear', () => {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat({ max: 400 }),
    insert: fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<td>',
        '</td>',
        '<br>',
        '<b>',
        '&nbsp',
        '&#x1F512;',
        'Case Name:',
        'Case Number:',
        'Docket Text:',
        'Description of changes:',
        'Claim Number:',
        '<span class="personName">',
        ' on behalf of ',
        '[FileNumber=1-0]',
        '(Attachments: # 1 ',
        '[20]',
        '@',
        ']]',
      ),
      fc.constant('Notice has been electronically mailed to:'),
    ),
  })
  fc.assert(
    fc.property(fc.constantFrom(...messages), fc.array(edit, { maxLength: 8 }), (message, edits) => {
      let body = bodyOf(message)
      for (const { at, length, insert } of edits) {
        const place = Math.floor(at * body.length)
        body = body.slice(0, place) + insert + body.slice(place + length)
      }
      parse({ ...message, html: message.html === undefined ? undefined : body, text: body })
    }),
    { numRuns: 300 },
  )
})

test('any text is read or unclear', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (subject, html) => parse(messageOf({ subject, html }))))
})

const open = '<b>Notice of Electronic Filing</b><br>The following transaction was entered '
const row = (label: string, value: string) => `<table><tr><td>${label}:</td><td>${value}</td></tr></table>`

/** Each would take minutes with one careless regular expression or nested search; the test fails by timeout. */
test.each([
  [
    'a docket number of 10,000 characters',
    open + row('Case Name', 'A v. B') + row('Case Number', `1:26-cv-${'1'.repeat(10_000)}`),
  ],
  ['10,000 levels of nesting', `${'<div>'.repeat(10_000)}${open}${'</span>'.repeat(10_000)}`],
  ['a million spaces in a row', open + row('Case Name', 'A v. B') + row('Case Number', `1${' '.repeat(1_000_000)}2`)],
  ['spaces for a filing user', `${open}by${' '.repeat(1_000_000)}`],
  ['200,000 links', open + row('Case Name', 'A v. B') + '<a href=x>'.repeat(200_000)],
  ['2,000 cases', open + (row('Case Name', 'A v. B') + row('Case Number', '1:26-cv-00001')).repeat(2_000)],
  [
    'a docket text of references',
    `${open + row('Case Name', 'A v. B') + row('Case Number', '1:26-cv-00001')}<b>Docket Text:</b><br>${'re 11 MOTION [20] related document(s) (Attachments: '.repeat(40_000)}`,
  ],
  [
    'a docket text of links',
    `${open + row('Case Name', 'A v. B') + row('Case Number', '1:26-cv-00001')}<b>Docket Text:</b><br>${'<a href="https://x/doc1/1">1</a> '.repeat(50_000)}`,
  ],
  [
    '50,000 documents of 50,000 files',
    `${open + row('Case Name', 'A v. B') + row('Case Number', '1:26-cv-00001')}<b>Docket Text:</b><br>${'Document description:M<br>Electronic document Stamp:<br>[FileNumber=1-0] [ab]<br>'.repeat(50_000)}`,
  ],
  [
    'stamps of brackets',
    `${open + row('Case Name', 'A v. B') + row('Case Number', '1:26-cv-00001')}<b>Docket Text:</b><br>Document description:M<br>Electronic document Stamp:<br>${'[FileNumber='.repeat(80_000)}`,
  ],
  [
    'names on behalf of names',
    `${open + row('Case Name', 'A')}<br>Notice will be electronically mailed to:<br>${`<span class="personName">n${' on behalf of n'.repeat(50)}</span><br>a@b.c<br><br>`.repeat(5_000)}`,
  ],
  [
    '100,000 addresses of one person',
    `${open + row('Case Name', 'A')}<br>Notice has been electronically mailed to:<br>${'x@y.z<br>'.repeat(100_000)}`,
  ],
  [
    'a line of 300,000 addresses',
    `${open + row('Case Name', 'A')}<br>Notice has been electronically mailed to:<br>n<br>${'x@y.z,'.repeat(300_000)}`,
  ],
  [
    'a million letters and no address',
    `${open + row('Case Name', 'A')}<br>Notice has been electronically mailed to:<br>${'a'.repeat(1_000_000)}`,
  ],
  ['tags that never end', `${open}${'<td '.repeat(300_000)}`],
  ['ampersands', `${open}${'&'.repeat(500_000)}`],
  ['a body longer than any notice', `${open}${'<br>x'.repeat(1_000_000)}`],
])('reads %s quickly', (_what, html) => {
  parse(messageOf({ subject: 'Activity in Case 1:26-cv-00001 A v. B Order', html }))
  parse(messageOf({ subject: 'Activity in Case 1:26-cv-00001 A v. B Order', text: html }))
})

/** Subjects are usually short, but nothing keeps a sender from writing a long one, or cases from having its names. */
test.each([
  ['numbers', '26-10417-ABC '.repeat(200)],
  ['a number without end', `26-${'1-'.repeat(1_000)}`],
  ['chapters', 'Ch-7 - CH11 - '.repeat(150)],
  ['names cut short', 'Acme Widgets and Sons of '.repeat(80)],
  ['spaces and dashes', ' - '.repeat(700)],
  ['marks of the private use area', '\uE000'.repeat(2_000)],
])('reads a subject of %s quickly', (_what, subject) => {
  const name = 'Acme Widgets and Sons of '.repeat(80)
  const cases = (row('Case Name', name) + row('Case Number', '26-10417-ABC')).repeat(300)
  parse(messageOf({ subject, html: `${open + cases}<b>Docket Text:</b><br>Order` }))
})
