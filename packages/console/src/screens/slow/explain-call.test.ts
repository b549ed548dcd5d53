import { expect, test } from 'vitest'
import type { SlowCall } from '../../session/call-log.ts'
import { groupCalls, reasonOf } from './explain-call.ts'

test.each([
  [{ ms: 2000, serverMs: 1500 }, 'server'],
  [{ ms: 2000, serverMs: 1000 }, 'server'],
  [{ ms: 2000, serverMs: 200 }, 'network'],
  [{ ms: 2000 }, 'unknown'],
])('the time of %j was spent by: %s', (call, reason) => expect(reasonOf(call)).toBe(reason))

test('calls of one kind are one line, for any record', () => {
  const call = (path: string, ms: number): SlowCall => ({ method: 'GET', path, ms, at: 0, outcome: 'answered' })
  const id = '0192f0c1-7b5a-7c00-8000-1234567890ab'
  const other = '0192f0c1-7b5a-7c00-8000-1234567890ac'
  expect(
    groupCalls([
      call('/api/v1/firm', 9000),
      call(`/api/v1/case/${id}`, 1000),
      call(`/api/v1/case/${other}`, 3000),
      call(`/api/v1/case/${id}`, 2000),
    ]),
  ).toEqual([
    { call: 'GET /api/v1/case/{id}', count: 3, medianMs: 2000, longestMs: 3000 },
    { call: 'GET /api/v1/firm', count: 1, medianMs: 9000, longestMs: 9000 },
  ])
})
