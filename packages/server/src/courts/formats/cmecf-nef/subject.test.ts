import type { NoticeCase } from '@courtcrier/contract/notice.ts'
import { describe, expect, test } from 'vitest'
import { parseDocketNumber } from '../../directory/docket-number.ts'
import { eventOfSubject } from './subject.ts'

function caseOf(docketNumber: string, name: string): NoticeCase {
  return {
    name: { value: name, from: 'body' },
    docketNumber: { value: docketNumber, from: 'body' },
    parts: parseDocketNumber(docketNumber) ?? {},
  }
}

const acme = caseOf('26-10417-ABC', 'Acme Widgets & Sons, Inc.')

/** No court in the corpus writes these; each consists of what the notice already knows. */
describe('the event is what remains of the subject of a court not in the corpus', () => {
  test.each([
    ['26-10417-ABC Motion to Extend Time', 'Motion to Extend Time'],
    ['Motion to Extend Time 26-10417', 'Motion to Extend Time'],
    ['Acme Widgets & Sons, Inc. - Motion to Extend Time - 26-10417-ABC', 'Motion to Extend Time'],
    ['Ch 11 26-10417-ABC Acme Widgets & So: Order', 'Order'],
    ['NEF: 26-10417-ABC Ch11 Order Re: Acme Widgets & Sons, Inc.', 'Order'],
    ['26-10417-ABC Chapter 11 Acme Widgets & Sons, Inc. Order', 'Order'],
    ['26-10417-ABC Chapter 11 Plan', 'Chapter 11 Plan'],
    ['FW: Fwd: 26-10417-ABC Order on Motion', 'Order on Motion'],
    ['Multiple Cases "Order Closing Case"', 'Order Closing Case'],
    ['26-10417-ABC', ''],
    ['26-10417-ABC11 Order Acme Widgets & Sons, Inc.', 'Order'],
    ['26-10417 (ABC) Order Acme Widgets & Sons, Inc.', 'Order'],
    ['26-10417-ABC (Ch 11) (Expedited) Order', '(Ch 11) (Expedited) Order'],
  ])('%s', (subject, event) => {
    expect(eventOfSubject(subject, [acme])).toBe(event)
  })
})

test('a number in parentheses is removed too', () => {
  expect(eventOfSubject('Order; Acme Widgets & Sons, Inc. (26-10417)', [acme])).toBe('Order')
})

test("a subject that names none of the cases is not the court's", () => {
  expect(eventOfSubject('please look at this', [acme])).toBeUndefined()
  expect(eventOfSubject('Order of 1-2', [acme])).toBeUndefined()
})

test.each([
  ['Evan Phillip Jowers', 'UST Form 11-MOR Evan Phillip Jower', 'UST Form 11-MOR'],
  ['Evan Phillip Jowers', 'Evan Phillip Jower Statement', 'Statement'],
  ['Motion Industries, Inc.', 'Motion to Dismiss', 'Motion to Dismiss'],
  ['Notice Corp. of Delaware', 'Notice of Appearance Notice Corp. of Del', 'Notice of Appearance'],
  ['Franchise Group, Inc. v. Gale et al', 'Franchise Group, I Complaint', 'Complaint'],
  ['Doe v. Roe et al', 'Doe v. Roe, et al. Answer', 'Answer'],
  ['Li', 'Li Order', 'Order'],
  ['Li', 'Order on lien', 'Order on lien'],
])('for the case "%s" and the subject "%s" the event is "%s"', (name, words, event) => {
  expect(eventOfSubject(`26-10417 ${words}`, [caseOf('26-10417', name)])).toBe(event)
})

test('removes the numbers of main case and adversary proceeding, listed or not', () => {
  expect(eventOfSubject('26-01001-XY 26-10417-ABC Acme Widgets & Sons, Inc. Complaint', [acme])).toBe('Complaint')
})

test('a number that is part of the event stays', () => {
  expect(eventOfSubject('26-10417 Response to 25-10001 Order', [acme])).toBe('Response to 25-10001 Order')
})
