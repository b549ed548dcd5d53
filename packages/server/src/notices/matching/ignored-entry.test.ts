import { expect, test } from 'vitest'
import { numberingCourt } from '../../courts/directory/directory.ts'
import { isEntryOf, isUsableEntry } from './ignored-entry.ts'

const court = numberingCourt('cand')
const entryOf = (caseNumber: string, name: string | undefined, { number = '3:26-cv-04417', own = '' } = {}) =>
  isEntryOf({ caseNumber, name: own }, { number, name }, court)

test.each([
  ['Calder v. Northgate', 'CALDER vs. NORTHGATE'],
  ['Calder v. Northgate Logistics, Inc.', 'Calder et al v. Northgate Logistics'],
  ["O'Malley v. Pérez", 'OMalley v. Perez'],
  ['Quill v. 3M Co.', 'Quill v. 3M Company'],
  ['In re Northgate Holdings, LLC', 'Northgate Holdings LLC'],
  ['United States v. Moreno', 'USA v. Moreno'],
  ['Calder Indus. v. Ortiz', 'Calder Industries, Inc. v. Ortiz'],
])('an entry with the name %s is about %s', (entry, name) => {
  expect(entryOf(entry, name)).toBe('name')
  expect(isUsableEntry(entry, court)).toBe(true)
})

test.each([
  ['another party', 'Calder v. Northgate', 'Calder v. Tidewater'],
  ['one more party', 'Calder v. Northgate', 'Calder v. Northgate v. Ortiz'],
  ['a longer name', 'Calder v. Northgate', 'Calder v. Northgate Freight'],
  ['a longer name of the other party', 'Calder v. Northgate', 'Peter Calder v. Northgate'],
  ['a misspelling', 'Calder v. Northgate', 'Caldor v. Northgate'],
  ['the other order', 'Calder v. Northgate', 'Northgate v. Calder'],
  ['the son', 'Calder v. Northgate', 'Calder Jr. v. Northgate'],
  ['the estate', 'Calder v. Northgate', 'Estate of Calder v. Northgate'],
  ['an unnamed party', 'Doe v. Northgate', 'Doe v. Northgate'],
  ['an unnamed party where the notice names one', 'Calder v. Northgate', 'Doe v. Northgate'],
  ['only the government', 'United States v. State of Texas', 'United States v. State of Texas'],
  ['no name', 'Calder v. Northgate', undefined],
  ['an empty name', 'Calder v. Northgate', ''],
])('a case with %s is another one', (_, entry, name) => {
  expect(entryOf(entry, name)).toBeUndefined()
})

test('a docket number is never compared as a name, nor a name as a number', () => {
  expect(entryOf('3:26-cv-04417', '3:26-cv-04417', { number: '3:26-cv-04418' })).toBeUndefined()
  expect(entryOf('3:26-cv-04417', undefined)).toBe('number')
  expect(entryOf('Quill v. 3M', undefined, { number: '3' })).toBeUndefined()
})

test('parties entered beside the number or the name must not contradict the notice', () => {
  expect(entryOf('3:26-cv-04417', 'Ortiz v. Tidewater', { own: 'Calder v. Northgate' })).toBeUndefined()
  expect(entryOf('Calder v. Northgate', 'Calder v. Northgate', { own: 'Ortiz' })).toBeUndefined()
  expect(entryOf('Calder v. Northgate', 'Calder v. Northgate', { own: 'Calder' })).toBe('name')
})

test.each(['26-cv-04417', '2026-CV-001', 'No. 7'])('%s may be the number of a case', (text) =>
  expect(isUsableEntry(text, court)).toBe(true),
)

test.each(['Sealed v. Sealed', 'Doe v. Northgate', 'v.', 'In re', 'United States'])(
  '%s is neither a number nor the name of a case',
  (text) => expect(isUsableEntry(text, court)).toBe(false),
)
