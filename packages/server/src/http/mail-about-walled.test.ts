import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { receiveMessage } from '../mail/receive.ts'
import { bounceMail } from '../mail/testing/bounce-mail.ts'
import { insert } from '../outbox/copies/test-filing.ts'
import { openOutgoingMail } from '../outbox/mail/outgoing-mail.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { type PlantedRecords, plantRecords } from '../testing/planted-records.ts'
import { startWorker } from '../worker.ts'
import { productRoutes } from './routes.ts'

/** An email about a walled filing comes back as a message of its own, with all that it says of the filing. */
let api: TestApi
let worker: Awaited<ReturnType<typeof startWorker>>
let open: PlantedRecords
let hidden: PlantedRecords
let ann: string
/** A daily message about both. */
const daily = newId()

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  worker = await startWorker(api.services, openOutgoingMail(api.services.config, api.services.log))
  const timekeeper = await make('Ruth Osei')
  ann = await make('Ann Lee')
  hidden = await plantRecords(api, 'Zinc', ann)
  open = await plantRecords(api, 'Opal', ann)
  await withSystem(api.services.database, async (trx) => {
    await sql`update users set timekeeper_id = ${timekeeper}::uuid where id = ${api.userIds[1].Manager}::uuid`.execute(
      trx,
    )
    await sql`update deliveries set message_id = id::text`.execute(trx)
    const sent = { kind: 'daily', email: 'a.lee@one.example', day: '2026-11-20', until: new Date(), status: 'sent' }
    await insert(trx, 'digests', { firm_id: 1, id: daily, ...sent })
    for (const { ids } of [open, hidden])
      await insert(trx, 'digest_items', { firm_id: 1, digest_id: daily, delivery_id: ids.delivery })
    const wall = { wall_type: 'EXCLUSIONARY', matter_id: hidden.ids.matter, timekeeper_ids: [timekeeper] }
    await insert(trx, 'ethical_walls', { firm_id: 1, id: newId(), name: 'Screen', ...wall })
  })
})
afterAll(async () => {
  await worker?.stop()
  await api?.close()
})

/** The Message-ID of an email that Courtcrier sent. */
const idOf = (id: string) => `<${id}@${new URL(api.services.config.publicUrl).hostname}>`

const mailWith = (headers: Readonly<Record<string, string>>) =>
  [
    ...Object.entries({
      From: 'a.lee@one.example',
      Subject: 'Zinc v. Doe',
      'Message-ID': `<${newId()}@one.example>`,
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`),
    '',
    'MOTION by Zinc',
    '',
  ].join('\r\n')

const ways: readonly (readonly [string, (id: string) => string])[] = [
  ['is returned', (messageId) => bounceMail({ messageId })],
  ['is delayed', (messageId) => bounceMail({ messageId, action: 'delayed' })],
  ['comes back as a copy', (id) => mailWith({ 'Message-ID': id })],
  ['is answered by a program', (id) => mailWith({ 'In-Reply-To': id, 'Auto-Submitted': 'auto-replied' })],
  ['is answered by a person', (id) => mailWith({ References: `<first@one.example>\r\n ${id}` })],
]

test.each(ways)('an email about a filing that %s is behind the walls around it', async (_, messageOf) => {
  const [walled, free] = [
    await receive(messageOf(idOf(hidden.ids.delivery ?? ''))),
    await receive(messageOf(idOf(open.ids.delivery ?? ''))),
  ]
  expect(await seenBy('Administrator')).toEqual(expect.arrayContaining([walled, free]))
  expect(await seenBy('Manager')).toContain(free)
  expect(await seenBy('Manager')).not.toContain(walled)
  for (const path of [`inbox/${walled}`, `inbox/${walled}/message`, `inbox_item/${walled}`])
    expect((await api.call({ as: 'Manager', url: `/api/v1/${path}` })).status).toBe(404)
})

test('a daily message that comes back is behind the walls around all its filings', async () => {
  const id = await receive(mailWith({ 'Message-ID': idOf(daily) }))
  expect(await seenBy('Administrator')).toContain(id)
  expect(await seenBy('Manager')).not.toContain(id)
})

test('a case can be deleted although an email about it came back', async () => {
  const { jurisdiction_id, matter_id } = (
    await api.call({ as: 'Administrator', url: `/api/v1/case/${open.caseId}` })
  ).json()
  const body = { name: 'Moved v. Doe', case_number: '1:26-cv-77', jurisdiction_id, matter_id }
  const made = await api.call({
    as: 'Administrator',
    method: 'POST',
    url: '/api/v1/case',
    body: { ...body, assigned_timekeepers: [ann] },
  })
  expect(made.status, made.text).toBe(201)
  const { id } = made.json()
  await withSystem(api.services.database, (trx) =>
    sql`update inbox_items set other_case_ids = array[${String(id)}]::uuid[] where id = ${open.itemId}::uuid`.execute(
      trx,
    ),
  )
  const deleted = await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/case/${id}` })
  expect([deleted.status, deleted.text]).toEqual([204, ''])
})

/** Returns the message's item once nothing is done with it any more. */
async function receive(raw: string): Promise<string> {
  // Equal bytes would be the same message.
  const bytes = Buffer.from(raw.replace(/\r\n\r\n/, `\r\nX-Number: ${newId()}\r\n\r\n`))
  const source = 'notices@one.example'
  const { itemId } = await receiveMessage(api.services, { firmId: 1, raw: bytes, via: 'imap', source })
  const state = async () =>
    withSystem(api.services.database, async (trx) => {
      const { rows } = await sql<AnyRow>`select status from inbox_items where id = ${itemId}::uuid`.execute(trx)
      return String(rows[0]?.status)
    })
  await expect.poll(state, { timeout: 60_000 }).toMatch(/^(Succeeded|Action Required)$/)
  return itemId
}

async function seenBy(as: TestRole): Promise<string[]> {
  const answer = await api.call({ as, url: '/api/v1/inbox_item/search?max=500' })
  return (Object.values(answer.json()).find(Array.isArray) as AnyRow[]).map(({ id }) => String(id))
}

async function make(name: string): Promise<string> {
  const body = { full_name: name, email: `${name.replace(' ', '.').toLowerCase()}@one.example` }
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/timekeeper', body })
  return String(answer.json().id)
}
