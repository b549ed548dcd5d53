import type { ConditionRows } from '@courtcrier/contract/condition-rows.ts'
import { writeCondition } from '@courtcrier/contract/rule-condition.ts'
import { expect, test } from 'vitest'
import { aboutField, joinedBy, withNewGroup, withNewRow, withoutRow, withRow } from './condition-edit.ts'

const court = { kind: 'test', field: 'court', operator: 'is', values: ['flsd'] } as const
const event = { kind: 'test', field: 'event', operator: 'contains', values: ['order', 'judgment'] } as const
const night = { kind: 'time', from: '17:00', to: '08:00' } as const
const rows: ConditionRows = { kind: 'and', of: [court, { kind: 'or', of: [event, night] }] }

test.each([
  ['a line is added', withRow(withNewRow(rows), [2], event), `${writeCondition(rows)} and ${writeCondition(event)}`],
  [
    'a line is added to a group',
    withRow(withNewRow(rows, 1), [1, 2], court),
    'court is "flsd" and (event contains "order", "judgment" or time is between 17:00 and 08:00 or court is "flsd")',
  ],
  [
    'a group is added',
    withRow(withNewGroup({ kind: 'or', of: [court] }), [1, 0], night),
    'court is "flsd" or time is between 17:00 and 08:00',
  ],
  [
    'a line is taken away',
    withoutRow(rows, [0]),
    '(event contains "order", "judgment" or time is between 17:00 and 08:00)',
  ],
  [
    'a line of a group is taken away',
    withoutRow(rows, [1, 0]),
    'court is "flsd" and (time is between 17:00 and 08:00)',
  ],
  ['a group goes with its last line', withoutRow(withoutRow(rows, [1, 0]), [1, 0]), 'court is "flsd"'],
  [
    'another word joins',
    joinedBy(rows, 'or'),
    'court is "flsd" or event contains "order", "judgment" and time is between 17:00 and 08:00',
  ],
])('%s', (_, changed, written) => {
  expect(writeCondition(changed)).toBe(written)
})

test('values are dropped when a line changes to another kind of record, and kept from text to text', () => {
  expect(aboutField(court, 'judge')).toMatchObject({ field: 'judge', values: [] })
  expect(aboutField(event, 'docket text')).toEqual({ ...event, field: 'docket text' })
  expect(aboutField(event, 'time')).toEqual({ kind: 'time', from: '', to: '' })
  expect(aboutField(night, 'party')).toMatchObject({ kind: 'test', field: 'party', values: [] })
})
