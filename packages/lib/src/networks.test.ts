import { expect, test } from 'vitest'
import { networkOf, networksAround } from './networks.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['192.0.2.1', ['192.0.2.0/24', '192.0.2.1']],
  ['2001:db8:1:2::9', ['2001:db8::/32', '2001:db8:1::/48', '2001:db8:1:2::/64']],
  ['::ffff:192.0.2.1', ['192.0.2.0/24', '192.0.2.1']],
])('the networks around %s are %j', (address, networks) => {
  expect(networksAround(networkOf(address))).toEqual(networks)
})
