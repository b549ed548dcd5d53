import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { countReceived, makeMessage } from '../imap-reader.fixture.ts'
import { eventually } from '../testing/eventually.ts'
import { addMailbox, keep, settingsFor, startGraph, stateOfMailbox, user, warningsOf } from './graph-mailbox.fixture.ts'

let held: TestServices
let services: Services
beforeAll(async () => {
  held = await openTestServices({ environment: { COURTCRIER_ALLOW_PRIVATE_MAIL: '127.0.0.1' } })
  services = held.services
})
afterAll(() => held.close())

const count = (subject: string) => countReceived(services, subject)
const value = /^GET \/messages\/[^/]+\/\$value$/

test('a message that cannot be received holds up no other, is tried again, and is told of in the end', async () => {
  const { graph, tokens } = await startGraph()
  const broken = graph.deliver(makeMessage('broken'))
  const late = graph.deliver(makeMessage('received late'))
  graph.deliver(makeMessage('behind'))
  let failures = 0
  graph.interfere((what) => {
    if (what.includes(broken) && value.test(what)) return { status: 400, code: 'ErrorMimeContentInvalid' }
    if (what.includes(late) && value.test(what) && failures++ < 2) return 'hangUp'
    return undefined
  })
  keep(services)
  const id = await addMailbox(services, settingsFor({ graph, tokens }))
  await eventually(() => count('behind')).toBe(1)
  await eventually(() => count('received late')).toBe(1)
  await eventually(() => warningsOf(services, "A message couldn't be received after 10 attempts")).toBe(1)
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({
    ...{ waiting: 0, left: 1, settled: 2, health: 'healthy', sentence: null },
  })
  expect(await count('broken')).toBe(0)
  expect(graph.find(broken)).toMatchObject({ isRead: false })
})

test.each([
  ['answers with errors', { status: 500, code: 'ErrorInternalServerError' }],
  ['does not answer', 'hangUp'],
] as const)('a message is received once the service works again, however often it %s', async (how, fault) => {
  const { graph, tokens } = await startGraph()
  graph.deliver(makeMessage(`waits while it ${how}`))
  let failures = 0
  graph.interfere((what) => {
    if (!value.test(what)) return undefined
    failures += 1
    return fault
  })
  keep(services)
  const id = await addMailbox(services, settingsFor({ graph, tokens }))
  const hurry = () =>
    withSystem(services.database, (trx) =>
      sql`update graph_messages set next_at = now() where mailbox_id = ${id}::uuid and next_at is not null`.execute(
        trx,
      ),
    )
  await eventually(async () => {
    await hurry()
    return failures
  }).toBeGreaterThan(12)
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({
    ...{ waiting: 1, left: 0, behindSince: expect.any(Date) },
    sentence: expect.stringMatching(/^One message couldn't be received yet and is tried again\. /),
  })
  await eventually(() =>
    warningsOf(services, `${user} at ${new URL(graph.url).host}, folder INBOX and is tried again`),
  ).toBe(1)
  graph.interfere(undefined)
  await eventually(async () => {
    await hurry()
    return count(`waits while it ${how}`)
  }).toBe(1)
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({
    ...{ waiting: 0, left: 0, settled: 1, behindSince: null },
  })
})

test('a message that was deleted before it could be received is told of, and one that was moved is received', async () => {
  const { graph, tokens } = await startGraph()
  const gone = graph.deliver(makeMessage('gone'))
  const moved = graph.deliver(makeMessage('moved meanwhile'))
  graph.interfere((what) => {
    const [one, other] = [graph.find(gone), graph.find(moved)]
    if (one && what.includes(gone)) graph.remove(one)
    if (other?.folderId === 'id-of-inbox' && what.includes(moved)) graph.move(other, 'id-of-archive')
    return undefined
  })
  keep(services)
  await addMailbox(services, settingsFor({ graph, tokens }))
  await eventually(() => count('moved meanwhile')).toBe(1)
  await eventually(() => warningsOf(services, 'A message was gone from the mailbox')).toBe(1)
  expect(await count('gone')).toBe(0)
})

test('a message larger than the firm accepts is left in place and told of', async () => {
  const { graph, tokens } = await startGraph()
  await withSystem(services.database, (trx) =>
    sql`update firms set max_message_size = 10000 where firm_id = 1`.execute(trx),
  )
  graph.deliver(makeMessage('too large', 'x'.repeat(20_000)))
  graph.deliver(makeMessage('small enough'))
  keep(services)
  const id = await addMailbox(services, settingsFor({ graph, tokens }))
  await eventually(() => count('small enough')).toBe(1)
  await eventually(() => warningsOf(services, 'A message is larger than the 10000 bytes')).toBe(1)
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({ left: 1, settled: 1 })
  expect(await count('too large')).toBe(0)
  await withSystem(services.database, (trx) =>
    sql`update firms set max_message_size = null where firm_id = 1`.execute(trx),
  )
})

test.each([
  ['marked as read', null],
  ['moved', 'Received'],
])(
  'a large message that is %s, which Graph answers with all of it, stops neither the mailbox nor itself',
  async (how, doneFolder) => {
    const { graph, tokens } = await startGraph()
    const large = graph.deliver(makeMessage(`large and ${how}`))
    graph.interfere((what) => {
      const isAnswered = what.includes(large) && /^PATCH|\/move$/.test(what)
      return isAnswered ? { status: 200, text: JSON.stringify({ body: 'x'.repeat(9_000_000) }) } : undefined
    })
    keep(services)
    const id = await addMailbox(services, settingsFor({ graph, tokens }, { doneFolder }))
    await eventually(() => count(`large and ${how}`)).toBe(1)
    graph.deliver(makeMessage(`after the large one ${how}`))
    await eventually(() => count(`after the large one ${how}`)).toBe(1)
    await eventually(() => stateOfMailbox(services, id)).toMatchObject({
      ...{ health: 'healthy', sentence: null, waiting: 0, settled: 2 },
    })
    expect(graph.requests.filter(({ what }) => what.includes(large) && value.test(what))).toHaveLength(1)
  },
)
