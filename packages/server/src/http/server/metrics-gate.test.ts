import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { openMetricsGate } from './metrics-gate.ts'

const token = 'a-token-of-some-length'

interface Call {
  headers?: Record<string, string>
  /** The address at the other end of the connection. */
  peer?: string
  /** The caller's address according to the trusted proxies. */
  ip?: string
}

function mayRead(
  readers: Parameters<typeof openMetricsGate>[0],
  { headers = {}, peer = '192.0.2.9', ip = peer }: Call,
) {
  return openMetricsGate(readers)({ headers, ip, socket: { remoteAddress: peer } } as unknown as FastifyRequest)
}

test.each<[boolean, string]>([
  [true, `Bearer ${token}`],
  [true, `bearer  ${token}`],
  [false, `Bearer ${token}x`],
  [false, `Bearer ${token.slice(0, -1)}`],
  [false, `Basic ${token}`],
  [false, token],
  [false, 'Bearer '],
])('%s for %s', (expected, authorization) => {
  expect(mayRead({ token, networks: [] }, { headers: { authorization } })).toBe(expected)
})

test('an empty token grants nothing when none is configured', () => {
  expect(mayRead({ networks: [] }, { headers: { authorization: 'Bearer undefined' } })).toBe(false)
})

const networks = ['10.0.5.0/24', '127.0.0.1', 'fd00::/8']

test.each<[string, boolean, Call]>([
  ['an address of the list', true, { peer: '10.0.5.7' }],
  ['the same written as IPv6', true, { peer: '::ffff:10.0.5.7' }],
  ['an IPv6 network', true, { peer: 'fd00::1' }],
  ['another address', false, { peer: '10.0.6.7' }],
  ['another one written as IPv6', false, { peer: '::ffff:10.0.6.7' }],
  [
    'a proxy nobody trusts, itself of the list',
    false,
    { peer: '127.0.0.1', headers: { 'x-forwarded-for': '10.0.5.7' } },
  ],
  ['such a proxy that says so otherwise', false, { peer: '127.0.0.1', headers: { via: '1.1 edge' } }],
  [
    'a trusted proxy, for an address of the list',
    true,
    { peer: '172.16.0.1', ip: '10.0.5.7', headers: { 'x-forwarded-for': '10.0.5.7' } },
  ],
  [
    'a trusted proxy of the list, for somebody else',
    false,
    { peer: '127.0.0.1', ip: '198.51.100.1', headers: { 'x-forwarded-for': '198.51.100.1' } },
  ],
])('%s: %s', (_, expected, call) => {
  expect(mayRead({ networks }, call)).toBe(expected)
})
