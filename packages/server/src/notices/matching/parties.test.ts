import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastThreadTimeOf } from '../../testing/thread-time.ts'
import { sharesParty } from './parties.ts'

test.each([
  ['Calder v. Northgate Logistics, Inc.', 'CALDER vs. NORTHGATE LOGISTICS INC'],
  ['Calder v. Northgate Logistics, Inc.', 'Northgate / Calder contract matter'],
  ['Smith v. Saul', 'Smith v. Kijakazi'],
  ['Smith v. Commissioner of Social Security', 'Smith v. Kijakazi'],
  ['John Q. Smith v. Acme Corp. et al', 'Smith v. Acme Corporation'],
  ['Smith et al v. Jones et al', 'Smith, et al. v. Jones, et al.'],
  ['USA v. Hall', 'United States of America v. Marcus Hall'],
  ['United States v. Hall', 'U.S. v. Hall et al'],
  ['In re Jane Quill and Peter Quill', 'Jane Quill'],
  ['In re: Roundup Products Liability Litigation', 'Roundup Products Liability'],
  ['J.S. v. Meridian School District', 'J. S. v. Meridian School Dist.'],
  ["O'Malley v. Pérez", 'OMalley v. Perez'],
  ['Calder Indus., Inc. v. Roe', 'Calder Industries v. Doe'],
  ['Bank of America, N.A. v. Quill', 'Quill adv. Bank of America'],
  ['Ortiz v. Tidewater', 'Ortis v. Tidewater Freight'],
  ['Acme Holdings LLC d/b/a Northgate v. Roe', 'Northgate'],
  ['People v. Hall', 'The People of the State of New York v. Marcus Hall'],
  ['123 Main St LLC', 'In re 123 Main Street, LLC'],
  ['United States v. State of Texas', 'USA v. Texas'],
])('%s shares a party with %s', (a, b) => {
  expect([sharesParty(a, b), sharesParty(b, a)]).toEqual([true, true])
})

test.each([
  ['Calder v. Northgate', 'Ortiz v. Tidewater'],
  ['USA v. Hall', 'USA v. Moreno'],
  ['United States of America v. Hall', 'United Airlines v. Moreno'],
  ['Smith v. Commissioner of Social Security', 'Jones v. Commissioner of Social Security'],
  ['People v. Hall', 'People v. Moreno'],
  ['Bank of America v. Hall', 'Bank of New York v. Moreno'],
  ['John Smith v. Acme', 'John Moreno v. Beta'],
  ['In re Jane Quill', 'In re Jane Harlan'],
  ['First National Bank v. Hall', 'National Insurance Association v. Moreno'],
  ['In re 123 Main LLC', 'In re 124 Oak LLC'],
  ['Harbor 14 LLC', 'Harbor 15 LLC'],
  ['In re Opioid Litigation', 'In re Asbestos Litigation'],
])('%s shares no party with %s', (a, b) => {
  expect([sharesParty(a, b), sharesParty(b, a)]).toEqual([false, false])
})

test.each([
  ['Sealed v. Sealed', 'Calder v. Northgate'],
  ['SEALED', 'Calder v. Northgate'],
  ['John Doe v. Sealed', 'Calder v. Northgate'],
  ['', 'Calder v. Northgate'],
  ['v.', 'Calder v. Northgate'],
  [undefined, 'Calder v. Northgate'],
])('no party can be compared in %s', (a, b) => {
  expect([sharesParty(a, b), sharesParty(b, a)]).toEqual([undefined, undefined])
})

test('a name shares a party with its uppercase form, and the order of two names does not matter', () => {
  const word = fc.constantFrom(
    'Calder',
    'Northgate',
    'Quill',
    'Ortiz',
    'Bank',
    'of',
    'USA',
    'Inc.',
    'v.',
    'J.',
    '14',
    '-',
    '',
  )
  const name = fc.array(word, { maxLength: 7 }).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(sharesParty(a, a.toUpperCase())).not.toBe(false)
      expect(sharesParty(a, b)).toBe(sharesParty(b, a))
    }),
  )
})

test('ten thousand characters take no noticeable time', () => {
  const took = leastThreadTimeOf(() => {
    for (const piece of ['a ', 'v. ', 'a.', 'a b ', "'", 'é']) sharesParty(piece.repeat(10_000), 'calder '.repeat(200))
  })
  expect(took).toBeLessThan(500)
})
