import { networkOf } from '@courtcrier/lib/networks.ts'
import { expect, test } from 'vitest'
import { originOf } from './origin.ts'

const placeOf = async (address: string) => (await originOf({ network: networkOf(address), userAgent: '' })).place

test.each([
  ['91.64.0.1', 'Germany'],
  ['2a02:8108:1:2:3:4:5:6', 'Germany'],
  ['2607:f8b0:4005:80a::200e', 'United States'],
  ['::ffff:91.64.0.1', 'Germany'],
])('%s is in a country: %s', async (address, country) => {
  expect(await placeOf(address)).toBe(country)
})

test.each(['127.0.0.1', '10.1.2.3', '::1', 'fd12:3456::1', 'fe80::1'])(
  '%s is in a private network',
  async (address) => {
    expect(await placeOf(address)).toBe('Private network')
  },
)

test.each(['2001:db8:1:2:3:4:5:6', '192.0.2.1', ''])('no country is known of "%s"', async (address) => {
  expect(await placeOf(address)).toBeNull()
})
