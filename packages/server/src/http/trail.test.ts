import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { plantFiling, type TestFiling } from '../outbox/copies/test-filing.ts'
import { recordEvent } from '../records/audit.ts'
import { type ApiScenario, openTestApi, type TestApi } from '../testing/api.ts'
import { inboxRoutes } from './inbox/inbox.ts'
import { resourceRoutes } from './resources.ts'
import { trailRoutes } from './trail.ts'

let api: TestApi
let filing: TestFiling
let deliveryId: string
beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      inboxRoutes(app, services)
      trailRoutes(app, services)
    },
  })
  filing = await plantFiling(api.services, { documents: [{ title: 'Order', content: 'x' }] })
  deliveryId = newId()
  await withFirm(api.services.database, 1, async (trx) => {
    await sql`insert into deliveries (firm_id, id, envelope_id, inbox_item_id, email, method, status, message_id, sent_at)
      values (1, ${deliveryId}::uuid, ${filing.envelopeId}::uuid, ${filing.itemId}::uuid, 'lopez@one.example', 'PDF', 'sent',
        'm-1', now())`.execute(trx)
    await sql`insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence)
      values (1, ${newId()}::uuid, ${filing.itemId}::uuid, 'receive', 'done', 'It came by mail.')`.execute(trx)
    const about = { firmId: 1, level: 'INFO', type: 'notification sent', entity: 'delivery' } as const
    await recordEvent(trx, { ...about, sentence: 'Sent to lopez@one.example.', entityId: deliveryId })
    await recordEvent(trx, { ...about, sentence: 'Sent to somebody else.', entityId: newId() })
  })
})
afterAll(() => api.close())

const recordPaths = {
  inbox_item: () => `inbox_item/${filing.itemId}`,
  envelope: () => `envelope/${filing.envelopeId}`,
  document: () => `document/${filing.documents[0]?.id}`,
  delivery: () => `delivery/${deliveryId}`,
}

test.each(Object.entries(recordPaths))('one %s leads to the whole notice, in chronological order', async (_, path) => {
  const answer = await trail(path())
  expect(answer.status, answer.text).toBe(200)
  const { lines, filing: shown, documents } = answer.json() as { lines: Line[]; filing: AnyRow; documents: AnyRow[] }
  expect(shown.id).toBe(filing.envelopeId)
  expect(documents.map(({ title }) => title)).toEqual(['Order'])
  expect(lines.map(({ kind }) => kind).toSorted()).toEqual(['delivery', 'event', 'history', 'received'])
  expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted())
  expect(answer.text).toContain('It came by mail.')
  expect(answer.text).toContain('Sent to lopez@one.example.')
  expect(answer.text).not.toContain('somebody else')
})

interface Line {
  kind: string
  at: string
}

function trail(path: string, call: Partial<ApiScenario> = {}) {
  return api.call({ as: 'Administrator', url: `/api/v1/trail/${path}`, ...call })
}

describe('a role that may not see something', () => {
  test('sees no event without access to the log', async () => {
    const answer = await trail(recordPaths.inbox_item(), { as: 'View Only' })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('It came by mail.')
    expect(answer.text).not.toContain('"kind":"event"')
  })

  test('sees no value of a denied field, in a delivery or in an event about it', async () => {
    const body = {
      name: 'No addresses',
      inbox_item_access: 'READ',
      envelope_access: 'READ',
      delivery_access: 'READ',
      system_event_access: 'READ',
      delivery_permissions: { email: 'DENY' },
      user_ids: [api.userIds[1].Manager],
    }
    const role = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body })
    await api.giveRole('Manager', String(role.json().id))
    const answer = await trail(recordPaths.envelope(), { as: 'Manager' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).toContain('"kind":"event"')
    expect(answer.text).not.toContain('lopez@one.example')
    await api.giveRole('Manager', api.firms[1].roleIds.Manager)
  })
})

const refusals: (Omit<ApiScenario, 'url'> & { path: () => string })[] = [
  { name: 'nobody signed in', path: recordPaths.inbox_item, status: 401 },
  { name: 'another firm', as: 'Administrator', firm: 2, path: recordPaths.inbox_item, status: 404 },
  { name: 'no such record', as: 'Manager', path: () => `envelope/${newId()}`, status: 404 },
  { name: 'no id', as: 'Manager', path: () => 'delivery/x', status: 404 },
  { name: 'a record that leads to no notice', as: 'Manager', path: () => `judge/${newId()}`, status: 404 },
]

test.each(refusals)('$name is refused', async ({ path, ...scenario }) => {
  await api.run({ ...scenario, url: `/api/v1/trail/${path()}`, containsNot: ['It came by mail.'] })
})
