import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, type TestRole } from '../../testing/api.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let count = 0
const mails: { to: string; text: string }[] = []
/** Addresses that the mail server refuses. */
const refused = new Set<string>()

beforeAll(async () => {
  api = await openTestApi({
    register: productRoutes,
    environment: { COURTCRIER_SMTP_OUT: 'smtp://127.0.0.1:2525', COURTCRIER_MAIL_FROM: 'courtcrier@one.example' },
    sendMail: async (mail) => {
      if (refused.has(mail.to)) return { retry: 'The mailbox is full.' }
      mails.push(mail)
      return { accepted: true, response: '250 OK' }
    },
  })
})
afterAll(() => api.close())
beforeEach(() => {
  count += 1
  mails.length = 0
  refused.clear()
  api.clock.advance(61_000)
})

interface Answered {
  email: string
  outcome: string
  reason: string | null
  user_id: string | null
  timekeeper: string | null
}

const address = (name: string) => `${name}${count}@one.example`
const person = (name: string) => ({ email: address(name), full_name: `${name} Person` })

async function send(people: readonly object[], more: object = {}, as: TestRole = 'Administrator') {
  const body = { people, security_role_id: api.firms[1].roleIds['View Only'], ...more }
  return api.call({ as, method: 'POST', url: '/api/v1/user/invitations', body })
}

async function invite(people: readonly object[], more: object = {}): Promise<Answered[]> {
  const answer = await send(people, more)
  expect(answer.status, answer.text).toBe(200)
  return answer.json().people as Answered[]
}

const outcomes = (people: readonly Answered[]) => people.map(({ outcome }) => outcome)

async function countUsers(): Promise<number> {
  return Number((await api.call({ as: 'Administrator', url: '/api/v1/user/count' })).json().count)
}

test('a rehearsal says what would be done about each person, and changes nothing', async () => {
  const before = await countUsers()
  const people = await invite(
    [
      person('ann'),
      { email: 'nonsense', full_name: 'No One' },
      { ...person('ann'), email: address('ANN') },
      { email: 'manager@one.example', full_name: 'A Manager' },
      { ...person('ben'), full_name: '' },
    ],
    { rehearse: true },
  )
  expect(outcomes(people)).toEqual(['new', 'invalid', 'duplicate', 'user', 'refused'])
  expect(people.map(({ reason }) => reason)).toEqual([
    null,
    'Must be a valid email.',
    'This address is named earlier in the list.',
    'Already a user.',
    expect.stringContaining('Full name'),
  ])
  expect(await countUsers()).toBe(before)
  expect(mails).toEqual([])
})

test('people are created with the role and invited, and the same list again does nothing twice', async () => {
  const list = [person('cora'), person('dan')]
  const first = await invite(list)
  expect(outcomes(first)).toEqual(['invited', 'invited'])
  expect(mails.map(({ to }) => to)).toEqual(list.map(({ email }) => email))
  expect(mails[0]?.text).toContain('Ada Administrator created a Courtcrier account for you at Firm 1')
  expect(mails[0]?.text).toContain('Your role is View Only.')
  const row = (await api.call({ as: 'Administrator', url: `/api/v1/user/${first[0]?.user_id}` })).json()
  expect(row).toMatchObject({ security_role_id: api.firms[1].roleIds['View Only'], invitation: 'OPEN' })
  api.clock.advance(61_000)
  const again = await invite([...list, person('eve')])
  expect(again.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['user', 'Already invited.'],
    ['user', 'Already invited.'],
    ['invited', null],
  ])
  expect(mails).toHaveLength(3)
})

test('a person whose email is refused is named with the reason, and only that one is sent when tried again', async () => {
  const list = [person('fay'), person('gus')]
  refused.add(address('fay'))
  const first = await invite(list)
  expect(outcomes(first)).toEqual(['failed', 'invited'])
  expect(first[0]?.reason).toContain('The mailbox is full.')
  refused.clear()
  expect(outcomes(await invite(list, { rehearse: true }))).toEqual(['uninvited', 'user'])
  expect(outcomes(await invite(list))).toEqual(['invited', 'user'])
  expect(mails.map(({ to }) => to)).toEqual([address('gus'), address('fay')])
})

test('two people who send the same list at once create and invite each person once', async () => {
  const list = [person('hal'), person('ida'), person('jo')]
  await Promise.all([invite(list), invite(list)])
  expect(mails.map(({ to }) => to).toSorted()).toEqual(list.map(({ email }) => email).toSorted())
})

test('a role stronger than the inviter’s own is refused for everyone on the list', async () => {
  const body = {
    ...{ name: `Staff ${count}`, user_access: 'FULL', user_security_role_access: 'FULL' },
    user_ids: [api.userIds[1].Docketing],
  }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body })
  expect(made.status, made.text).toBe(201)
  const known = async () => (await api.call({ as: 'Docketing', url: '/api/v1/auth/me.json' })).json().security_role_id
  await expect.poll(known).toBe(made.json().id)
  const role = { security_role_id: api.firms[1].roleIds.Administrator }
  for (const rehearse of [true, false]) {
    const answer = await send([person('kim'), person('leo')], { ...role, rehearse }, 'Docketing')
    const people = answer.json().people as Answered[]
    expect(outcomes(people)).toEqual(['refused', 'refused'])
    expect(people[0]?.reason).toContain('Your role may not grant')
  }
  expect(mails).toEqual([])
  await api.giveRole('Docketing', api.firms[1].roleIds.Docketing)
})

