import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../base/services.ts'
import { openTestServices, type TestServices } from '../testing/services.ts'
import type { Look, ReadAccount } from './imap-client.ts'
import { accountAt, makeMessage, readAccounts, startServer } from './imap-reader.fixture.ts'
import { eventually } from './testing/eventually.ts'

let held: TestServices
let services: Services

beforeAll(async () => {
  held = await openTestServices()
  services = held.services
})
afterAll(() => held.close())

test('a folder with many messages says between them how long the oldest of those left has waited', async () => {
  const server = await startServer()
  const yesterday = new Date(Date.now() - 24 * 3600_000)
  for (let n = 0; n < 60; n += 1) server.deliver('INBOX', makeMessage(`waits ${n}`), yesterday)
  const looks: Look[] = []
  const account: ReadAccount = { ...accountAt(server), note: (look) => looks.push(look) }
  const readers = readAccounts(services, [account])
  await eventually(() => looks.at(-1)).toMatchObject({ isRead: true, taken: 10, lagSeconds: 0 })
  expect(looks.map(({ taken }) => taken)).toEqual([25, 25, 10])
  expect(looks.map(({ lagSeconds }) => Math.round(lagSeconds / 3600))).toEqual([24, 24, 0])
  expect(readers.status()[0]).toMatchObject({ taken: 60, lagSeconds: 0 })
})
