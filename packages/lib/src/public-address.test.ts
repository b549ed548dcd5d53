import { describe, expect, test } from 'vitest'
import { isPublicAddress, PrivateAddressError, pinnedLookup } from './public-address.ts'

describe('addresses', () => {
  test.each(['207.41.17.22', '8.8.8.8', '172.32.0.1', '2600:1f18::1'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '0.255.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001::1',
    '2001:1ff::1',
    '2001:db8::1',
    '3fff::1',
    '4000::1',
    'not an address',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

test('one private address among public ones is enough to refuse the host', async () => {
  const resolve = async () => [
    { address: '207.41.17.22', family: 4 },
    { address: '10.0.0.5', family: 4 },
  ]
  await expect(pinnedLookup('ecf.cand.uscourts.gov', resolve)).rejects.toThrow(PrivateAddressError)
})

test('connects to the address that was checked, even if the name has changed since', async () => {
  let asked = 0
  const resolve = async () => [{ address: asked++ === 0 ? '207.41.17.22' : '127.0.0.1', family: 4 }]
  const look = await pinnedLookup('ecf.cand.uscourts.gov', resolve)
  const addresses = new Promise((found) => look('ecf.cand.uscourts.gov', { all: true }, (_error, all) => found(all)))
  const single = new Promise((found) => look('ecf.cand.uscourts.gov', {}, (_error, address) => found(address)))
  expect(await addresses).toEqual([{ address: '207.41.17.22', family: 4 }])
  expect(await single).toBe('207.41.17.22')
  expect(asked).toBe(1)
})
