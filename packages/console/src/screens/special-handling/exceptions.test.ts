import { findField } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { expect, test } from 'vitest'
import { exceptions, hasText, isInForce, namedIds } from './exceptions.ts'

test('every exception consists of existing settings or records, or is built in', () => {
  for (const { id, keys = [], records, isBuiltIn } of exceptions) {
    expect(keys.length > 0 || records || isBuiltIn, id).toBeTruthy()
    for (const key of keys) expect(findField(firm, key), key).toBeDefined()
    const resource = records && findResource(records.resource)
    if (records) expect(resource, records.resource).toBeDefined()
    if (resource && records?.inForce) expect(findField(resource, records.inForce.field)).toBeDefined()
    if (records?.onlyWith) expect(findField(firm, records.onlyWith.key)).toBeDefined()
    const naming = records?.namedBy && findResource(records.namedBy.resource)
    if (records?.namedBy) expect(naming && findField(naming, records.namedBy.field)?.resource).toBe(records.resource)
  }
})

test('a record that is named several times, or not at all, counts once, or not', () => {
  const rows = [{ by: 'a' }, { by: null }, { by: 'b' }, { by: 'a' }, {}]
  expect(namedIds(rows, 'by')).toEqual(['a', 'b'])
})

test('a setting is active when it has a value', () => {
  expect([['x'], true, [], false, null, undefined].map(isInForce)).toEqual([true, true, false, false, false, false])
})

test('a search finds texts and lists of texts in any case', () => {
  expect(hasText(['Ignored domains', ['spam.example']], ' SPAM')).toBe(true)
  expect(hasText(['Ignored domains'], 'zzz')).toBe(false)
})
