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

test('a change of a group’s members that the database ended for a deadlock is made once', async () => {
  const [one, other] = [await scim.addUser('one@one.example'), await scim.addUser('other@one.example')]
  const { id } = await scim.addGroup('Clerks', [String(one.id)])
  const members = [{ op: 'add', path: 'members', value: [{ value: other.id }] }]
  const change = () => scim.patch(`/Groups/${id}`, ...members, { op: 'replace', path: 'displayName', value: 'Staff' })
  const changed = await endedOnce(api.services.database, 'provisioned_groups', change)
  expect(changed.status, changed.text).toBe(204)
  const group = (await scim.send('GET', `/Groups/${id}`)).json()
  expect(group).toMatchObject({ displayName: 'Staff' })
  expect((group.members as AnyRow[]).map(({ value }) => value).toSorted()).toEqual([one.id, other.id].toSorted())
  const events = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?sort=-created_at&max=30' })
  const told = (events.json().system_events as AnyRow[]).filter(({ sentence }) =>
    /"Staff".* 1 joined/.test(String(sentence)),
  )
  expect(told).toHaveLength(1)
})
