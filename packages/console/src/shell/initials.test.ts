import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Harlan & Lowe LLP', 'HL'],
  ['Dana Whitfield', 'DW'],
  ['Maria de la Cruz', 'MC'],
  ['Courtcrier', 'C'],
  ['smith', 'S'],
  ['', ''],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
