import { expect, test } from 'vitest'
import { rowsOf } from './condition-rows.ts'
import { findResource } from './resources/registry.ts'
import { parseCondition, writeCondition } from './rule-condition.ts'
import { conditionRecords } from './rule-facts.ts'

const rowsOfText = (text: string) => {
  const parsed = parseCondition(text)
  if ('problem' in parsed) throw new Error(parsed.problem)
  return rowsOf(parsed.condition)
}

test.each([
  ['', ''],
  ['court is "flsd"', 'court is "flsd"'],
  ['court is "a" and judge is "b", "c"', 'court is "a" and judge is "b", "c"'],
  ['(court is "a" or judge is "b") or event contains "c"', 'court is "a" or judge is "b" or event contains "c"'],
  ['court is "a" and (judge is "b" and event is "c")', 'court is "a" and judge is "b" and event is "c"'],
  ['court is "a" and judge is "b" or party is "c"', 'court is "a" and judge is "b" or party is "c"'],
  [
    'court is "a" and (event contains "b" or time is between 17:00 and 08:00)',
    'court is "a" and (event contains "b" or time is between 17:00 and 08:00)',
  ],
])('%s is held by rows, which are written as %s', (text, written) => {
  const rows = rowsOfText(text)
  expect(rows && writeCondition(rows)).toBe(written)
})

test('what nests deeper than groups of lines is not held', () => {
  expect(rowsOfText('court is "a" and (judge is "b" or party is "c" and event is "d")')).toBeUndefined()
})

test('a line that is only begun is written so that it cannot be saved', () => {
  const begun = { kind: 'test', field: 'court', operator: 'is', values: [] } as const
  const noTime = { kind: 'time', from: '', to: '' } as const
  for (const rows of [[begun], [begun, begun], [{ kind: 'or', of: [begun] } as const], [noTime]])
    expect(parseCondition(writeCondition({ kind: 'and', of: rows }))).toHaveProperty('problem')
})

test('every field with records names a resource', () => {
  for (const name of Object.values(conditionRecords)) expect(findResource(name)?.title).toBeDefined()
})
