import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { endedOnce } from '../../testing/end-once.ts'
import { openScim, type ScimClient } from '../../testing/scim.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let scim: ScimClient
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  scim = await openScim(api)
})
afterAll(() => api.close())

test('a new user whose transaction the database ended for a deadlock is created once', async () => {
  const name = { givenName: 'Enid', familyName: 'Ended' }
  const { id } = await endedOnce(api.services.database, 'users', () => scim.addUser('ended@one.example', { name }))
  const url = `/Users?filter=${encodeURIComponent('userName eq "ended@one.example"')}`
  const { Resources } = (await scim.send('GET', url)).json() as { Resources: AnyRow[] }
  expect(Resources.map((user) => user.id)).toEqual([id])
  const events = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?sort=-created_at&max=30' })
  expect((events.json().system_events as AnyRow[]).filter(({ entity_id }) => entity_id === id)).toHaveLength(1)
})
