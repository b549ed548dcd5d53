import { describe, expect, test } from 'vitest'
import { leastThreadTimeOf } from '../../../testing/thread-time.ts'
import { coversText, findPattern, parsePattern, type WordPattern } from './word-pattern.ts'

const places = ['docket number', 'case name', 'event']

function pattern(text: string): WordPattern {
  const parsed = parsePattern(text, places)
  if ('pattern' in parsed) return parsed.pattern
  throw new Error(parsed.problem)
}

function valuesOf(words: string, text: string): Record<string, string> | undefined {
  const found = findPattern(pattern(words), text)
  return found && Object.fromEntries([...found].map(([place, [start, end]]) => [place, text.slice(start, end).trim()]))
}

describe('a pattern of words', () => {
  test.each<[string, string, Record<string, string> | undefined]>([
    ['Notice of * Filing', 'FW: NOTICE OF ELECTRONIC FILING today', {}],
    ['Notice of * Filing', 'Notice of Filing', {}],
    ['Notice of * Filing', 'Filing of Notice', undefined],
    [
      'Filing in {docket number} - {case name}',
      'Filing in 26-CV-1 - A - B',
      { 'docket number': '26-CV-1', 'case name': 'A - B' },
    ],
    ['{event} in {docket number}', 'Order in 26-1', { event: 'Order', 'docket number': '26-1' }],
    ['Case {docket number} {case name}', 'Case 26-1 A v. B', { 'docket number': '26-1', 'case name': 'A v. B' }],
    ['İstanbul {event}', 'İSTANBUL order', { event: 'order' }],
    ['*', '', {}],
  ])('%j on %j is %j', (words, text, expected) => {
    expect(valuesOf(words, text)).toEqual(expected)
  })

  test.each<[string, string, boolean]>([
    ['First * of Appeals', 'first Court of Appeals', true],
    ['First * of Appeals', 'The First Court of Appeals', false],
    ['First Court', 'First Court of Appeals', false],
    ['*Court', 'Court of Court', true],
    ['ab*ba', 'aba', false],
  ])('%j covers %j: %s', (words, text, expected) => {
    expect(coversText(pattern(words), text)).toBe(expected)
  })
})

describe('takes no longer for hostile input', () => {
  // Twice the longest text that patterns are matched against.
  const text = 'a'.repeat(400_000)
  test.each(['a*'.repeat(99), `${'a'.repeat(199)}b`, `*${'ab*'.repeat(60)}c`])('%s', (words) => {
    const made = pattern(words)
    expect(leastThreadTimeOf(() => void findPattern(made, text))).toBeLessThan(50)
  })
})
