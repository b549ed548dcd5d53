import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi, type TestRole } from '../../testing/api.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({
    register: productRoutes,
    environment: { COURTCRIER_SMTP_OUT: 'smtp://127.0.0.1:2525', COURTCRIER_MAIL_FROM: 'courtcrier@one.example' },
    sendMail: async () => ({ accepted: true, response: '250 OK' }),
  })
})
afterAll(() => api?.close())

test('a new user is linked to the timekeeper with the same address, if that is wanted and there is exactly one', async () => {
  const make = async (name: string, email: string) => {
    const body = { full_name: name, email }
    const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/timekeeper', body })
    expect(answer.status, answer.text).toBe(201)
    return String(answer.json().id)
  }
  const mia = await make('Mia', 'MIA@one.example')
  await make('Ned', 'ned@one.example')
  await make('Ned Two', 'ned@one.example')
  const list = [person('mia'), person('ned')]
  const invite = async (more: object) => {
    const answer = await send(list, { link_timekeepers: true, ...more })
    expect(answer.status, answer.text).toBe(200)
    return answer.json().people as AnyRow[]
  }
  const preview = await invite({ rehearse: true })
  expect(preview.map((each) => each.timekeeper)).toEqual(['Mia', null])
  const [first, second] = await invite({})
  const row = (await api.call({ as: 'Administrator', url: `/api/v1/user/${first?.user_id}` })).json()
  expect(row.timekeeper_id).toBe(mia)
  // It isn't known which walls apply to them.
  expect(second).toMatchObject({ outcome: 'refused', user_id: null })
  expect(second?.reason).toContain('Several timekeepers have the address ned@one.example, ')
})

test('whom someone invites whose role can’t see timekeepers is the timekeeper with their address, and they don’t learn it', async () => {
  const body = { full_name: 'Tess', email: 'tess@one.example' }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/timekeeper', body })
  const role = {
    ...{ name: 'Inviting', user_access: 'FULL', user_security_role_access: 'READ' },
    user_ids: [api.userIds[1].Docketing],
  }
  const saved = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body: role })
  expect(saved.status, saved.text).toBe(201)
  const known = async () => (await api.call({ as: 'Docketing', url: '/api/v1/auth/me.json' })).json().security_role_id
  await expect.poll(known).toBe(saved.json().id)
  const answer = await send([person('tess')], { security_role_id: saved.json().id }, 'Docketing')
  expect(answer.json().people, answer.text).toMatchObject([{ outcome: 'invited', timekeeper: null }])
  const [{ user_id: id }] = answer.json().people as [AnyRow]
  const row = (await api.call({ as: 'Administrator', url: `/api/v1/user/${id}` })).json()
  expect(row.timekeeper_id).toBe(made.json().id)
  await api.giveRole('Docketing', api.firms[1].roleIds.Docketing)
})

const person = (name: string) => ({ email: `${name}@one.example`, full_name: `${name} Person` })

function send(people: readonly object[], more: object, as: TestRole = 'Administrator') {
  const body = { people, security_role_id: api.firms[1].roleIds['View Only'], ...more }
  return api.call({ as, method: 'POST', url: '/api/v1/user/invitations', body })
}
