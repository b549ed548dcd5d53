import { expect, test } from 'vitest'
import { lowerCased } from './filevine-api.ts'

test('names are in lower case at any depth', () => {
  expect(lowerCased({ Items: [{ ProjectID: { Native: 1 } }] })).toEqual({ items: [{ projectid: { native: 1 } }] })
})

test('an answer that is nested without an end is read no deeper than any of Filevine is', () => {
  const text = '['.repeat(500_000) + ']'.repeat(500_000)
  expect(lowerCased(JSON.parse(text))).toBeInstanceOf(Array)
})
