import { expect, test } from 'vitest'
import { readConfig } from '../../base/config.ts'
import { reachOf } from './reach.ts'

function reach(value?: string) {
  return reachOf(readConfig({ COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: value }).privateWebhooks)
}

test.each([
  [undefined, 'hooks.lan', '10.0.5.7', false],
  ['0', 'hooks.lan', '10.0.5.7', false],
  ['1', 'hooks.lan', '10.0.5.7', true],
  ['true', 'hooks.lan', '169.254.169.254', true],
  ['hooks.lan', 'hooks.lan', '10.0.5.7', true],
  ['Hooks.LAN, 192.168.7.9', 'HOOKS.lan.', '10.0.5.7', true],
  ['hooks.lan', 'evil.hooks.lan', '10.0.5.7', false],
  ['hooks.lan', '10.0.5.7', '10.0.5.7', false],
  ['10.0.5.0/24', 'any.example', '10.0.5.7', true],
  ['10.0.5.0/24', 'any.example', '10.0.6.7', false],
  ['10.0.5.0/24', 'any.example', '127.0.0.1', false],
  ['loopback', 'localhost', '::1', true],
  ['fd00::/8', 'any.example', 'fd00::7', true],
  ['10.0.5.0/24', 'hooks.example', '93.184.216.34', true],
])('with %s a call to %s at %s is allowed: %s', (value, host, address, isAllowed) => {
  expect(reach(value)(host, address)).toBe(isAllowed)
})

test('a setting is read once, for all calls', () => {
  const { privateWebhooks } = readConfig({ COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: '10.0.5.0/24' })
  expect(reachOf(privateWebhooks)).toBe(reachOf(privateWebhooks))
  expect(reachOf(privateWebhooks)).not.toBe(reach('10.0.5.0/24'))
})
