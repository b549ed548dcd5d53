import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('a port is none that the system gives to someone else meanwhile', async () => {
  const ports = await Promise.all(Array.from({ length: 100 }, freePort))
  expect(Math.max(...ports)).toBeLessThan(32_768)
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(12_000)
})
