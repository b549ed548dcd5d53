import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import type { GraphAccount } from '../graph/graph-account.ts'
import {
  findWaiting,
  forgetPosition,
  leaveMessage,
  postponeMessage,
  readPosition as readLink,
  savePosition as saveLink,
  settleMessage,
} from '../graph/graph-position.ts'
import { readPosition, savePosition } from '../imap-position.ts'
import type { Holding } from './holding.ts'
import { leaseMailboxes } from './lease-mailboxes.ts'
import { findMailboxes } from './mailbox-rows.ts'
import { noteLook } from './note-look.ts'

let held: TestServices
let mailboxId: string
let key: { firmId: number; accountKey: string }
beforeAll(async () => {
  held = await openTestServices()
})
afterAll(() => held?.close())
beforeEach(async () => {
  mailboxId = newId()
  key = { firmId: 1, accountKey: mailboxId }
  await run(sql`insert into mailboxes (firm_id, id, name, address, service, folder)
    values (1, ${mailboxId}::uuid, ${mailboxId}, 'notices@one.example', 'PASSWORD', 'INBOX')`)
})

const run = <T>(statement: ReturnType<typeof sql<T>>) =>
  withFirm(held.services.database, 1, (trx) => statement.execute(trx))

/** Has a process look for mailboxes that it may read. */
async function lease(process: string): Promise<Holding | undefined> {
  const [row] = await withSystem(held.services.database, async (trx) =>
    leaseMailboxes(trx, { process, rows: await findMailboxes(trx, sql`m.id = ${mailboxId}::uuid`) }),
  )
  return row && { firmId: 1, mailboxId, term: row.term }
}

/** Two processes, of which the second takes the mailbox over while the first stands still. */
async function displace() {
  const [a, b] = [newId(), newId()]
  const first = await lease(a)
  expect(await lease(b)).toBeUndefined()
  expect(await lease(a)).toEqual(first)
  await standStill()
  const second = await lease(b)
  if (!first || !second) throw new Error('no process has the mailbox')
  return { a, first, second }
}

const standStill = () =>
  run(sql`update mailbox_readers set until = now() - interval '1 second' where id = ${mailboxId}::uuid`)

const save = (holding: Holding | undefined, lastUid: number, uidValidity = 7n) =>
  savePosition(held.services, { ...key, holding }, { uidValidity, lastUid })
const position = async () => (await readPosition(held.services, key)).position

test('a reader that stood still does not set back how far the one after it has read a folder', async () => {
  const { first, second } = await displace()
  expect(await save(second, 9)).toBe(true)
  expect(await save(first, 5)).toBe(false)
  // The server has renumbered the folder since.
  expect(await save(second, 2, 8n)).toBe(true)
  expect(await save(first, 12)).toBe(false)
  expect(await position()).toEqual({ uidValidity: 8n, lastUid: 2 })
})

test('nor does it once its process has the mailbox again', async () => {
  const { a, first, second } = await displace()
  await save(second, 9)
  await standStill()
  const again = await lease(a)
  expect(await save(first, 5)).toBe(false)
  expect(await save(again, 10)).toBe(true)
  expect(await position()).toEqual({ uidValidity: 7n, lastUid: 10 })
})

test('of two processes that read an account of the settings, the slower one sets nothing back', async () => {
  await save(undefined, 9)
  expect(await save(undefined, 5)).toBe(true)
  expect(await position()).toEqual({ uidValidity: 7n, lastUid: 9 })
  await save(undefined, 1, 8n)
  expect(await position()).toEqual({ uidValidity: 8n, lastUid: 1 })
})

/** The account as the reader has it that holds the mailbox so. */
function account(holding: Holding): GraphAccount {
  const client = { address: 'notices@one.example', host: 'graph.microsoft.com' } as GraphAccount['client']
  return { firmId: 1, mailboxId, folder: 'INBOX', readFrom: new Date(0), client, holding } as GraphAccount
}

test('a reader of Microsoft Graph that stood still neither sets back nor forgets the link of the one after it', async () => {
  const { first, second } = await displace()
  const folder = { account: account(second), folderId: 'inbox' }
  expect(await saveLink(held.services, { account: account(first), folderId: 'inbox' }, 'early')).toBe(false)
  expect(await saveLink(held.services, folder, 'late')).toBe(true)
  // With the settings of before, it reads another folder.
  expect(await saveLink(held.services, { account: account(first), folderId: 'other' }, 'early')).toBe(false)
  await forgetPosition(held.services, account(first))
  expect((await readLink(held.services, folder)).link).toBe('late')
  await forgetPosition(held.services, account(second))
  expect((await readLink(held.services, folder)).link).toBeUndefined()
})

test('a message of Microsoft Graph that was received stays so, although a reader that stood still failed at it', async () => {
  const { first } = await displace()
  await settleMessage(held.services, account(first), 'message')
  const failed = { id: 'message', tries: 1, faults: 0, receivedAt: null, waitMs: 0, reason: 'It broke off.' }
  await postponeMessage(held.services, account(first), failed)
  await leaveMessage(held.services, account(first), 'message')
  expect(await findWaiting(held.services, account(first))).toMatchObject({ total: 0 })
  const { rows } = await run(sql`select is_left as "isLeft" from graph_messages where mailbox_id = ${mailboxId}::uuid`)
  expect(rows).toEqual([{ isLeft: false }])
})

test('what a reader that stood still says of a mailbox does not count', async () => {
  const { first, second } = await displace()
  const look = (holding: Holding, problem?: string) =>
    withFirm(held.services.database, 1, (trx) =>
      noteLook(trx, {
        firmId: 1,
        id: mailboxId,
        name: mailboxId,
        holding,
        look: { problem, isRead: !problem, taken: 0, lagSeconds: 0 },
      }),
    )
  await look(second)
  await look(first, 'The server did not answer in time.')
  const { rows } = await run(sql`select health, sentence from mailboxes where id = ${mailboxId}::uuid`)
  expect(rows).toEqual([{ health: 'healthy', sentence: null }])
  const { rows: events } = await run(sql`select from system_events where entity_id = ${mailboxId}`)
  expect(events).toEqual([])
})
