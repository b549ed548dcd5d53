import { expect, test } from 'vitest'
import { describeFixtures } from '../../parser.suite.ts'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'
import { scotus } from './parser.ts'

describeFixtures(new URL('fixtures/', import.meta.url))

const docket = (number: string) =>
  `https://www.supremecourt.gov/search.aspx?filename=/docket/DocketFiles/html/Public/${number}.html`

function alert(entry: string, number: string): ReturnType<typeof parseNotice> {
  const html = `A new docket entry, "${entry}" has been added for <a href='${docket(number)}'>Doe v. Roe</a>.
You have been signed up to receive email notifications for No. ${number}.`
  return parseNotice(messageOf({ subject: 'Supreme Court Electronic Filing System', html }))
}

test.each([
  ['25-112', { year: 2025, serial: 112 }],
  ['25A1208', { year: 2025, type: 'a', serial: 1208 }],
  ['25M12', { year: 2025, type: 'm', serial: 12 }],
  ['22O141', { year: 2022, type: 'o', serial: 141 }],
])('parses the number %s', (number, parts) => {
  expect(alert('Application granted.', number)).toMatchObject({ notice: { cases: [{ parts }] } })
})

test('quotation marks within the entry are part of it', () => {
  expect(alert('Motion "to expedite" filed.', '25-112')).toMatchObject({
    notice: { docketText: { value: 'Motion "to expedite" filed.' }, documents: [] },
  })
})

test('a forwarded alert is read, with its number from the link if the sentence is cut', () => {
  const html = `<p>FYI</p><div>A new docket entry, "Brief filed." has been added for <a href="${docket('25-9')}">Doe v. Roe</a>.</div>`
  expect(parseNotice(messageOf({ subject: 'Fwd: docket', html }))).toMatchObject({
    notice: { courtId: { value: 'scotus' }, cases: [{ docketNumber: { value: '25-9', from: 'derived' } }] },
  })
})

test.each([
  ['Safe Links', `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(docket('25-9'))}&data=05`],
  ['Mimecast', 'https://protect-us.mimecast.com/s/AbC-dEfG?domain=supremecourt.gov'],
])('an alert whose link %s rewrote is read', (_, href) => {
  const html = `<div>A new docket entry, "Brief filed." has been added for <a href="${href}">Doe v. Roe</a>.
You have been signed up to receive email notifications for No. 25-9.</div>`
  expect(parseNotice(messageOf({ subject: 'FW: alert', html }))).toMatchObject({
    notice: { courtId: { value: 'scotus' }, cases: [{ docketNumber: { value: '25-9', from: 'body' } }] },
  })
})

const confirmation = '<a href="https://file.supremecourt.gov/Request/Confirm?id=abc">confirm</a>'

test('a message that asks for a click is a confirmation of its case', () => {
  const html = `Please ${confirmation} that you wish to receive notifications for No. 25-112.`
  expect(parseNotice(messageOf({ subject: 'Supreme Court Case Notification Request', html }))).toMatchObject({
    notice: { kind: 'confirmation', cases: [{ docketNumber: { value: '25-112' } }] },
  })
})

test('a message that asks for a click and names no case says what to do', () => {
  const result = parseNotice(messageOf({ subject: 'Supreme Court Case Notification Request', html: confirmation }))
  expect(result).toMatchObject({
    unclear: expect.stringContaining('Open the link'),
    understood: { kind: 'confirmation', courtId: { value: 'scotus' } },
  })
})

test("a message that only quotes an alert's words is not an alert", () => {
  expect(scotus.score(messageOf({ text: 'A new docket entry, "x" has been added for you' }))).toBe(0)
})
