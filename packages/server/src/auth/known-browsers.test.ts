import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeKnownBrowsers } from './known-browsers.ts'

const key = randomBytes(32)
const browsers = makeKnownBrowsers(key, { isSecure: true })
const ada = { firmId: 1, userId: '01920000-0000-7000-8000-000000000001' }
const ben = { firmId: 1, userId: '01920000-0000-7000-8000-000000000002' }
const now = new Date('2026-11-21T09:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
const sent = (header: string) => header.split(';')[0] ?? ''
const nameOf = (header: string) => header.split('=')[0] ?? ''

test('the cookie is sent to the login only: not to scripts, other sites or over plain HTTP', () => {
  const header = browsers.remember(ada, undefined, now)
  expect(header).toMatch(/; Path=\/api\/v1\/auth\/login; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/)
  expect(header).not.toContain(ada.userId)
  expect(makeKnownBrowsers(key, { isSecure: false }).remember(ada, undefined, now)).not.toContain('Secure')
})

test('a browser is known for 180 days after each login, and keeps its ID', () => {
  const first = browsers.remember(ada, undefined, now)
  const id = browsers.find(sent(first), ada, later(179))
  expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(browsers.find(sent(first), ada, later(180))).toBeUndefined()
  const renewed = browsers.remember(ada, id, later(179))
  expect(browsers.find(sent(renewed), ada, later(300))).toBe(id)
})

test('people who share a browser are each known in it', () => {
  const cookies = [ada, ben].map((user) => sent(browsers.remember(user, undefined, now))).join('; ')
  const ids = [ada, ben].map((user) => browsers.find(cookies, user, now))
  expect(new Set(ids).size).toBe(2)
  expect(ids).not.toContain(undefined)
})

test.each<[string, (own: string, others: string) => string]>([
  ['nothing', () => ''],
  ['no value', (own) => `${nameOf(own)}=`],
  ["another user's value", (own, others) => `${nameOf(own)}=${sent(others).split('=')[1]}`],
  [
    'another ID',
    (own) =>
      sent(own)
        .replace(/=./, '=0')
        .replace(/(=0.......)-..../, '$1-ffff'),
  ],
  ['a later end', (own) => sent(own).replace(/\.(\d+)\./, (_, until) => `.${Number(until) + 1}.`)],
  ['no signature', (own) => sent(own).replace(/\.[\w-]+$/, '.')],
  ['another signature', (own) => sent(own).replace(/[\w-]{43}$/, 'A'.repeat(43))],
])('a cookie with %s is of no known browser', (_, forge) => {
  const forged = forge(browsers.remember(ada, undefined, now), browsers.remember(ben, undefined, now))
  expect(browsers.find(forged, ada, now)).toBeUndefined()
})

test('neither another installation nor another firm knows it', () => {
  const cookies = sent(browsers.remember(ada, undefined, now))
  expect(makeKnownBrowsers(randomBytes(32), { isSecure: true }).find(cookies, ada, now)).toBeUndefined()
  expect(browsers.find(cookies, { ...ada, firmId: 2 }, now)).toBeUndefined()
})
