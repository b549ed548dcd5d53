import { expect, test } from 'vitest'
import { onDatabases } from './on-databases.ts'

test.each([
  ['embedded', { embedded: true, postgres: false }],
  ['postgres', { embedded: false, postgres: true }],
  ['both', { embedded: true, postgres: true }],
])('--on %s measures on these databases', (on, databases) => {
  expect(onDatabases(on)).toEqual(databases)
})

test('a name that is no database is refused', () => {
  expect(() => onDatabases('pglite')).toThrow('--on is embedded, postgres or both, not "pglite".')
})
