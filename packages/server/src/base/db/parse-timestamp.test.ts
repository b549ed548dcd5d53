import pg from 'pg'
import { expect, test } from 'vitest'
import { parseTimestamp } from './parse-timestamp.ts'

const parseSlowly: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

test.each([
  '2026-03-04 05:06:07.890123+00',
  '2026-03-04 05:06:07.8+00',
  '2026-03-04 05:06:07+00',
  '1969-12-31 23:59:59.999999+00',
  '2026-03-04 05:06:07.890123-05',
  '2026-03-04 05:06:07+05:30',
  '0044-03-15 12:00:00+00 BC',
  'infinity',
])('reads %s as the driver does', (text) => {
  expect(parseTimestamp(text)).toEqual(parseSlowly(text))
})
