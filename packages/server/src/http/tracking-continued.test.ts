import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProviderAnswer, TrackingProvider } from '../outbox/tracking/provider.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { type Examples, makeExamples } from '../testing/examples.ts'
import { resourceRoutes } from './resources.ts'
import { trackingRoutes } from './tracking.ts'

const environment = { COURTCRIER_TRACKING_FEE: '25.00', COURTCRIER_TRACKING_DOCUMENT_COST: '3.00' }
const agreed = { agreed: { monthly_fee: '25.00', document_cost: '3.00' } }

/** The orders by their IDs, as the provider knows them. */
const orders = new Set<string>()
let answers: (() => ProviderAnswer | Promise<ProviderAnswer>)[] = []
const provider: TrackingProvider = {
  name: 'Court records',
  isConfigured: async () => true,
  order: async (order) => {
    orders.add(order.id)
    return answers.shift()?.() ?? { done: true, cents: 2500 }
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
  await run(sql`update firms set entitled_features = '{tracking}'`)
})
afterAll(() => api.close())
beforeEach(async () => {
  orders.clear()
  id = await examples.idOfNew('case')
})

const run = (statement: ReturnType<typeof sql>) => statement.execute(api.services.database.kysely)
const subscribe = () =>
  api.call({ as: 'Docketing', method: 'POST', url: `/api/v1/case/${id}/tracking/subscribe`, body: agreed })

async function actions(): Promise<unknown[]> {
  const filters = JSON.stringify([{ field: 'entity_id', in: [id] }])
  const url = `/api/v1/system_event/search?filters=${encodeURIComponent(filters)}`
  const all = (await api.call({ as: 'Administrator', url })).json().system_events as AnyRow[]
  return all.map(({ action }) => action).filter((action) => String(action).startsWith('tracking_'))
}

test.each<[string, ProviderAnswer]>([
  ['is not charged again', { done: true, cents: 2500 }],
  ['is not refused afterward', { refused: 'Known already.' }],
])('an order that another request continued while the first one stood still %s', async (_, late) => {
  answers = [
    async () => {
      await run(sql`update tracking_orders set created_at = now() - interval '3 minutes' where case_id = ${id}::uuid`)
      expect((await subscribe()).json()).toMatchObject({ cents: 2500 })
      return late
    },
  ]
  await subscribe()
  const shown = await api.call({ as: 'Docketing', url: `/api/v1/case/${id}/tracking` })
  expect(shown.json()).toMatchObject({ tracking_status: 'subscribed', cents: 2500, orders: [{ status: 'done' }] })
  expect(orders.size).toBe(1)
  expect(await actions()).toEqual(['tracking_subscribe'])
})
