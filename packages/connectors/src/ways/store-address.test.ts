import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { openStoreAddresses } from './store-address.ts'

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** Resolves a name that the DNS answers with these addresses. */
function lookUp(...known: string[]): Promise<unknown> {
  vi.spyOn(dns, 'lookup').mockImplementation(((_host: string, _options: object, done: (...answer: unknown[]) => void) =>
    done(
      null,
      known.map((address) => ({ address, family: 4 })),
    )) as never)
  syncBuiltinESMExports()
  return new Promise((resolve) =>
    openStoreAddresses().lookup('dms.example', { all: true }, (error, addresses) => resolve(error ?? addresses)),
  )
}

test('a name with one address in a private network is connected to at none of its addresses', async () => {
  const refused = { problem: { problem: 'auth', sentence: expect.stringContaining('is in a private network') } }
  expect(await lookUp('8.8.8.8', '10.0.0.1')).toMatchObject(refused)
  expect(await lookUp('10.0.0.1', '8.8.8.8')).toMatchObject(refused)
  expect(await lookUp('8.8.8.8')).toEqual([{ address: '8.8.8.8', family: 4 }])
})
