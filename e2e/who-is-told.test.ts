import type { FiledScenario } from '@courtcrier/sandbox/sandbox.ts'
import { openSession } from '@courtcrier/sandbox/sending/smtp-session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Installation, isAtRest, signIn, startInstallation, until } from './harness.ts'

/** Rules, walls, frequencies and the wait for the DMS, from the court's email to everyone who gets one. */

type Row = Record<string, unknown> & { id: string; email: string; status: string }

let installation: Installation
let call: Awaited<ReturnType<typeof signIn>>

beforeAll(async () => {
  installation = await startInstallation()
  call = await signIn(installation.url, 'Administrator')
})
afterAll(() => installation?.close())

test('a rule adds and excludes addresses, and each delivery says which', async () => {
  const rule = await create('notification_rule', {
    name: 'Docketing wants everything',
    template: 'time is between 00:00 and 23:59',
    include_emails: ['desk@harlanlowe.example'],
  })
  const filed = await installation.sandbox.fileScenario('five-attorneys')
  const assigned = addressesOf(filed)
  await create('notification_rule', { name: 'Not the first', exclude_emails: [assigned[0]] })
  await send(filed)
  const deliveries = await deliveriesOf(filed)
  expect(deliveries.map(({ email }) => email).sort()).toEqual([...assigned.slice(1), 'desk@harlanlowe.example'].sort())
  expect(deliveries.find(({ email }) => email === 'desk@harlanlowe.example')).toMatchObject({
    level: 'rule',
    notification_rule_id: rule.id,
    reason: 'The notification rule "Docketing wants everything" adds this address.',
  })
  expect(await mailsTo(filed)).not.toContain(assigned[0])
  const line = await historyLine(filed, 'address')
  expect(line).toContain(`Not notified: ${assigned[0]}. The notification rule "Not the first" excludes this address.`)
  await removeAll('notification_rule')
})

test('an invalid condition is rejected at its field', async () => {
  const answer = await post('notification_rule', {
    name: 'Wrong',
    template: 'court = "flsd"',
    include_emails: ['a@b.example'],
  })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(`This condition isn't valid: After \\"court\\" comes`)
})

test('a person behind a wall is not notified at any address', async () => {
  const filed = await installation.sandbox.fileScenario('five-attorneys')
  const assigned = addressesOf(filed)
  const walled = await findOne('timekeeper', nameOf(assigned[0]))
  const { matter_id: matterId } = await findOne('case', filed.filing.docketNumber)
  const rule = await create('notification_rule', { name: 'Tries to', include_emails: [assigned[0]] })
  const wall = await create('ethical_wall', {
    name: 'Ortiz',
    wall_type: 'EXCLUSIONARY',
    matter_id: matterId,
    timekeeper_ids: [walled.id],
  })
  await send(filed)
  expect((await deliveriesOf(filed)).map(({ email }) => email)).not.toContain(assigned[0])
  expect(await mailsTo(filed)).not.toContain(assigned[0])
  await remove('ethical_wall', wall.id)
  await remove('notification_rule', rule.id)
})

test('frequency: immediately, in the daily message, or never, by the closest level that sets it', async () => {
  const filed = await installation.sandbox.fileScenario('five-attorneys')
  const [never = '', daily = '', ...others] = addressesOf(filed)
  await change('timekeeper', nameOf(never), { notification_cadence: 'NEVER' })
  await change('timekeeper', nameOf(daily), { notification_cadence: 'DAILY' })
  await send(filed)
  const deliveries = await deliveriesOf(filed)
  expect(deliveries.map(({ email }) => email)).not.toContain(never)
  expect(deliveries.find(({ email }) => email === daily)).toMatchObject({ status: 'scheduled', cadence: 'DAILY' })
  expect((await mailsTo(filed)).sort()).toEqual([...others].sort())
  expect(await historyLine(filed, 'address')).toContain(
    `Not notified: ${never}. The cadence of the timekeeper is Never.`,
  )
  await change('timekeeper', nameOf(never), { notification_cadence: 'INHERIT_CADENCE' })
  await change('timekeeper', nameOf(daily), { notification_cadence: 'INHERIT_CADENCE' })
})

