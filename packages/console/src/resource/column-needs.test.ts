import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { expect, test } from 'vitest'
import { type NeedOptions, needOf } from './column-needs.ts'

/** Ten pixels a character: widths can be calculated by hand. */
const measure = (text: string) => text.length * 10
const padding = 24
const slack = 6

function need(options: Partial<NeedOptions>) {
  return needOf({
    resource: courtCase,
    key: 'caseNumber',
    label: 'Number',
    isSorted: false,
    rows: [],
    titleOf: () => undefined,
    isName: false,
    isLast: false,
    isOneLine: true,
    hasOwnCell: false,
    measure: { head: measure, cell: measure, name: measure },
    ...options,
  })
}

test('a column is as wide as its widest text, and never narrower than its header', () => {
  const rows = [{ caseNumber: '26-4107' }, { caseNumber: '2:24-cv-01192-ABC' }]
  expect(need({ rows }).full).toBe(17 * 10 + padding + slack)
  expect(need({ rows: [{ caseNumber: '1' }] }).full).toBe(6 * 10 + padding + slack)
  expect(need({ rows: [], isSorted: true }).full).toBeGreaterThan(need({ rows: [] }).full)
})

test('a docket number is never cut off, however narrow the table', () => {
  const { full, least } = need({ rows: [{ caseNumber: '2:24-cv-01192-ABC' }] })
  expect(least).toBe(full)
})

test('nor is an email, a status or a date', () => {
  const at = { resource: timekeeper, key: 'email', label: 'Email' }
  const email = need({ ...at, rows: [{ email: 'priya.venkataraman@harlanlowe.example' }] })
  expect(email.least).toBe(email.full)
  const status = need({ key: 'status', label: 'Status', rows: [{ status: 'Closed' }] })
  expect(status.least).toBe(status.full)
  // The dot before the word has room too.
  expect(status.full).toBeGreaterThan(6 * 10 + padding + slack)
})

test('a long text is as wide as is useful, and keeps its longest word where it may break', () => {
  const rows = [{ caption: `Halcyon ${'x'.repeat(20)} ${'word '.repeat(60)}` }]
  const at = { key: 'caption', label: 'Caption', rows }
  expect(need(at).full).toBeLessThan(400)
  expect(need({ ...at, isOneLine: false }).least).toBe(20 * 10 + padding + slack)
  expect(need(at).least).toBeLessThan(20 * 10)
})

test('a short text is never cut off', () => {
  const { full, least } = need({ key: 'caption', label: 'Caption', rows: [{ caption: 'In re Larkspur' }] })
  expect(least).toBe(full)
})

test('a reference waits for the titles at its usual width, then fits them', () => {
  const rows = [{ matterId: 'a' }, { matterId: 'b' }]
  const at = { key: 'matterId', label: 'Matter', rows }
  expect(need(at).full).toBe(190)
  const titles: Record<string, string> = { a: 'Short', b: 'Calder: Lease' }
  expect(need({ ...at, titleOf: (_, id) => titles[id] }).full).toBe(13 * 10 + padding + slack)
})

test('two lines are as wide as the wider one where rows have room for both', () => {
  const at = { resource: documentCopy, key: 'path', label: 'Path', rows: [{ path: 'Calder/0190/Exhibit.pdf' }] }
  expect(need({ ...at, isOneLine: false }).full).toBe(11 * 10 + padding + slack)
  expect(need(at).full).toBe('Exhibit.pdf, Calder/0190'.length * 10 + padding + slack)
})
