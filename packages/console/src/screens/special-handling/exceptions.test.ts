import { findField } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { expect, test } from 'vitest'
import { exceptions, hasText, isInForce } from './exceptions.ts'

test('every exception is made up of settings or records that are there', () => {
  for (const { id, keys = [], records } of exceptions) {
    expect(keys.length > 0 || records, id).toBeTruthy()
    for (const key of keys) expect(findField(firm, key), key).toBeDefined()
    const resource = records && findResource(records.resource)
    if (records) expect(resource, records.resource).toBeDefined()
    if (resource && records?.inForce) expect(findField(resource, records.inForce.field)).toBeDefined()
  }
})

test('a setting is in force when it says something', () => {
  expect([['x'], true, [], false, null, undefined].map(isInForce)).toEqual([true, true, false, false, false, false])
})

test('what is looked for is found in texts and lists of texts, whatever its case', () => {
  expect(hasText(['Ignored domains', ['spam.example']], ' SPAM')).toBe(true)
  expect(hasText(['Ignored domains'], 'zzz')).toBe(false)
})
