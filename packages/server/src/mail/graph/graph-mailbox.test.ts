import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { countReceived, makeMessage } from '../imap-reader.fixture.ts'
import { eventually } from '../testing/eventually.ts'
import { itemsOf } from '../testing/items.ts'
import {
  addMailbox,
  changeMailbox,
  keep,
  settingsFor,
  startGraph,
  stateOfMailbox,
  warningsOf,
} from './graph-mailbox.fixture.ts'

let held: TestServices
let services: Services
beforeAll(async () => {
  held = await openTestServices({ environment: { COURTCRIER_ALLOW_PRIVATE_MAIL: '127.0.0.1' } })
  services = held.services
})
afterAll(() => held.close())

const count = (subject: string) => countReceived(services, subject)
const value = /^GET \/messages\/[^/]+\/\$value$/

test('a mailbox is read page by page, and what is received is marked as read and not asked for again', async () => {
  const { graph, tokens } = await startGraph({ pageSize: 2 })
  for (let n = 0; n < 5; n++) graph.deliver(makeMessage('paged'))
  keep(services)
  const id = await addMailbox(services, settingsFor({ graph, tokens }))
  await eventually(() => count('paged')).toBe(5)
  await eventually(() => graph.messages.filter(({ isRead }) => isRead).length).toBe(5)
  graph.deliver(makeMessage('later'))
  await eventually(() => count('later')).toBe(1)
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({
    ...{ health: 'healthy', sentence: null, waiting: 0, settled: 6 },
    link: expect.stringContaining('$deltatoken='),
  })
  expect(graph.requests.filter(({ what }) => value.test(what))).toHaveLength(6)
  expect(tokens.given()).toBe(1)
})

test.each([
  [true, 'microsoft365'],
  [false, undefined],
])('that it is believed about senders (%s) decides whether Microsoft 365 vouches for them', async (isBelieved, by) => {
  const { graph, tokens } = await startGraph()
  const subject = `vouched for: ${isBelieved}`
  graph.deliver(makeMessage(subject))
  keep(services)
  await addMailbox(services, settingsFor({ graph, tokens }, { isBelieved }))
  await eventually(() => count(subject)).toBe(1)
  const item = (await itemsOf(services, 1)).find((each) => each.subject === subject)
  expect(item?.outcomes.receive?.authserv).toBe(by)
})

test('received messages are moved to a folder, which is created, from a folder named by its path', async () => {
  const { graph, tokens } = await startGraph()
  const courts = graph.addFolder('Courts', 'id-of-inbox')
  graph.deliver(makeMessage('from below'), { folderId: courts.id })
  keep(services)
  await addMailbox(services, settingsFor({ graph, tokens }, { folder: 'inbox/courts', doneFolder: 'Received/2026' }))
  await eventually(() => count('from below')).toBe(1)
  const done = () => graph.folders.find(({ displayName }) => displayName === '2026')
  await eventually(() => graph.messages[0]?.folderId).toBe(done()?.id)
  expect(graph.folders.find(({ id }) => id === done()?.parentId)?.displayName).toBe('Received')
})

test('what was received before the mailbox was added is left, and older messages are received on request', async () => {
  const { graph, tokens } = await startGraph()
  for (let n = 0; n < 4; n++) graph.deliver(makeMessage('old by Graph'), { receivedDateTime: '2025-11-03T09:00:00Z' })
  graph.deliver(makeMessage('new by Graph'))
  keep(services)
  const id = await addMailbox(services, settingsFor({ graph, tokens }))
  await eventually(() => count('new by Graph')).toBe(1)
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({ settled: 1 })
  expect(graph.messages.filter(({ isRead }) => isRead)).toHaveLength(1)
  await changeMailbox(services, id, sql`read_from = ${new Date('2025-11-01T00:00:00Z')}`)
  await eventually(() => count('old by Graph')).toBe(4)
  expect(await count('new by Graph')).toBe(1)
})

test('a reader that ends between receiving a message and saving that continues with the same page, once', async () => {
  const { graph, tokens } = await startGraph()
  // The message is in the database, and what follows never arrives.
  graph.interfere((what) => (what.startsWith('PATCH') ? 'hangUp' : undefined))
  for (let n = 0; n < 3; n++) graph.deliver(makeMessage('interrupted'))
  const first = keep(services)
  const id = await addMailbox(services, settingsFor({ graph, tokens }))
  await eventually(() => count('interrupted')).toBe(3)
  await first.stop()
  await withSystem(services.database, (trx) =>
    sql`delete from graph_messages where mailbox_id = ${id}::uuid`.execute(trx),
  )
  await withSystem(services.database, (trx) => sql`delete from graph_positions where id = ${id}::uuid`.execute(trx))
  graph.interfere(undefined)
  keep(services)
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({ settled: 3, waiting: 0 })
  expect(graph.messages.filter(({ isRead }) => isRead)).toHaveLength(3)
  expect(await count('interrupted')).toBe(3)
})

