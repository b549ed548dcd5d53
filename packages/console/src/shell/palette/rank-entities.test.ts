import { expect, test } from 'vitest'
import { rankedEntities } from './rank-entities.ts'

test('cases come first, then people, then documents, then the rest in the order it was found', () => {
  const found = ['webhook', 'document', 'user', 'matter', 'case', 'client', 'case', 'timekeeper']
  expect(rankedEntities(found)).toEqual(['case', 'client', 'timekeeper', 'user', 'document', 'webhook', 'matter'])
})

test('copies, which are named by their paths, are left out', () => {
  expect(rankedEntities(['document_copy', 'document'])).toEqual(['document'])
})
