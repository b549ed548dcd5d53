import { expect, test } from 'vitest'
import { providerOf } from './mailbox-provider.ts'

test.each([
  ['mx.firm.example', 'imap.firm.example', true],
  ['mx.firm.example', 'evil.example', false],
  ['firm.example', 'imap.firm.example', true],
  ['mx.firm.co.uk', 'imap.firm.co.uk', true],
  ['firm.co.uk', 'imap.firm.co.uk', true],
  ['firm.co.uk', 'evil.co.uk', false],
  ['firm.github.io', 'evil.github.io', false],
  ['localhost', 'localhost', true],
  ['localhost', 'evil.example', false],
])('of the mail server %s, %s is one of the firm’s own: %s', (authserv, host, isOwn) => {
  expect(providerOf(authserv).isOwnServer(host)).toBe(isOwn)
})
