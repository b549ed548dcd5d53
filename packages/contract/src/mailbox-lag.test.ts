import { expect, test } from 'vitest'
import { lagOf, mailboxBehindSince } from './mailbox-lag.ts'

const now = new Date('2026-12-01T12:00:00Z')
const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
const saved = { service: 'GRAPH', updatedAt: at(600), checkedAt: at(5), behindSince: null }

test.each([
  ['read five minutes ago', {}, undefined],
  ['read, with a message that waits', { behindSince: at(90) }, { since: at(90), isUnread: false }],
  ['not read for a while', { checkedAt: at(11) }, { since: at(11), isUnread: true }],
  ['never read', { checkedAt: null }, { since: at(600), isUnread: true }],
  ['not called for a while by its provider', { service: 'SES', checkedAt: at(3000) }, undefined],
  ['failing, and no longer read', { checkedAt: at(60), behindSince: at(90) }, { since: at(90), isUnread: true }],
])('a mailbox that is %s', (_, change, expected) => {
  expect(mailboxBehindSince({ ...saved, ...change }, now)).toEqual(expected)
})

test.each([
  [0, 1, 'minute'],
  [119, 119, 'minute'],
  [125, 2, 'hour'],
  [60 * 47, 47, 'hour'],
  [60 * 24 * 3, 3, 'day'],
])('a lag of %s minutes is %s %s', (minutes, count, unit) => {
  expect(lagOf(at(minutes), now)).toEqual({ count, unit })
})
