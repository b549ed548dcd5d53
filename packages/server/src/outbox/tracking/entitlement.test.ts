import { expect, test } from 'vitest'
import { isTrackingHost } from './entitlement.ts'

const listed = ['notices.hale.example', 'docket.lowe.example']

test.each([
  ['notices.hale.example', listed, true],
  ['Notices.Hale.Example', listed, true],
  ['other.example', listed, false],
  ['evil-notices.hale.example', listed, false],
  ['localhost', listed, true],
  ['one.localhost', listed, true],
  ['localhost.evil.example', listed, false],
  ['127.0.0.1', listed, true],
  ['anywhere.example', [], true],
])('at %s, with %j listed, case tracking is on: %s', (host, hosts, isOn) => {
  expect(isTrackingHost(host, hosts)).toBe(isOn)
})
