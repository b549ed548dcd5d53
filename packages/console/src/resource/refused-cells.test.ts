import { expect, test } from 'vitest'
import { withRefusal } from './refused-cells.ts'

const refusal = { value: 'x', problem: 'Must be a number.' }

test('a refused value stays with its cell until it is corrected or given up', () => {
  const one = withRefusal({}, { id: 'a', key: 'number' }, refusal)
  const two = withRefusal(one, { id: 'a', key: 'status' }, refusal)
  expect(two).toEqual({ a: { number: refusal, status: refusal } })
  expect(withRefusal(two, { id: 'a', key: 'number' })).toEqual({ a: { status: refusal } })
})

test('a cell without a refusal changes nothing, so that no row is drawn again', () => {
  const cells = withRefusal({}, { id: 'a', key: 'number' }, refusal)
  expect(withRefusal(cells, { id: 'b', key: 'number' })).toBe(cells)
  expect(withRefusal(cells, { id: 'a', key: 'status' })).toBe(cells)
})
