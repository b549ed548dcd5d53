import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { startTokenServer } from '../../testing/token-server.ts'
import { addMailbox, keep, settingsFor, stateOfMailbox, user } from '../graph/graph-mailbox.fixture.ts'
import { countReceived, makeMessage, startServer } from '../imap-reader.fixture.ts'
import { eventually } from '../testing/eventually.ts'

let held: TestServices
beforeAll(async () => {
  held = await openTestServices({ environment: { COURTCRIER_ALLOW_PRIVATE_MAIL: '127.0.0.1' } })
})
afterAll(() => held.close())

/** As Exchange Online says it about an hour after a sign-in. */
const expired = 'Session invalidated - AccessTokenExpired'

test.each([
  ['whose time is over', 60],
  ['that the mail server ends before its time', 3600],
])('a token %s ends a long IDLE, and reading goes on with another one without an alarm', async (_, lifetime) => {
  const { services } = held
  const tokens = await startTokenServer({ user, lifetime })
  onTestFinished(tokens.stop)
  const server = await startServer({ user, tokens })
  keep(services)
  const url = `imap://127.0.0.1:${server.port}`
  const id = await addMailbox(services, settingsFor({ graph: { url }, tokens }, { service: 'OAUTH' }))
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({ health: 'healthy' })
  await eventually(() => server.commands.at(-1)).toBe('IDLE')
  const given = tokens.given()
  tokens.revokeAll()
  server.sayBye(expired)
  const subject = `after ${lifetime} seconds`
  server.deliver('INBOX', makeMessage(subject))
  await eventually(() => countReceived(services, subject)).toBe(1)
  expect(tokens.given()).toBe(given + 1)
  expect(await stateOfMailbox(services, id)).toMatchObject({ health: 'healthy', sentence: null })
  expect(await alarmsOf(id)).toEqual([])
})

test('a token that cannot be replaced is an alarm, with what the service says', async () => {
  const { services } = held
  const tokens = await startTokenServer({ user })
  onTestFinished(tokens.stop)
  const server = await startServer({ user, tokens })
  keep(services)
  const url = `imap://127.0.0.1:${server.port}`
  const id = await addMailbox(services, settingsFor({ graph: { url }, tokens }, { service: 'OAUTH' }))
  await eventually(() => server.commands.at(-1)).toBe('IDLE')
  tokens.revokeAll()
  tokens.refuseWith({ status: 401, body: { error: 'invalid_client', error_description: 'AADSTS7000222: expired' } })
  server.sayBye(expired)
  await eventually(() => alarmsOf(id)).toEqual([expect.stringContaining('The client secret has expired.')])
})

async function alarmsOf(id: string): Promise<string[]> {
  const { rows } = await withSystem(held.services.database, (trx) =>
    sql<{ sentence: string }>`select sentence from system_events
      where action = 'mailbox_failing' and entity_id = ${id}`.execute(trx),
  )
  return rows.map(({ sentence }) => sentence)
}