test('without outgoing email, users are created, and invited once there is some', async () => {
  const silent = await openTestApi({ register: productRoutes })
  const body = {
    people: [{ email: 'ola@one.example', full_name: 'Ola Person' }],
    security_role_id: silent.firms[1].roleIds['View Only'],
  }
  const answer = await silent.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user/invitations', body })
  expect(answer.json()).toMatchObject({ can_send: false, people: [{ outcome: 'created' }] })
  const again = await silent.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user/invitations', body })
  expect(again.json()).toMatchObject({ can_send: false, people: [{ outcome: 'user' }] })
  await silent.close()
})

test('five hundred people are checked at once, and no more', async () => {
  const list = Array.from({ length: 501 }, (_, at) => person(`p${at}x`))
  const answer = await send(list, { rehearse: true })
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('At most 500 items')])
  const people = await invite(list.slice(1), { rehearse: true })
  expect(new Set(outcomes(people))).toEqual(new Set(['new']))
})

test('only people who may change users invite them', async () => {
  for (const role of ['Manager', 'View Only', 'Docketing'] as const)
    expect((await send([person('pia')], {}, role)).status).toBe(403)
})

test('a revoked invitation’s link stops at once, this is logged, and the user can be invited again', async () => {
  const [invited] = await invite([person('quin')])
  const url = `/api/v1/user/${invited?.user_id}/invitation`
  const { token, email } = linkOf(mails[0]?.text)
  expect((await describe(token)).json()).toEqual({
    ...{ is_invitation: true, firm_name: 'Firm 1' },
    ...{ invited_by: 'Ada Administrator', role: 'View Only' },
  })
  expect((await api.call({ as: 'Manager', method: 'DELETE', url })).status).toBe(403)
  expect((await api.call({ as: 'Administrator', firm: 2, method: 'DELETE', url })).status).toBe(404)
  expect((await api.call({ as: 'Administrator', method: 'DELETE', url })).status).toBe(204)
  expect((await describe(token)).status).toBe(404)
  const body = { email, token, new_password: 'first password 1' }
  expect((await api.call({ method: 'POST', url: '/api/v1/auth/reset', body })).status).toBe(400)
  expect((await api.call({ as: 'Administrator', url })).json()).toMatchObject({ is_open: false, accepted_at: null })
  const again = await api.call({ as: 'Administrator', method: 'DELETE', url })
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('no open invitation')])
  const events = await withFirm(api.services.database, 1, (trx) =>
    sql`select sentence from system_events where action = 'invitation_revoked'`.execute(trx),
  )
  expect(events.rows).toEqual([{ sentence: 'Ada Administrator revoked the invitation of quin Person.' }])
  api.clock.advance(61_000)
  expect((await api.call({ as: 'Administrator', method: 'POST', url })).status).toBe(204)
  expect((await describe(linkOf(mails.at(-1)?.text).token)).status).toBe(200)
})

test('after a revoked invitation, no password link lets its user in until they are invited again', async () => {
  const [invited] = await invite([person('quirin')])
  const url = `/api/v1/user/${invited?.user_id}/invitation`
  const { email } = linkOf(mails.at(-1)?.text)
  const forget = () => api.call({ method: 'POST', url: '/api/v1/auth/forgot', body: { email } })
  const reset = ({ token }: { token: string }) =>
    api.call({ method: 'POST', url: '/api/v1/auth/reset', body: { email, token, new_password: 'first password 1' } })
  api.clock.advance(61_000)
  const sent = mails.length
  expect((await forget()).status).toBe(204)
  await expect.poll(() => mails.length).toBe(sent + 1)
  const asked = linkOf(mails.at(-1)?.text)
  expect((await api.call({ as: 'Administrator', method: 'DELETE', url })).status).toBe(204)
  expect((await reset(asked)).status, 'a link from before').toBe(400)
  api.clock.advance(61_000)
  const answer = await forget()
  expect([answer.status, answer.json().code]).toEqual([404, 'email_unknown'])
  expect(mails.length).toBe(sent + 1)
  expect((await api.call({ as: 'Administrator', method: 'POST', url })).status).toBe(204)
  expect((await reset(linkOf(mails.at(-1)?.text))).status).toBe(204)
})

test('users are found by the state of their invitation', async () => {
  const [open] = await invite([person('rae')])
  const filters = encodeURIComponent(JSON.stringify([{ field: 'invitation', in: ['OPEN'] }]))
  const found = await api.call({ as: 'Administrator', url: `/api/v1/user/search?filters=${filters}&max=100` })
  expect(found.status, found.text).toBe(200)
  const rows = found.json().users as { id: string; invitation: string }[]
  expect(rows.map(({ id }) => id)).toContain(open?.user_id)
  expect(new Set(rows.map(({ invitation }) => invitation))).toEqual(new Set(['OPEN']))
})

function describe(token: string) {
  return api.call({ method: 'POST', url: '/api/v1/auth/invitation', body: { token } })
}

function linkOf(text = ''): { token: string; email: string } {
  const address = new URL(/http\S+/.exec(text)?.[0] ?? 'http://none')
  return { token: address.searchParams.get('token') ?? '', email: address.searchParams.get('email') ?? '' }
}