test('a link that Graph no longer knows begins the folder again, and makes nothing new', async () => {
  const { graph, tokens } = await startGraph()
  graph.deliver(makeMessage('before the reset'))
  keep(services)
  const id = await addMailbox(services, settingsFor({ graph, tokens }))
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({ settled: 1, health: 'healthy' })
  const downloads = () => graph.requests.filter(({ what }) => value.test(what)).length
  for (const [status, code] of [
    [410, 'resyncRequired'],
    [400, 'SyncStateNotFound'],
    [404, 'ErrorItemNotFound'],
  ] as const) {
    let isRefused = false
    graph.interfere((what) => {
      if (isRefused || !what.endsWith('/delta')) return undefined
      isRefused = true
      return { status, code }
    })
    await eventually(() => isRefused).toBe(true)
    graph.deliver(makeMessage(`after ${code}`))
    await eventually(() => count(`after ${code}`)).toBe(1)
  }
  expect(await count('before the reset')).toBe(1)
  expect(downloads()).toBe(4)
})

test('a new folder in place of one that was renamed or deleted is read, and what was moved there is not read twice', async () => {
  const { graph, tokens } = await startGraph()
  const first = graph.addFolder('Notices')
  const moved = graph.deliver(makeMessage('in the first folder'), { folderId: first.id })
  keep(services)
  const id = await addMailbox(services, settingsFor({ graph, tokens }, { folder: 'Notices' }))
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({ settled: 1, health: 'healthy' })
  first.displayName = 'Notices until June'
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({
    ...{ health: 'failing', sentence: expect.stringContaining('There is no folder "Notices"') },
  })
  const second = graph.addFolder('Notices')
  const message = graph.find(moved)
  if (message) graph.move(message, second.id)
  graph.deliver(makeMessage('in the second folder'), { folderId: second.id })
  await eventually(() => count('in the second folder')).toBe(1)
  graph.folders.splice(graph.folders.indexOf(second), 1)
  const third = graph.addFolder('Notices')
  graph.deliver(makeMessage('in the third folder'), { folderId: third.id })
  await eventually(() => count('in the third folder')).toBe(1)
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({ settled: 3, health: 'healthy' })
  expect(await count('in the first folder')).toBe(1)
  expect(graph.requests.filter(({ what }) => value.test(what))).toHaveLength(3)
})

test('after a request to wait nothing is sent until then, and everything is received', async () => {
  const { graph, tokens } = await startGraph()
  let throttled = 0
  graph.interfere((what) => {
    if (!value.test(what) || throttled >= 2) return undefined
    throttled += 1
    return { status: throttled === 1 ? 429 : 503, code: 'ApplicationThrottled', headers: { 'retry-after': '1' } }
  })
  for (let n = 0; n < 4; n++) graph.deliver(makeMessage('throttled'))
  keep(services)
  const id = await addMailbox(services, settingsFor({ graph, tokens }))
  await eventually(() => throttled).toBe(2)
  const since = graph.requests.length
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(graph.requests.length - since).toBeLessThan(3)
  await eventually(() => count('throttled')).toBe(4)
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({ health: 'healthy', waiting: 0 })
})

test('a look that fails once between two that succeed is reported to no one', async () => {
  const { graph, tokens } = await startGraph()
  keep(services)
  const id = await addMailbox(services, settingsFor({ graph, tokens }))
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({ health: 'healthy' })
  let failed = 0
  graph.interfere(() => (failed++ === 0 ? { status: 503 } : undefined))
  await eventually(() => failed).toBeGreaterThan(1)
  graph.deliver(makeMessage('after a failed look'))
  await eventually(() => count('after a failed look')).toBe(1)
  expect(await warningsOf(services, id)).toBe(0)
})

test("a token never goes to another server, whatever address Graph's answer has", async () => {
  const { graph, tokens } = await startGraph()
  const other = await startGraph()
  graph.deliver(makeMessage('hostile'))
  graph.interfere((what) =>
    what.endsWith('/delta')
      ? {
          status: 200,
          text: JSON.stringify({ value: [], '@odata.nextLink': `${other.graph.url}/v1.0/users/x/messages` }),
        }
      : undefined,
  )
  keep(services)
  const id = await addMailbox(services, settingsFor({ graph, tokens }))
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({
    ...{ health: 'failing', link: null },
    sentence: expect.stringContaining('another server'),
  })
  expect(other.graph.requests).toEqual([])
  graph.interfere(undefined)
  await eventually(() => count('hostile')).toBe(1)
})

test('two processes that read the same mailbox receive each message once', async () => {
  const { graph, tokens } = await startGraph({ pageSize: 2 })
  const first = keep(services)
  const second = keep(services)
  await addMailbox(services, settingsFor({ graph, tokens }))
  for (let n = 0; n < 6; n++) graph.deliver(makeMessage('one of two readers'))
  await eventually(() => count('one of two readers')).toBe(6)
  await eventually(() => first.status().length + second.status().length).toBe(1)
  expect(await count('one of two readers')).toBe(6)
})
