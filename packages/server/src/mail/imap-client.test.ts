import { expect, test } from 'vitest'
import { makeImapClient } from './imap-client.ts'

const account = {
  host: 'mail.example',
  port: 993,
  isSecure: true,
  folder: 'INBOX',
  firmId: 1,
  user: 'a',
  password: 'b',
}

test('a mailbox of a firm is connected to at the address that was checked, whose certificate must have its name', async () => {
  const lookup = async () => (_host: string, _options: object, done: (error: null, address: string) => void) =>
    done(null, '203.0.113.7')
  expect(await makeImapClient({ ...account, lookup: lookup as never })).toMatchObject({
    host: '203.0.113.7',
    servername: 'mail.example',
  })
})
