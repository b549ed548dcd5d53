import { expect, test } from 'vitest'
import { httpProblem } from './http-problem.ts'

const waitOf = (status: number, retryAfter: string) =>
  httpProblem({ status, headers: { 'retry-after': retryAfter } }, 'saving').retryAfterMs

test('a DMS that asks for years is asked again within the hour', () => {
  expect(waitOf(429, '7')).toBe(7_000)
  expect(waitOf(503, '999999999')).toBe(3_600_000)
  expect(waitOf(500, 'Fri, 31 Dec 9999 23:59:59 GMT')).toBe(3_600_000)
})

test('it is asked as usual if it says nothing that can be understood, or asks for no wait', () => {
  expect(waitOf(429, 'soon')).toBeUndefined()
  expect(waitOf(429, '0')).toBeUndefined()
})
