import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { announce } from './base/db/changes.ts'
import { withSystem } from './base/db/firm-transaction.ts'
import { newId } from './base/db/ids.ts'
import type { Services } from './base/services.ts'
import { healthRoutes } from './http/server/health.ts'
import { quick, startServer } from './mail/imap-reader.fixture.ts'
import { keepMailboxes } from './mail/mailboxes/keep-mailboxes.ts'
import { eventually } from './mail/testing/eventually.ts'
import { openMailLinks } from './mail-links.ts'
import { openTestServices } from './testing/services.ts'

const address = 'notices@one.example'
const token = 'a-token-of-the-operator'

/** A server that reads the mailboxes of its firms, and what /healthz says of them to the operator. */
async function openServer() {
  const { services, close } = await openTestServices({ environment: { COURTCRIER_ALLOW_PRIVATE_MAIL: '127.0.0.1' } })
  const kept = keepMailboxes(services, { ...quick, everyMs: 50 })
  const mailLinks = openMailLinks(services, { mailboxes: kept.status, outgoing: { states: () => [] } })
  const app = Fastify()
  healthRoutes(app, { ...services, metricsReaders: { token, networks: [] }, mailLinks })
  onTestFinished(async () => {
    await app.close()
    await mailLinks.stop()
    await kept.stop()
    await close()
  })
  const read = (headers: Record<string, string> = {}) => app.inject({ url: '/healthz', headers })
  const mailboxes = async () => (await read({ authorization: `Bearer ${token}` })).json().mailboxes
  return { services, read, mailboxes }
}

/** Adds a mailbox whose password was saved for `savedFor`. */
async function addMailbox(services: Services, { port, savedFor = port }: { port: number; savedFor?: number }) {
  const id = newId()
  const at = (each: number) => ({ service: 'PASSWORD', server: `imap://127.0.0.1:${each}`, address, folder: 'INBOX' })
  const { server, service, folder } = at(port)
  const password = Buffer.from(services.secrets.seal('secret', destinationOf(mailbox, at(savedFor))))
  await withSystem(services.database, async (trx) => {
    await sql`insert into mailboxes (firm_id, id, name, service, address, folder, server, password, is_believed)
      values (1, ${id}::uuid, 'Notices', ${service}, ${address}, ${folder}, ${server}, ${password}, true)`.execute(trx)
    await announce(trx, { firmId: 1, entity: mailbox.name, ids: [id] })
  })
}

test('a firm’s mailbox that cannot be read is in the detail of /healthz, with the reason, and to no one else', async () => {
  const { services, read, mailboxes } = await openServer()
  const imap = await startServer({ user: 'someone-else@one.example' })
  await addMailbox(services, { port: imap.port })
  await eventually(mailboxes).toMatchObject([
    {
      name: expect.stringContaining(address),
      problem: expect.stringMatching(/refused|password|log/i),
      last_success: null,
      last_error: { sentence: expect.any(String) },
    },
  ])
  const [shown] = await mailboxes()
  expect(shown.last_error.sentence).toBe(shown.problem)
  expect((await read()).body).toBe('{"ok":true}')
})

test('a firm’s mailbox that is read says when, and no problem', async () => {
  const { services, mailboxes } = await openServer()
  const imap = await startServer({ user: address })
  await addMailbox(services, { port: imap.port })
  const wellNow = { name: expect.stringContaining(address), problem: null, last_success: expect.any(String) }
  await eventually(mailboxes).toMatchObject([wellNow])
})

test('a firm’s mailbox that is not connected to, because its password was saved for another server, is there too', async () => {
  const { services, mailboxes } = await openServer()
  const imap = await startServer({ user: address })
  await addMailbox(services, { port: imap.port, savedFor: 9 })
  const problem = expect.stringContaining('Enter them again')
  await eventually(mailboxes).toMatchObject([{ name: expect.stringContaining(address), problem }])
  expect(imap.commands).toEqual([])
})
