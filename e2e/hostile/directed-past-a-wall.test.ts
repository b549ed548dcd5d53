import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { permissionSubjects } from '@courtcrier/contract/access.ts'
import type { FiledScenario } from '@courtcrier/sandbox/sandbox.ts'
import { openSession } from '@courtcrier/sandbox/sending/smtp-session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../../packages/server/src/base/db/firm-transaction.ts'
import { type Call, type Installation, isAtRest, signIn, startInstallation, until } from '../harness.ts'

/** Someone behind a wall directs mail and copies to places of their own, by everything that their role may change. */

interface Row {
  id: string
  [field: string]: unknown
}

let installation: Installation
let free: Call
let held: Call
let timekeeperId: string

beforeAll(async () => {
  installation = await startInstallation()
  free = await signIn(installation.url, 'Administrator')
  timekeeperId = (await write(free, 'POST', 'timekeeper', { full_name: 'Ruth Held' })).id
  await mayDoEverything('manager@harlanlowe.example')
  held = await signIn(installation.url, 'Manager')
})
afterAll(() => installation?.close())

/** Outside the firm, and known to no one there. */
const own = ['rule@elsewhere.example', 'firm@elsewhere.example', 'person@elsewhere.example']

test('nothing about a walled matter reaches the addresses and the store of someone the wall excludes', async () => {
  const walled = await fileNew()
  const open = await until(async () => {
    const other = await fileNew()
    return (await matterOf(other)) !== (await matterOf(walled)) && other
  })
  await direct()
  await write(free, 'POST', 'ethical_wall', {
    name: 'Screen',
    wall_type: 'EXCLUSIONARY',
    matter_id: await matterOf(walled),
    timekeeper_ids: [timekeeperId],
  })
  await send(walled)
  await send(open)
  await until(async () => (await filesOfOwn()).some((name) => name.includes(fileName(open))))
  const addresses = (await mailsOf(open)).filter((address) => own.includes(address))
  expect(addresses.toSorted()).toEqual(own.toSorted())
  expect((await mailsOf(walled)).filter((address) => own.includes(address))).toEqual([])
  expect((await mailsOf(walled)).length).toBeGreaterThan(0)
  const files = (await filesOfOwn()).join('\n')
  expect(files).toContain(fileName(open))
  expect(files).not.toContain(fileName(walled))
})

/** As the held user. */
async function direct(): Promise<void> {
  const [rule, firm, person] = own
  await write(held, 'POST', 'notification_rule', { name: 'Mine', include_emails: [rule] })
  await write(held, 'PUT', 'firm/1', { additional_receipt_emails: [firm] })
  for (const { id } of await search('timekeeper'))
    await write(held, 'PUT', `timekeeper/${id}`, { additional_receipt_emails: [person] })
  const folder = { name: 'Mine', driver: 'FILE_SYSTEM', folder_id: '/ruth' }
  const store = await write(held, 'POST', 'generic_credential', folder)
  const policy = {
    name: 'Mine',
    dms_credential_id: store.id,
    document_name: '{{ case.case_number }} {{ document.title }}',
  }
  const additional = await write(held, 'POST', 'storage_policy', policy)
  for (const { id } of await search('storage_policy')) {
    if (id !== additional.id)
      await write(held, 'PUT', `storage_policy/${id}`, { additional_storage_policy_id: additional.id })
  }
}

/** Gives a user a role that may do everything, and makes them the timekeeper whom the wall excludes. */
async function mayDoEverything(email: string): Promise<void> {
  const grants = Object.fromEntries(permissionSubjects.map((subject) => [`${subject}_access`, 'FULL']))
  const user = (await search('user')).find((row) => row.email === email)
  await write(free, 'POST', 'user_security_role', { name: 'Everything', ...grants, user_ids: [user?.id] })
  await withSystem(installation.courtcrier.services.database, (trx) =>
    sql`update users set timekeeper_id = ${timekeeperId}::uuid where id = ${user?.id}::uuid`.execute(trx),
  )
}

function fileNew(): Promise<FiledScenario> {
  return installation.sandbox.fileScenario('five-attorneys')
}

/** Sends the notice of the first recipient, and waits until everything about it was done. */
async function send({ messages: [message], filing }: FiledScenario): Promise<void> {
  const session = await openSession(installation.smtp)
  if ('reason' in session) throw new Error(session.reason)
  if (!message) throw new Error('the scenario has no message')
  expect(await session.send(message, message.email)).toMatchObject({ kind: 'accepted' })
  session.close()
  await until(async () => {
    const items = await search('inbox_item', 'sort=-receivedAt')
    const item = items.find(({ docket_number: number, event }) => {
      return String(number).startsWith(filing.docketNumber) && String(event).includes(filing.event)
    })
    return item && isAtRest(String(item.status))
  })
}

async function mailsOf({ filing }: FiledScenario): Promise<string[]> {
  const mails = await installation.sandbox.mails()
  return mails
    .filter(({ subject }) => subject.includes(filing.docketNumber) && subject.includes(filing.event))
    .flatMap(({ envelopeTo }) => envelopeTo)
}

function filesOfOwn(): Promise<string[]> {
  return readdir(path.join(installation.folder, 'storage/1/ruth'), { recursive: true }).catch(() => [])
}

/** How a case's number is written in the name of a file. */
function fileName({ filing }: FiledScenario): string {
  return filing.docketNumber.replaceAll(':', '-')
}

async function matterOf({ filing }: FiledScenario): Promise<unknown> {
  const [row] = await search('case', `freeText=${encodeURIComponent(filing.docketNumber)}`)
  if (!row) throw new Error(`there is no case ${filing.docketNumber}`)
  return row.matter_id
}

async function search(entity: string, query = ''): Promise<Row[]> {
  const answer = await free(`/api/v1/${entity}/search?max=100&${query}`)
  const [rows = []] = Object.values((await answer.json()) as Record<string, Row[]>)
  return rows
}

async function write(as: Call, method: 'POST' | 'PUT', url: string, body: object): Promise<Row> {
  const headers = { 'content-type': 'application/json' }
  const answer = await as(`/api/v1/${url}`, { method, headers, body: JSON.stringify(body) })
  const text = await answer.text()
  expect(answer.status, text).toBeLessThan(300)
  return JSON.parse(text) as Row
}
