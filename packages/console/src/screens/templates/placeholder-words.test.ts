import { expect, test } from 'vitest'
import { placeholderWords } from '../../fields/placeholder-words.ts'
import { filteredWords, tagWords } from './placeholder-words.ts'

test.each([
  ['case.name', 'Case name'],
  ['case.case_number', 'Case number'],
  ['filing.docket_text', 'Filing docket text'],
  ['court.id', 'Court ID'],
  ['notice.url', 'Notice link'],
  ['documents', 'Documents'],
])('%s reads: %s', (name, words) => {
  expect(placeholderWords(name)).toBe(words)
})

test.each([
  ['| date: "%B %-d"', 'Filing date'],
  ['| truncate: 280', 'Filing date, shortened'],
  ['| upcase | append: "x"', 'Filing date, in capitals, formatted'],
])('filters are named by their effect: %s', (filters, words) => {
  expect(filteredWords('filing.date', filters)).toBe(words)
})

test.each([
  ['{% for filing in case.filings %}', 'For each filing in case filings'],
  ['{%- endfor -%}', 'End of “for each”'],
  ['{% if case.court != "" %}', "If case court isn't empty"],
  [
    '{% if notice.opened == "Yes" and case.name contains "a and b" %}',
    'If notice opened is “Yes” and case name contains “a and b”',
  ],
  ['{% elsif report.copy_count > "1" or firm.name %}', 'Else, if report copy count is over “1” or firm name is set'],
  ['{% if a == b %}', 'If a == b'],
  ['{% assign x = 1 %}', 'assign x = 1'],
])('%s reads: %s', (tag, words) => {
  expect(tagWords(tag)).toBe(words)
})
