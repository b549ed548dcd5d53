import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { credentialKinds } from './credential-kinds.ts'
import { camelCase, inSentence, labelFromKey, pascalCase, pluralOf, snakeCase } from './names.ts'
import { getResource, resources } from './resources/registry.ts'

describe('names', () => {
  test('of every field convert to snake_case and back', () => {
    for (const { fields } of resources) {
      for (const key of Object.keys(fields)) expect(camelCase(snakeCase(key))).toBe(key)
    }
  })

  test('in snake_case, as in permissions, convert to camelCase and back', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9]*(_[a-z][a-z0-9]*){0,3}$/)
    fc.assert(
      fc.property(name, (text) => {
        expect(snakeCase(camelCase(text))).toBe(text)
      }),
    )
  })

  test.each([
    ['storage_policy', 'storage_policies', 'StoragePolicy'],
    ['case', 'cases', 'Case'],
    ['inbox_item', 'inbox_items', 'InboxItem'],
    ['key', 'keys', 'Key'],
    ['address', 'addresses', 'Address'],
    ['branch', 'branches', 'Branch'],
    ['ethical_wall', 'ethical_walls', 'EthicalWall'],
  ])('%s has the plural %s and the message %s', (name, plural, message) => {
    expect([pluralOf(name), pascalCase(name)]).toStrictEqual([plural, message])
  })

  test.each([
    ['dmsCredentialId', 'Dms credential'],
    ['memberIds', 'Member'],
    ['name', 'Name'],
    ['id', 'Id'],
    ['openDate', 'Open date'],
  ])('%s reads %s to people', (key, label) => {
    expect(labelFromKey(key)).toBe(label)
  })

  test.each(credentialKinds.filter((kind) => kind !== 'generic_credential'))(
    'of %s begins in a sentence as the product writes itself',
    (kind) => {
      for (const label of getResource(kind).label) expect(inSentence(label)).toBe(label)
    },
  )

  test.each([
    ['Storage policy', 'storage policy'],
    ['DMS credential', 'DMS credential'],
    ['Boxes', 'boxes'],
  ])('%s reads %s in a sentence', (label, words) => expect(inSentence(label)).toBe(words))
})
