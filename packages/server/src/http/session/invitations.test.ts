import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, type TestRole } from '../../testing/api.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
const day = 24 * 3600 * 1000
/** What the mail server answers next, if it doesn't accept the email. */
let refusal: string | undefined
/** What happens while an email is sent. */
let meanwhile: (() => Promise<void>) | undefined

beforeAll(async () => {
  const mails: { to: string; text: string }[] = []
  const opened = await openTestApi({
    register: productRoutes,
    environment: { COURTCRIER_SMTP_OUT: 'smtp://127.0.0.1:2525', COURTCRIER_MAIL_FROM: 'courtcrier@one.example' },
    sendMail: async (mail) => {
      await meanwhile?.()
      if (refusal !== undefined) return { retry: refusal }
      mails.push(mail)
      return { accepted: true, response: '250 OK' }
    },
  })
  api = { ...opened, mails: mails as unknown as TestApi['mails'] }
})
afterAll(() => api.close())
beforeEach(() => {
  refusal = undefined
  meanwhile = undefined
  api.clock.advance(61_000)
})

test('an invited user sets a password by the emailed link, once, and is then shown as having accepted', async () => {
  const user = await addUser('ann')
  expect(await read(user.id)).toMatchObject({ can_send: true, has_password: false, invited_at: null, is_open: false })
  expect((await invite(user.id)).status).toBe(204)
  const mail = api.mails.at(-1)
  expect(mail?.to).toBe(user.email)
  expect(mail?.text).toContain('created a Courtcrier account for you')
  expect(mail?.text).toContain('within 7 days')
  expect(mail?.text).toContain('http://one.example:8420/password-reset?')
  expect(await read(user.id)).toMatchObject({ invited_by: 'Ada Administrator', accepted_at: null, is_open: true })
  api.clock.advance(6 * day)
  const token = tokenOf(mail?.text)
  expect((await setPassword(user.email, token)).status).toBe(204)
  expect((await logIn(user.email)).status).toBe(200)
  expect((await setPassword(user.email, token)).status).toBe(400)
  expect(await read(user.id)).toMatchObject({ has_password: true, is_open: false })
  expect((await read(user.id)).accepted_at).not.toBeNull()
  expect(await sentencesAbout(user.id)).toEqual(
    expect.arrayContaining([
      'Ada Administrator invited Ann Invited to set a password.',
      'Ann Invited accepted the invitation.',
    ]),
  )
})

test('an invitation works for 7 days, and only the latest one', async () => {
  const user = await addUser('ben')
  await invite(user.id)
  const first = tokenOf(api.mails.at(-1)?.text)
  api.clock.advance(day)
  await invite(user.id)
  expect((await setPassword(user.email, first)).status).toBe(400)
  const second = tokenOf(api.mails.at(-1)?.text)
  api.clock.advance(7 * day + 1000)
  expect((await setPassword(user.email, second)).status).toBe(400)
  expect(await read(user.id)).toMatchObject({ accepted_at: null, is_open: false })
})

test('an open invitation doesn’t keep a user from asking for a password link', async () => {
  const user = await addUser('cora')
  await invite(user.id)
  api.clock.advance(61_000)
  const sent = api.mails.length
  await api.call({ method: 'POST', url: '/api/v1/auth/forgot', body: { email: user.email } })
  await expect.poll(() => api.mails.length).toBe(sent + 1)
  expect((await setPassword(user.email, tokenOf(api.mails.at(-1)?.text))).status).toBe(204)
  expect(await read(user.id)).toMatchObject({ has_password: true, accepted_at: null, is_open: false })
})

test('a second invitation within a minute is refused with a sentence, and nothing is sent', async () => {
  const user = await addUser('dan')
  await invite(user.id)
  const sent = api.mails.length
  const again = await invite(user.id)
  expect(again.status).toBe(429)
  expect(again.text).toContain('less than a minute ago')
  expect(api.mails.length).toBe(sent)
})

test('a deactivated user, and one with a password, is refused with a sentence', async () => {
  const user = await addUser('eve', { is_active: false })
  const refused = await invite(user.id)
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('This user may not sign in')])
  const settled = await invite(api.userIds[1].Manager)
  expect([settled.status, settled.text]).toEqual([409, expect.stringContaining('has already set a password')])
  expect(await read(user.id)).toMatchObject({ invited_at: null })
})

test('a user deactivated after the invitation can’t set a password', async () => {
  const user = await addUser('finn')
  await invite(user.id)
  await change(user.id, { is_active: false })
  expect((await setPassword(user.email, tokenOf(api.mails.at(-1)?.text))).status).toBe(400)
})

test('the link ends when the address changes', async () => {
  const user = await addUser('gus')
  await invite(user.id)
  await change(user.id, { email: 'augustus@one.example' })
  expect((await setPassword('augustus@one.example', tokenOf(api.mails.at(-1)?.text))).status).toBe(400)
  expect(await read(user.id)).toMatchObject({ is_open: false })
})

