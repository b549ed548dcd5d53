import { expect, test } from 'vitest'
import { describeFixtures } from '../../parser.suite.ts'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'

describeFixtures(new URL('fixtures/', import.meta.url))

const intro = (court: string) =>
  `The Following are actions taken by the ${court} in cases in which you have requested notice. Some alerts are 'housekeeping': <br><br>`
const entry = (number: string, name: string, actions = '') =>
  `Case Number: ${number}    ${name}<br> <a href="https://search.txcourts.gov/Case.aspx?cn=${number}">https://search.txcourts.gov/Case.aspx?cn=${number}</a><br>${actions}<br>`
const end = 'To discontinue all automated mailings from Texas Courts Online, log into your account.'

test.each([
  ['Supreme Court of Texas', 'tex'],
  ['Supreme Court', 'tex'],
  ['Court of Criminal Appeals', 'texcrimapp'],
  ['Fifteenth Court of Appeals', 'texapp'],
])('the %s is %s', (court, id) => {
  const html = intro(court) + entry('22-0001', 'Doe vs Roe') + end
  expect(parseNotice(messageOf({ subject: `Automated Case Update from ${court}`, html }))).toMatchObject({
    notice: { courtId: { value: id, from: 'subject' } },
  })
  expect(parseNotice(messageOf({ subject: 'see below', html }))).toMatchObject({
    notice: { courtId: { value: id, from: 'body' } },
  })
})

test('reads every case of the alert', () => {
  const html =
    intro('First Court of Appeals') + entry('01-24-00089-CV', 'Doe vs Roe') + entry('01-24-00090-CR', 'In re Poe') + end
  expect(parseNotice(messageOf({ subject: 'Automated Case Update from First Court of Appeals', html }))).toMatchObject({
    notice: {
      kind: 'modification',
      cases: [
        { name: { value: 'Doe vs Roe' } },
        { docketNumber: { value: '01-24-00090-CR' }, name: { value: 'In re Poe' } },
      ],
    },
  })
})

test('an alert that quotes what happened is a filing', () => {
  const html = `${intro('First Court of Appeals')}${entry('01-24-00089-CV', 'Doe vs Roe', '<table><tr><td>Date</td><td>Event</td></tr><tr><td>02/20/2026</td><td>Brief filed</td></tr></table>')}${end}`
  expect(parseNotice(messageOf({ subject: 'Automated Case Update from First Court of Appeals', html }))).toMatchObject({
    notice: {
      kind: 'filing',
      docketText: { value: 'Date\nEvent\n02/20/2026\nBrief filed' },
      filedDate: { value: '2026-02-20' },
    },
  })
})

test('an alert without a case is unclear', () => {
  const result = parseNotice(messageOf({ subject: 'Automated Case Update from First Court of Appeals', html: 'Hello' }))
  expect(result).toMatchObject({ unclear: 'This looks like a court notice, but it names no case.' })
})
