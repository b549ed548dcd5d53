import type { Filter } from '@courtcrier/contract/query.ts'
import { describe, expect, test } from 'vitest'
import { changedFilter, choosing } from './choosing.ts'

const filterOf = (...values: string[]): Filter => ({ field: 'status', in: values })

describe('values chosen for a filter', () => {
  test('are added to those chosen before them that aren’t shown yet', () => {
    const first = changedFilter(undefined, choosing('status', [], ['Open']))
    expect(changedFilter(first, choosing('status', [], ['Closed']))).toEqual(filterOf('Open', 'Closed'))
  })

  test('are removed alone', () => {
    expect(changedFilter(filterOf('Open', 'Closed'), choosing('status', ['Open'], []))).toEqual(filterOf('Closed'))
  })

  test('leave no filter with the last one removed', () => {
    expect(changedFilter(filterOf('Open'), choosing('status', ['Open'], []))).toBeUndefined()
  })

  test('replace a filter of another form', () => {
    const empty: Filter = { field: 'status', isEmpty: true }
    expect(changedFilter(empty, choosing('status', [], ['Open']))).toEqual(filterOf('Open'))
  })

  test('are the same once, however often they are chosen', () => {
    expect(changedFilter(filterOf('Open'), choosing('status', [], ['Open']))).toEqual(filterOf('Open'))
  })
})
