import { expect, test } from 'vitest'
import { conditionOutlook } from './condition-outlook.ts'
import { parseCondition } from './rule-condition.ts'
import type { RuleFacts } from './rule-facts.ts'

const facts: RuleFacts = {
  courts: ['flmd'],
  judges: ['Adaeze Lindqvist'],
  caseNames: ['Calder v. Northgate'],
  caseNumbers: ['3:23-cv-01444'],
  matters: ['Contract', '190'],
  clients: ['Northgate'],
  events: [],
  docketTexts: [],
  documentTitles: [],
  parties: [],
  time: '',
}

function outlook(text: string) {
  const parsed = parseCondition(text)
  if (!('condition' in parsed)) throw new Error(parsed.problem)
  return conditionOutlook(parsed.condition, { facts, closed: ['court', 'judge', 'matter', 'client'] })
}

test.each([
  ['', 'always'],
  ['court is "flmd"', 'always'],
  ['court is "nysd"', 'never'],
  ['court is not "nysd"', 'always'],
  ['client contains "north" and judge contains "lindqvist"', 'always'],
])('what the case decides is decided: %s', (text, expected) => {
  expect(outlook(text)).toBe(expected)
})

test.each([
  'event contains "order"',
  'event is not "order"',
  'time is between 17:00 and 08:00',
  // A filing may name the case, or another one, in its own way.
  'case contains "Calder Sons"',
  'case does not contain "Smith"',
])('what only the filing says depends on it: %s', (text) => {
  expect(outlook(text)).toBe('depends')
})

test.each([
  ['court is "nysd" and event contains "order"', 'never'],
  ['court is "flmd" and event contains "order"', 'depends'],
  ['court is "flmd" or event contains "order"', 'always'],
  ['court is "nysd" or event contains "order"', 'depends'],
  ['court is "nysd" or judge is "nobody"', 'never'],
  ['case is "Calder v. Northgate"', 'always'],
  ['case does not contain "Calder"', 'never'],
])('joined tests are decided as soon as one decides: %s', (text, expected) => {
  expect(outlook(text)).toBe(expected)
})
