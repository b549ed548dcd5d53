import { expect, test } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const now = Date.parse('2026-11-21T14:00:00Z')
const read = (value: string | undefined, date?: string) => readRetryAfter({ 'retry-after': value, date }, now)

test('the wait is given in seconds or until a date', () => {
  expect(read(' 30 ')).toBe(30_000)
  expect(read('Sat, 21 Nov 2026 14:01:00 GMT')).toBe(60_000)
})

test('a date counts from the date of the answer, whatever time it is here', () => {
  expect(read('Sat, 21 Nov 2026 12:00:07 GMT', 'Sat, 21 Nov 2026 12:00:00 GMT')).toBe(7_000)
  expect(read('Sun, 22 Nov 2026 12:00:07 GMT', 'Sun, 22 Nov 2026 12:00:00 GMT')).toBe(7_000)
  expect(read('Sat, 21 Nov 2026 14:01:00 GMT', 'yesterday')).toBe(60_000)
})

test('no wait, a date that is over, and what is neither ask for nothing', () => {
  for (const value of ['0', '00', 'Sat, 21 Nov 2026 13:00:00 GMT', 'Sat, 21 Nov 2026 14:00:00 GMT'])
    expect(read(value)).toBeUndefined()
  for (const value of [undefined, '', 'soon', '-5', '1e3', '9'.repeat(10)]) expect(read(value)).toBeUndefined()
})
