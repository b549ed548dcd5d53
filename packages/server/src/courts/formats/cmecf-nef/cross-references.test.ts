import { expect, test } from 'vitest'
import { messageOf } from '../../read-fixture.ts'
import { readBody } from '../../text/body.ts'
import { readCrossReferences } from './cross-references.ts'

function referencesIn(html: string): string[] {
  const body = readBody(messageOf({ html }))
  const found = readCrossReferences(body, [0, body.text.length])
  for (const { value, span } of found) expect(body.text.slice(span?.[0], span?.[1])).toBe(value)
  return found.map(({ value }) => value)
}

test.each([
  ['NOTICE re 11 MOTION for Extension of Time', '11'],
  ['ORDER granting 11 Motion; denying 12 Motion', '11 12'],
  ['ORDER granting in part 11 Motion and 13 Sealed Motion', '11 13'],
  ['OBJECTION to 31 Order by Doe', '31'],
  ['Declaration (related document(s)[226]) Filed by Roe', '226'],
  ['Hearing held re [409][341] Joint MOTION', '409 341'],
  [
    'Order (RE: related document(s): 293 Memorandum Opinion, 294 Order Scheduling Hearing, 304 Response)',
    '293 294 304',
  ],
  ['LETTER in support of ECF No. 20-1 and Dkt. # 21', '20 21'],
  ['See <a href="https://ecf.cand.uscourts.gov/doc1/035123456">7</a> above', '7'],
  ['RESPONSE re 11 MOTION, 11 MOTION', '11'],
])('"%s" refers to %s', (text, numbers) => {
  expect(referencesIn(text).join(' ')).toBe(numbers)
})

test.each([
  'Fee Amount $350, receipt number 31 Order',
  'Hearing set for 3/4/2026 at 10:00 AM in Courtroom 5, 7th Floor',
  'pursuant to 11 U.S.C. 362 and Rule 54(b), 28 U.S.C. § 1404(a)',
  'MOTION to Seal (Attachments: # 1 Exhibit A, # 2 Proposed Order, # (3) Exhibit 4 [5])',
  'No. of Notices: 2 Notice Date 09/25/2025',
  'Answer due in 21 Days; 10 Motions pending',
  'Notice of Chapter 7 Bankruptcy Case; Form 106 Summary',
  'Court Date &amp; Time [ 1/31/2024 10:31:49 AM ]',
  'Adversary case 24-01017. Complaint (12 (Recovery of money/property - 547 preference))',
  'ORDER as to Case No. 26-10417 Document 20-100',
])('"%s" refers to nothing', (text) => {
  expect(referencesIn(text)).toEqual([])
})
