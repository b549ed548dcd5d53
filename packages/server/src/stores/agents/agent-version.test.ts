import { expect, test } from 'vitest'
import { ageOf } from './agent-version.ts'

const server = { version: '1.10.0', oldestAgent: '1.2.0' }

test.each([
  ['1.10.0', 'same'],
  ['1.9.3', 'older'],
  ['1.10.0-rc.1', 'older'],
  ['1.2.0', 'older'],
  ['1.2.0-rc.1', 'older'],
  ['1.1.9', 'tooOld'],
  ['0.12.0', 'tooOld'],
  ['1.11.0-rc.1', 'newer'],
  ['2.0.0', 'newer'],
] as const)('an agent of version %s is %s', (version, age) => {
  expect(ageOf(version, server)).toBe(age)
})
