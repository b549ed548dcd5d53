import { expect, test } from 'vitest'
import { hasGaps, rowsOf } from './condition-rows.ts'
import { findResource } from './resources/registry.ts'
import { parseCondition, parseDraft, writeCondition } from './rule-condition.ts'
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
])('%s fits in rows, which are written as %s', (text, written) => {
  const rows = rowsOfText(text)
  expect(rows && writeCondition(rows)).toBe(written)
})

test('conditions nested deeper than groups of lines have no rows', () => {
  expect(rowsOfText('court is "a" and (judge is "b" or party is "c" and event is "d")')).toBeUndefined()
})

test('an incomplete line is written so that it cannot be saved', () => {
  const begun = { kind: 'test', field: 'court', operator: 'is', values: [] } as const
  const noTime = { kind: 'time', from: '', to: '' } as const
  for (const rows of [[begun], [begun, begun], [{ kind: 'or', of: [begun] } as const], [noTime]])
    expect(parseCondition(writeCondition({ kind: 'and', of: rows }))).toHaveProperty('problem')
})

test('an unfinished condition is read back line by line, and known to be unfinished', () => {
  const begun = { kind: 'test', field: 'court', operator: 'is not', values: [] } as const
  const whole = { kind: 'test', field: 'event', operator: 'contains', values: ['order'] } as const
  const night = { kind: 'time', from: '17:00', to: '' } as const
  const noTime = { kind: 'time', from: '', to: '' } as const
  const rows = { kind: 'and', of: [begun, { kind: 'or', of: [whole, night, noTime] }, begun] } as const
  const read = parseDraft(writeCondition(rows))
  expect(read).toHaveProperty('condition')
  expect('condition' in read && rowsOf(read.condition)).toEqual(rows)
  expect('condition' in read && hasGaps(read.condition)).toBe(true)
})

test.each(['court is "a" and time is between 17:00 and 08:00', ''])('a finished condition has no gaps: %s', (text) => {
  const read = parseDraft(text)
  expect('condition' in read && hasGaps(read.condition)).toBe(false)
})

test.each(['court', 'court is "a" "b"', 'time is between 1700 and', 'court is ""'])(
  'what the builder never writes is no draft: %s',
  (text) => {
    expect(parseDraft(text)).toHaveProperty('problem')
  },
)

test('every field with records names a resource', () => {
  for (const name of Object.values(conditionRecords)) expect(findResource(name)?.title).toBeDefined()
})
