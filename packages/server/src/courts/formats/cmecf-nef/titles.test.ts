import { expect, test } from 'vitest'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'

const table = (number: string, name: string) =>
  `<table><tr><td>Case Name:</td><td>${name}</td></tr><tr><td>Case Number:</td><td><a href="https://ecf.oknb.uscourts.gov/cgi-bin/DktRpt.pl?41">${number}</a></td></tr></table>`

const html = (tables: string) => `<p>U.S. Court</p><p>Notice of Electronic Filing</p>
  <div>The following transaction was received from Jane Roe entered on 3/4/2026 at 2:26 PM CST and filed on 3/4/2026<br>
  ${tables}<p>Docket Text:<br>Words.</p></div>`

function eventOf(subject: string, name = 'Acme Widgets, LLC'): string | undefined {
  const number = /\d\d-\d{5}|\d:\d\d-cv-\d+/.exec(subject)?.[0] ?? '26-10417'
  const result = parseNotice(messageOf({ subject, html: html(table(number, name)) }))
  if ('unclear' in result) throw new Error(result.unclear)
  return result.notice.event?.value
}

/** Made of what courts write around events, each once before and once after. */
test.each([
  ['Activity in OKND case 4:24-cv-00123 Acme Widgets, LLC Order', 'Order'],
  ['Activity in OKNB case 26-10417 Acme Widgets, LLC Order on Motion', 'Order on Motion'],
  ['Activity in Case: 4:24-cv-00123 Acme Widgets, LLC Order', 'Order'],
  ['ACTIVITY IN CASE 4:24-cv-00123 ACME WIDGETS, LLC Order', 'Order'],
  ['Activity in Case 4:24-cv-00123 Acme Widgets, LLC "Order"', 'Order'],
  ['Activity in Case 4:24-cv-00123 Acme Widgets, LLC Order"', 'Order'],
  ['Activity in Case 4:24-cv-00123 Acme Widgets, LLC Motion to "Stay"', 'Motion to "Stay"'],
  ['26-10417 Order Closing Case"', 'Order Closing Case'],
  ['"26-10417 Order Closing Case"', 'Order Closing Case'],
  ['Multiple Cases "26-10417 Acme Widgets, LLC Close Adversary Case" - CH', 'Close Adversary Case'],
  ['Multiple Cases "26-10417 Acme Widgets, LLC Close Adversary Case" - ABC', 'Close Adversary Case'],
  ['Multiple Cases "Close Adversary Case" - CH -', 'Close Adversary Case'],
  ['26-10417 Close Adversary Case\u201d', 'Close Adversary Case'],
  ['26-10417 Response - CH - Acme Widgets, LLC', 'Response'],
  ['26-10417 Response - CH', 'Response'],
  ['26-10417 Response - CH13 - Acme Widgets, LLC', 'Response'],
  ['26-10417 Response Ch 13', 'Response'],
  ['26-10417 Response Ch. 13', 'Response'],
  ['26-10417 Response (Ch 13)', 'Response'],
  ['26-10417 Response Ch-7', 'Response'],
  ['26-10417 Response - Ch-7', 'Response'],
  ['26-10417 Ch 13 Response', 'Response'],
  ['26-10417 Ch-7 Response', 'Response'],
  ['Ch 13 26-10417 Acme Widgets, LLC Response', 'Response'],
  ['Ch-7 26-10417 Notice of Bankruptcy Case Filing Acme Widgets, LLC', 'Notice of Bankruptcy Case Filing'],
  ['Ch-7 26-10417 Response; Acme Widgets, LLC', 'Response'],
  ['26-10417 Acme Widgets, LLC Response Ch 13', 'Response'],
  ['26-10417 Motion to Convert Case to Ch 7', 'Motion to Convert Case to Ch 7'],
  ['26-10417 Motion to Convert from Ch 13 to Ch 7', 'Motion to Convert from Ch 13 to Ch 7'],
  ['26-10417 Chapter 11 Plan', 'Chapter 11 Plan'],
  ['26-10417 Voluntary Petition (Chapter 7)', 'Voluntary Petition (Chapter 7)'],
  ['26-10417 Order -Non-motion related-', 'Order -Non-motion related-'],
  ['26-10417 Objection to Claim 7" Pipe"', 'Objection to Claim 7" Pipe"'],
])('the event of %j is %j', (subject, event) => {
  expect(eventOf(subject)).toBe(event)
})

test('the name of the court next to "case" does not change how the message is read', () => {
  const text = 'U.S. District Court\n\nNotice of Electronic Filing\n'
  const result = parseNotice(messageOf({ subject: 'Activity in OKND case 4:24-cv-1 A v. B Order', text }))
  expect('understood' in result && result.understood.kind).toBe('filing')
})
