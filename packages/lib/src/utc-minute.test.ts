import { expect, test } from 'vitest'
import { utcMinute } from './utc-minute.ts'

test('a moment is written to the minute, in UTC', () => {
  expect(utcMinute(new Date('2026-11-21T04:41:59.999-05:00'))).toBe('2026-11-21 09:41')
})