test('when the mail server refuses, the sentence says why, and the earlier invitation still counts', async () => {
  const user = await addUser('hal')
  refusal = 'The mail server is on holiday.'
  const first = await invite(user.id)
  expect([first.status, first.text]).toEqual([409, expect.stringContaining('The mail server is on holiday.')])
  expect(await read(user.id)).toMatchObject({ invited_at: null, is_open: false })
  refusal = undefined
  expect((await invite(user.id)).status).toBe(204)
  const { invited_at: before } = await read(user.id)
  api.clock.advance(61_000)
  refusal = 'The mail server is on holiday again.'
  await invite(user.id)
  expect(await read(user.id)).toMatchObject({ invited_at: before, is_open: true })
  expect((await setPassword(user.email, tokenOf(api.mails.at(-1)?.text))).status).toBe(204)
  expect(await sentencesAbout(user.id)).toContain(
    `The invitation couldn't be emailed to ${user.email}. The mail server is on holiday again.`,
  )
})

test.each([1, 2])(
  'an invitation that is revoked while its email fails stays revoked, with %s of them',
  async (emails) => {
    const user = await addUser(`ivo${emails}`)
    if (emails === 2) {
      expect((await invite(user.id)).status).toBe(204)
      api.clock.advance(61_000)
    }
    const url = `/api/v1/user/${user.id}/invitation`
    const answers: number[] = []
    meanwhile = async () => {
      answers.push((await api.call({ as: 'Administrator', method: 'DELETE', url })).status)
    }
    refusal = 'The mail server is on holiday.'
    expect((await invite(user.id)).status).toBe(409)
    expect(answers).toEqual([204])
    const { rows } = await withFirm(api.services.database, 1, (trx) =>
      sql`select revoked_at is not null as "isRevoked" from invitations where id = ${user.id}::uuid`.execute(trx),
    )
    expect(rows).toEqual([{ isRevoked: true }])
    expect(await read(user.id)).toMatchObject({ is_open: false })
  },
)

test('only people who may change users invite them, within their own firm', async () => {
  const user = await addUser('ida')
  for (const role of ['View Only', 'Docketing'] as const) expect((await invite(user.id, role)).status).toBe(403)
  const other = await api.call({
    ...{ as: 'Administrator', firm: 2, method: 'POST' },
    url: `/api/v1/user/${user.id}/invitation`,
  })
  expect(other.status).toBe(404)
})

test('a firm whose server can’t send email says so', async () => {
  const silent = await openTestApi()
  const terms = await silent.call({ as: 'Administrator', url: '/api/v1/user/invitation' })
  expect(terms.json()).toEqual({ can_send: false, way: 'password' })
  await silent.close()
  expect((await api.call({ as: 'Administrator', url: '/api/v1/user/invitation' })).json()).toMatchObject({
    can_send: true,
  })
})

test('creating and importing users sends nothing', async () => {
  const sent = api.mails.length
  await addUser('jo')
  const { text } = await api.call({ as: 'Administrator', url: '/api/v1/user/import/template' })
  expect(text).not.toMatch(/invit/i)
  expect(api.mails.length).toBe(sent)
})

test('no token of an invitation is stored or logged', async () => {
  const user = await addUser('kim')
  await invite(user.id)
  const token = tokenOf(api.mails.at(-1)?.text)
  const { rows } = await withFirm(api.services.database, 1, (trx) => sql`select * from password_resets`.execute(trx))
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(api.logged()).not.toContain(token)
})

async function addUser(name: string, more: object = {}): Promise<{ id: string; email: string }> {
  const email = `${name}@one.example`
  const full = `${name[0]?.toUpperCase()}${name.slice(1)} Invited`
  const role = api.firms[1].roleIds['View Only']
  const body = { email, full_name: full, security_role_id: role, ...more }
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user', body })
  expect(answer.status, answer.text).toBe(201)
  return { id: String(answer.json().id), email }
}

async function change(id: string, body: object): Promise<void> {
  const answer = await api.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/user/${id}`, body })
  expect(answer.status, answer.text).toBe(200)
}

function invite(id: string, as: TestRole = 'Administrator') {
  return api.call({ as, method: 'POST', url: `/api/v1/user/${id}/invitation` })
}

async function read(id: string) {
  const answer = await api.call({ as: 'Administrator', url: `/api/v1/user/${id}/invitation` })
  expect(answer.status, answer.text).toBe(200)
  return answer.json()
}

function tokenOf(text = ''): string {
  return /token=([\w-]+)/.exec(text)?.[1] ?? ''
}

function setPassword(email: string, token: string) {
  const body = { email, token, new_password: 'first password 1' }
  return api.call({ method: 'POST', url: '/api/v1/auth/reset', body })
}

function logIn(email: string) {
  return api.call({
    method: 'POST',
    url: '/api/v1/auth/login',
    body: { username: email, password: 'first password 1' },
  })
}

async function sentencesAbout(id: string): Promise<string[]> {
  return withFirm(api.services.database, 1, async (trx) => {
    const { rows } = await sql<{ sentence: string }>`
      select sentence from system_events where entity_id = ${id}`.execute(trx)
    return rows.map(({ sentence }) => sentence)
  })
}
