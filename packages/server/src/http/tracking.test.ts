import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { trackingActions } from '@courtcrier/contract/tracking.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import type { ProviderAnswer, TrackingOrder, TrackingProvider } from '../outbox/tracking/provider.ts'
import { type ApiScenario, openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { endedOnce } from '../testing/end-once.ts'
import { type Examples, makeExamples } from '../testing/examples.ts'
import { resourceRoutes } from './resources.ts'
import { trackingRoutes } from './tracking.ts'

const environment = { COURTCRIER_TRACKING_FEE: '25.00', COURTCRIER_TRACKING_DOCUMENT_COST: '3.00' }
const yes = { agreed: { monthly_fee: '25.00', document_cost: '3.00' } }

/** A provider that does what the test says, and records its orders. */
let orders: TrackingOrder[] = []
let answer: () => ProviderAnswer | Promise<ProviderAnswer> = () => ({ done: true })
let isConfigured = true
const provider: TrackingProvider = {
  name: 'Court records',
  isConfigured: async () => isConfigured,
  order: async (order) => {
    orders.push(order)
    return answer()
  },
}

let api: TestApi
let examples: Examples
let id: string
beforeAll(async () => {
  api = await openTestApi({
    environment,
    register: (app, services) => {
      resourceRoutes(app, services)
      trackingRoutes(app, services, [provider])
    },
  })
  examples = makeExamples(api)
})
afterAll(() => api.close())

beforeEach(async () => {
  orders = []
  answer = () => ({ done: true })
  isConfigured = true
  await run(sql`update firms set entitled_features = '{tracking}'`)
  id = await examples.idOfNew('case')
})

const run = (statement: ReturnType<typeof sql>) => statement.execute(api.services.database.kysely)
const act = (action: string, body: object = {}, as: TestRole = 'Docketing') =>
  api.call({ as, method: 'POST', url: `/api/v1/case/${id}/tracking/${action}`, body })

async function eventsOf(caseId = id): Promise<AnyRow[]> {
  const filters = JSON.stringify([{ field: 'entity_id', in: [caseId] }])
  const url = `/api/v1/system_event/search?filters=${encodeURIComponent(filters)}`
  const all = (await api.call({ as: 'Administrator', url })).json().system_events as AnyRow[]
  return all.filter(({ action }) => action)
}

describe('with a provider', () => {
  test('a case is subscribed, stopped, resumed and unsubscribed, each with its event and the accepted amounts', async () => {
    answer = () => ({ done: true, cents: 2500 })
    const subscribed = await act('subscribe', yes)
    expect(subscribed.status, subscribed.text).toBe(200)
    expect(subscribed.json()).toMatchObject({
      tracking_status: 'subscribed',
      cents: 2500,
      provider: 'Court records',
      terms: { monthly_fee: '25.00', document_cost: '3.00', currency: 'USD' },
      allowed: ['stop', 'unsubscribe', 'retrieve'],
      orders: [{ action: 'subscribe', status: 'done', monthly_fee: '25.00', document_cost: '3.00' }],
    })
    answer = () => ({ done: true })
    expect((await act('stop')).json()).toMatchObject({
      tracking_status: 'stopped',
      allowed: expect.arrayContaining(['resume']),
    })
    expect((await act('resume', yes)).json()).toMatchObject({ tracking_status: 'subscribed', cents: 2500 })
    expect((await act('unsubscribe')).json()).toMatchObject({ tracking_status: 'not_subscribed' })
    expect(orders.map(({ action, agreed }) => [action, agreed.monthlyFee])).toEqual([
      ['subscribe', '25.00'],
      ['stop', null],
      ['resume', '25.00'],
      ['unsubscribe', null],
    ])
    const events = await eventsOf()
    expect(events.map((event) => event.action)).toEqual([
      'tracking_unsubscribe',
      'tracking_resume',
      'tracking_stop',
      'tracking_subscribe',
    ])
    expect(events[3]).toMatchObject({ user_id: api.userIds[1].Docketing, facts: { fee: '$25.00', cost: '$3.00' } })
    expect(events[2]?.details).toContain('"tracking_status":{"from":"subscribed","to":"stopped"}')
  })

  test('an order whose result the database ended for a deadlock is placed once, and its result is recorded', async () => {
    const subscribed = await endedOnce(api.services.database, 'cases', () => act('subscribe', yes))
    expect(subscribed.json()).toMatchObject({ tracking_status: 'subscribed', orders: [{ status: 'done' }] })
    expect(orders).toHaveLength(1)
    expect((await eventsOf()).map(({ action }) => action)).toEqual(['tracking_subscribe'])
  })

  test('documents are retrieved at their own cost, and not again while a retrieval is in progress', async () => {
    const first = await act('retrieve', { agreed: { document_cost: '3.00' } })
    expect(first.json()).toMatchObject({ retrieval_status: 'retrieve_in_progress', tracking_status: 'not_subscribed' })
    const again = await act('retrieve', { agreed: { document_cost: '3.00' } })
    expect(again.status).toBe(409)
    expect(again.json().detail).toBe('Documents of this case are already being retrieved.')
    expect(orders).toHaveLength(1)
  })

  test('an order the provider refuses changes nothing and is reported', async () => {
    answer = () => ({ refused: 'This court is not served.' })
    const refused = await act('subscribe', yes)
    expect(refused.status).toBe(409)
    expect(refused.json().detail).toBe('Court records: This court is not served.')
    const state = await api.call({ as: 'View Only', url: `/api/v1/case/${id}/tracking` })
    expect(state.json()).toMatchObject({
      tracking_status: 'not_subscribed',
      allowed: [],
      orders: [{ status: 'refused' }],
    })
    expect((await eventsOf()).map(({ action }) => action)).toEqual(['tracking_refused'])
  })

  test('an order whose answer was lost is sent again under its own ID, with no second order meanwhile', async () => {
    answer = () => Promise.reject(new Error('cut off'))
    expect((await act('subscribe', yes)).status).toBe(500)
    answer = () => ({ done: true })
    const meanwhile = await act('subscribe', yes)
    expect(meanwhile.status).toBe(409)
    expect(meanwhile.json().detail).toBe('An order to subscribe is under way for this case.')
    await run(
      sql`update tracking_orders set created_at = created_at - interval '3 minutes' where case_id = ${id}::uuid`,
    )
    expect((await act('subscribe', yes)).status).toBe(200)
    expect(new Set(orders.map((order) => order.id)).size).toBe(1)
    expect(orders).toHaveLength(2)
  })

  test('a case with a monthly fee is not deleted', async () => {
    await act('subscribe', yes)
    const gone = await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/case/${id}` })
    expect(gone.status).toBe(409)
    expect(gone.json().detail).toBe('This case is tracked at a monthly fee. End its tracking first.')
  })

  test('no one can set the tracking status in the record', async () => {
    const url = `/api/v1/case/${id}`
    const body = { tracking_status: 'subscribed' }
    const written = await api.call({ as: 'Administrator', method: 'PUT', url, body })
    expect(written.status).toBe(400)
    expect(written.text).toContain('read_only_field')
  })
})

describe('nothing is ordered without accepting the amount', () => {
  const wrong: readonly (readonly [string, string, object, number, string])[] = [
    ['no yes at all', 'subscribe', {}, 400, '"field":"monthly_fee","code":"required"'],
    ['a yes to half of it', 'subscribe', { agreed: { monthly_fee: '25.00' } }, 400, '"field":"document_cost"'],
    ['another fee', 'subscribe', { agreed: { ...yes.agreed, monthly_fee: '20.00' } }, 409, 'amount_changed'],
    ['a fee nobody knows', 'subscribe', { agreed: { ...yes.agreed, monthly_fee: null } }, 409, 'amount_changed'],
    ['another cost', 'retrieve', { agreed: { document_cost: '0.00' } }, 409, 'amount_changed'],
    ['a number', 'retrieve', { agreed: { document_cost: 3 } }, 400, 'not_text'],
    ['a list', 'retrieve', { agreed: [] }, 400, 'not_map'],
    ['something else', 'retrieve', { agreed: { document_cost: '3.00' }, quick: true }, 400, 'unknown_field'],
  ]
  test.each(wrong)('with %s', async (_, action, body, status, words) => {
    const refused = await act(action, body)
    expect(refused.status, refused.text).toBe(status)
    expect(refused.text).toContain(words)
    expect(orders).toEqual([])
    const { rows } = (await run(sql`select 1 from tracking_orders where case_id = ${id}::uuid`)) as { rows: unknown[] }
    expect(rows).toEqual([])
  })
})

describe('who may', () => {
  const scenarios: (Omit<ApiScenario, 'url' | 'name'> & { name: string; path?: string })[] = [
    { name: 'reads', as: 'View Only', status: 200, contains: ['"allowed":[]', '"is_on":true'] },
    { name: 'reads without a token', status: 401 },
    { name: 'of another firm reads', as: 'Administrator', firm: 2, status: 404 },
    { name: 'only reads', as: 'View Only', method: 'POST', path: '/subscribe', body: yes, status: 403 },
    {
      name: 'of another firm acts',
      as: 'Administrator',
      firm: 2,
      method: 'POST',
      path: '/stop',
      body: {},
      status: 404,
    },
    { name: 'does what cannot be done', as: 'Manager', method: 'POST', path: '/resume', body: yes, status: 409 },
    { name: 'does what there is not', as: 'Manager', method: 'POST', path: '/destroy', body: {}, status: 404 },
  ]
  test.each(scenarios)('$name', async ({ path = '', ...scenario }) => {
    await api.run({ ...scenario, url: `/api/v1/case/${id}/tracking${path}` })
    expect(orders).toEqual([])
  })

  test('an unknown case has no tracking', async () => {
    const url = `/api/v1/case/${newId()}/tracking`
    expect((await api.call({ as: 'Manager', url })).status).toBe(404)
  })

  test('without the feature no one can act, and everyone sees why', async () => {
    await run(sql`update firms set entitled_features = '{title_extraction}'`)
    const read = (await api.call({ as: 'Manager', url: `/api/v1/case/${id}/tracking` })).json()
    expect(read).toMatchObject({ is_on: false, allowed: [], why_not: expect.stringContaining("doesn't subscribe") })
    const refused = await act('subscribe', yes)
    expect(refused.status).toBe(403)
    expect(refused.json().detail).toContain("doesn't subscribe to case tracking")
  })

  test('a role that may not see the tracking status is refused', async () => {
    const role = {
      name: 'No tracking',
      case_access: 'FULL',
      case_permissions: { tracking_status: 'DENY' },
      user_ids: [api.userIds[1].Manager],
    }
    const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body: role })
    await api.giveRole('Manager', String(made.json().id))
    expect((await api.call({ as: 'Manager', url: `/api/v1/case/${id}/tracking` })).status).toBe(403)
    expect((await act('subscribe', yes, 'Manager')).status).toBe(403)
    await api.giveRole('Manager', api.firms[1].roleIds.Manager)
  })
})

test.each(trackingActions)('without a provider "%s" is not offered, is refused, and is logged', async (action) => {
  isConfigured = false
  const from = { subscribe: 'not_subscribed', stop: 'subscribed', resume: 'stopped', unsubscribe: 'stopped' }
  const status = { retrieve: 'subscribed', ...from }[action]
  await run(sql`update cases set tracking_status = ${status} where id = ${id}::uuid`)
  const offered = await api.call({ as: 'Docketing', url: `/api/v1/case/${id}/tracking` })
  expect(offered.json()).toMatchObject({ provider: null, allowed: [] })
  const refused = await act(action, yes)
  expect(refused.status).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'no_provider',
    detail: 'Courtcrier has no provider of court records for your firm, so nothing was ordered.',
  })
  expect(orders).toEqual([])
  expect(await eventsOf()).toMatchObject([{ action: 'tracking_refused', level: 'WARNING', facts: { act: action } }])
})