test('people are notified after the first attempt to save, even if it fails', async () => {
  const answer = await call('/api/v1/firm/1', { method: 'PUT', ...json({ wait_for_dms_attempt_to_notify: true }) })
  expect(answer.status, await answer.clone().text()).toBe(200)
  const filed = await installation.sandbox.fileScenario('five-attorneys')
  await send(filed)
  const told = await deliveriesOf(filed)
  expect(told.map(({ status }) => status)).toEqual(told.map(() => 'sent'))
  expect((await mailsTo(filed)).sort()).toEqual(addressesOf(filed).sort())
  expect(await historyLine(filed, 'deliver')).toContain('notified once saving to the DMS was tried.')
  const answered = await call('/api/v1/document_copy/search?max=50&sort=-createdAt')
  const { document_copies: all } = (await answered.json()) as { document_copies: (Row & { stored_at: string })[] }
  const copies = all.filter(({ envelope_id: id }) => id === told[0]?.envelope_id)
  const stored = copies.map(({ stored_at: at }) => Date.parse(String(at)))
  const sent = told.map(({ sent_at: at }) => Date.parse(String(at)))
  expect(copies.length).toBeGreaterThan(0)
  expect(Math.min(...sent)).toBeGreaterThanOrEqual(Math.max(...stored))
})

/** Returns the addresses of the firm's people on the case, who are notified by default. */
function addressesOf({ filing }: FiledScenario): string[] {
  const { world } = installation.sandbox
  const ids = world.cases.find(({ id }) => id === filing.caseId)?.attorneyIds ?? []
  return world.people.filter(({ id }) => ids.includes(id)).map(({ email }) => email)
}

function nameOf(address = ''): string {
  return installation.sandbox.world.people.find(({ email }) => email === address)?.name ?? ''
}

/** Sends the notice of the first recipient and waits until the item has ended. */
async function send({ messages, filing }: FiledScenario): Promise<void> {
  const session = await openSession(installation.smtp)
  if ('reason' in session) throw new Error(session.reason)
  const [message] = messages
  if (!message) throw new Error('the scenario has no message')
  expect(await session.send(message, message.email)).toMatchObject({ kind: 'accepted' })
  session.close()
  await until(async () => {
    const item = await itemOf(filing.docketNumber, filing.event)
    return item && isAtRest(item.status)
  })
}

async function itemOf(docketNumber: string, event: string): Promise<Row | undefined> {
  const answer = await call('/api/v1/inbox_item/search?max=50&sort=-receivedAt')
  const { inbox_items: items } = (await answer.json()) as {
    inbox_items: (Row & { docket_number: string | null; event: string | null })[]
  }
  return items.find((item) => item.docket_number?.startsWith(docketNumber) && item.event?.includes(event))
}

async function deliveriesOf({ filing }: FiledScenario): Promise<Row[]> {
  const item = await itemOf(filing.docketNumber, filing.event)
  const answer = await call('/api/v1/delivery/search?max=100&sort=-createdAt')
  const { deliveries } = (await answer.json()) as { deliveries: (Row & { inbox_item_id: string })[] }
  return deliveries.filter((delivery) => delivery.inbox_item_id === item?.id)
}

async function mailsTo({ filing }: FiledScenario): Promise<string[]> {
  const mails = await installation.sandbox.mails()
  return mails
    .filter((mail) => mail.subject.includes(filing.docketNumber) && mail.subject.includes(filing.event))
    .map((mail) => mail.envelopeTo.join())
}

async function historyLine({ filing }: FiledScenario, stage: string): Promise<string> {
  const item = await itemOf(filing.docketNumber, filing.event)
  const answer = await call(`/api/v1/inbox/${item?.id}`)
  const { history } = (await answer.json()) as { history: { stage: string; sentence: string }[] }
  return history.find((line) => line.stage === stage)?.sentence ?? ''
}

async function findOne(entity: string, words: string): Promise<Row> {
  const answer = await call(`/api/v1/${entity}/search?freeText=${encodeURIComponent(words)}&max=2`)
  const [rows = []] = Object.values((await answer.json()) as Record<string, Row[]>)
  const [row] = rows
  if (!row) throw new Error(`there is no ${entity} of ${words}`)
  return row
}

function post(entity: string, body: object): Promise<Response> {
  return call(`/api/v1/${entity}`, { method: 'POST', ...json(body) })
}

async function create(entity: string, body: object): Promise<Row> {
  const answer = await post(entity, body)
  expect(answer.status, await answer.clone().text()).toBeLessThan(300)
  return (await answer.json()) as Row
}

async function change(entity: string, name: string, body: object): Promise<void> {
  const { id } = await findOne(entity, name)
  const answer = await call(`/api/v1/${entity}/${id}`, { method: 'PUT', ...json(body) })
  expect(answer.status, await answer.clone().text()).toBe(200)
}

async function remove(entity: string, id: string): Promise<void> {
  expect((await call(`/api/v1/${entity}/${id}`, { method: 'DELETE' })).status).toBeLessThan(300)
}

async function removeAll(entity: string): Promise<void> {
  const answer = await call(`/api/v1/${entity}/search?max=50`)
  const [rows = []] = Object.values((await answer.json()) as Record<string, Row[]>)
  for (const { id } of rows) await call(`/api/v1/${entity}/${id}`, { method: 'PUT', ...json({ is_active: false }) })
}

function json(body: object): RequestInit {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
