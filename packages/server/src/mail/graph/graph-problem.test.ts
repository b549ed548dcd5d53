import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../base/services.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { countReceived, makeMessage } from '../imap-reader.fixture.ts'
import { eventually } from '../testing/eventually.ts'
import { addMailbox, keep, settingsFor, startGraph, stateOfMailbox, user } from './graph-mailbox.fixture.ts'

let held: TestServices
let services: Services
beforeAll(async () => {
  held = await openTestServices({ environment: { COURTCRIER_ALLOW_PRIVATE_MAIL: '127.0.0.1' } })
  services = held.services
})
afterAll(() => held.close())

test.each([
  [{ status: 403, code: 'ErrorAccessDenied' }, 'Mail.ReadWrite'],
  [
    { status: 403, code: 'ErrorAccessDenied', message: 'Blocked by tenant configured AppOnly AccessPolicy settings.' },
    'application access policy',
  ],
  [{ status: 404, code: 'ErrorInvalidUser' }, `There is no mailbox ${user}`],
  [{ status: 404, code: 'MailboxNotEnabledForRESTAPI' }, 'no Exchange Online license'],
  [{ status: 200, text: '<html>a proxy</html>' }, 'something other than JSON'],
  [{ status: 200, text: '{"value": "none"}' }, 'an unexpected form'],
])('what is wrong is said: %j', async (answer, sentence) => {
  const { graph, tokens } = await startGraph()
  graph.interfere((what) => (what.includes('/mailFolders/') ? answer : undefined))
  keep(services)
  const id = await addMailbox(services, settingsFor({ graph, tokens }))
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({
    health: 'failing',
    sentence: expect.stringContaining(sentence),
  })
})

test('a right that is missing for marking messages as read is told of, and messages are received', async () => {
  const { graph, tokens } = await startGraph()
  graph.deliver(makeMessage('only read'))
  graph.interfere((what) => (what.startsWith('PATCH') ? { status: 403, code: 'ErrorAccessDenied' } : undefined))
  keep(services)
  const id = await addMailbox(services, settingsFor({ graph, tokens }))
  await eventually(() => countReceived(services, 'only read')).toBe(1)
  await eventually(() => stateOfMailbox(services, id)).toMatchObject({
    health: 'healthy',
    sentence: expect.stringContaining("couldn't be marked as read"),
  })
})
