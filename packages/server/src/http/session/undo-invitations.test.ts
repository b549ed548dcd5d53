import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi({
    register: productRoutes,
    environment: { COURTCRIER_SMTP_OUT: 'smtp://127.0.0.1:2525', COURTCRIER_MAIL_FROM: 'courtcrier@one.example' },
  })
})
afterAll(() => api.close())
beforeEach(() => api.clock.advance(61_000))

const person = (name: string) => ({ email: `${name}@one.example`, full_name: `${name} Person` })

function send(people: readonly object[], more: object = {}) {
  const body = { people, security_role_id: api.firms[1].roleIds['View Only'], ...more }
  return api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user/invitations', body })
}

test('a list is undone as a whole: what was not accepted is revoked, and what was is named', async () => {
  const answer = await send([person('sam'), person('tess'), person('uma'), person('vic')])
  const undoId = String(answer.json().undo_id)
  const [sam, tess, uma, vic] = (answer.json().people as { user_id: string }[]).map(({ user_id }) => user_id)
  const links = api.mails.slice(-4).map(({ text }) => linkOf(text))
  const body = { ...links[1], new_password: 'first password 1' }
  expect((await api.call({ method: 'POST', url: '/api/v1/auth/reset', body })).status).toBe(204)
  api.clock.advance(61_000)
  const again = { as: 'Administrator', method: 'POST', url: `/api/v1/user/${uma}/invitation` } as const
  expect((await api.call(again)).status).toBe(204)
  await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/user/${vic}/invitation` })
  const url = `/api/v1/undo/${undoId}`
  expect((await api.call({ as: 'Administrator', url })).json()).toMatchObject({
    ...{ entity: 'user', kind: 'invite', count: 4, remaining: 4, undone_at: null },
  })
  expect((await api.call({ as: 'Manager', method: 'POST', url })).status).toBe(403)
  expect((await api.call({ as: 'Administrator', firm: 2, method: 'POST', url })).status).toBe(404)
  const undone = (await api.call({ as: 'Administrator', method: 'POST', url })).json()
  expect(undone).toMatchObject({ done: 2, refused: 2 })
  expect(new Map((undone.outcomes as { id: string; reason?: string }[]).map(({ id, reason }) => [id, reason]))).toEqual(
    new Map([
      [tess, 'The invitation was already accepted.'],
      [uma, 'A later invitation was sent since.'],
      [sam, undefined],
      [vic, undefined],
    ]),
  )
  expect((await describe(links[0]?.token ?? '')).status).toBe(404)
  const states = await Promise.all([sam, tess, uma, vic].map(stateOf))
  expect(states).toEqual(['REVOKED', 'ACCEPTED', 'OPEN', 'REVOKED'])
  expect((await api.call({ as: 'Administrator', url })).json()).toMatchObject({ remaining: 2, undone_at: null })
})

test('undone once, it can’t be undone again, and the same list invites them again', async () => {
  const list = [person('wes'), person('xena')]
  const undoId = String((await send(list)).json().undo_id)
  const undo = () => api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/undo/${undoId}` })
  expect((await undo()).json()).toMatchObject({ done: 2, refused: 0 })
  expect((await undo()).status).toBe(409)
  api.clock.advance(61_000)
  expect((await send(list)).json().people).toMatchObject([{ outcome: 'invited' }, { outcome: 'invited' }])
})

test('where no one was invited, there is nothing to undo', async () => {
  const answer = await send([{ email: 'nonsense', full_name: 'No One' }])
  expect(answer.json()).not.toHaveProperty('undo_id')
  expect((await send([person('yan')], { rehearse: true })).json()).not.toHaveProperty('undo_id')
})

async function stateOf(id: string | undefined) {
  return (await api.call({ as: 'Administrator', url: `/api/v1/user/${id}` })).json().invitation
}

function describe(token: string) {
  return api.call({ method: 'POST', url: '/api/v1/auth/invitation', body: { token } })
}

function linkOf(text = ''): { token: string; email: string } {
  const address = new URL(/http\S+/.exec(text)?.[0] ?? 'http://none')
  return { token: address.searchParams.get('token') ?? '', email: address.searchParams.get('email') ?? '' }
}
