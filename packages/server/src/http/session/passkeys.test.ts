import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import {
  answerStep,
  cookieOf,
  dropFactors,
  enrolPasskey,
  enrolTotp,
  enterPassword,
  logIn,
} from '../../testing/factors.ts'
import { makePasskeyDevice, type PasskeyDevice } from '../../testing/passkey-device.ts'
import { productRoutes } from '../routes.ts'

const origin = 'https://one.example'
let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ environment: { COURTCRIER_URL: origin }, register: productRoutes })
})
afterEach(async () => {
  await dropFactors(api, 'Docketing')
  // The user's sessions ended with their factors, and the helper of the tests signs in again after half an hour.
  api.clock.advance(31 * 60_000)
})
afterAll(() => api.close())

const newDevice = () => makePasskeyDevice({ origin })

test('a passkey is a second factor after the password', async () => {
  const device = newDevice()
  const added = await enrolPasskey(api, 'Docketing', { device })
  expect(added.status, added.text).toBe(200)
  expect(added.json().recovery_codes).toHaveLength(10)
  const step = await enterPassword(api, 'Docketing')
  expect(step.ways).toEqual(['passkey', 'recovery'])
  const signedIn = await answerStep(api, step, { way: 'passkey', passkey: device.sign(step.options ?? {}) })
  expect(signedIn.status, signedIn.text).toBe(200)
  expect(signedIn.json().user).toMatchObject({ id: api.userIds[1].Docketing })
  const { passkeys } = (await api.call({ as: 'Docketing', url: '/api/v1/auth/factors' })).json()
  expect(passkeys).toMatchObject([{ name: 'Phone', last_used_at: api.clock.now.toISOString() }])
})

test('a passkey is the only factor if it verified its user', async () => {
  const device = newDevice()
  await enrolPasskey(api, 'Docketing', { device })
  const signedIn = await signInAlone(device)
  expect(signedIn.status, signedIn.text).toBe(200)
  expect(signedIn.json().user).toMatchObject({ id: api.userIds[1].Docketing })
  device.verifiesUser = false
  const refused = await signInAlone(device)
  expect(refused.status).toBe(401)
  expect(refused.json().access_token).toBeUndefined()
})

test('an answer works once, for its question, in its browser', async () => {
  const device = newDevice()
  await enrolPasskey(api, 'Docketing', { device })
  const [one, two] = [await begin(), await begin()]
  const passkey = device.sign(one.options)
  expect((await finish({ ...one, cookie: two.cookie }, passkey)).status).toBe(401)
  expect((await finish(two, passkey)).status).toBe(401)
  expect((await finish(one, passkey)).status).toBe(200)
  expect((await finish(one, passkey)).status).toBe(401)
  const step = await enterPassword(api, 'Docketing')
  expect((await finish({ ...step, options: {} }, device.sign(step.options ?? {}))).status).toBe(401)
})

test('a passkey of another site, another user, another key or an older copy is refused', async () => {
  const device = newDevice()
  await enrolPasskey(api, 'Docketing', { device })
  const foreign = newDevice()
  await enrolPasskey(api, 'Manager', { device: foreign })
  const step = await enterPassword(api, 'Docketing')
  const options = step.options ?? {}
  const refused = async (passkey: AnyRow) =>
    expect((await answerStep(api, step, { way: 'passkey', passkey })).status).toBe(401)
  await refused(foreign.sign(options))
  await refused({ ...newDevice().sign(options), id: device.sign(options).id })
  device.origin = 'https://one.example.attacker.test'
  await refused(device.sign(options))
  device.origin = origin
  await refused(device.sign({ ...options, rpId: 'attacker.test' }))
  await refused({ ...device.sign(options), response: {} })
  await dropFactors(api, 'Manager')
  api.clock.advance(5 * 60_000)
  device.counter = 7
  expect((await answerStep(api, step, { way: 'passkey', passkey: device.sign(options) })).status).toBe(200)
  device.counter = 7
  expect((await signInAlone(device)).status).toBe(401)
  device.counter = 8
  expect((await signInAlone(device)).status).toBe(200)
})

test('passkeys are bound to the host name of the firm, whatever the Host header says', async () => {
  const { options } = await begin()
  expect(options).toMatchObject({ rpId: 'one.example', userVerification: 'required' })
  expect(options.allowCredentials ?? []).toEqual([])
})

test('several have names, and each is removed by itself', async () => {
  const [phone, key] = [newDevice(), newDevice()]
  await enrolPasskey(api, 'Docketing', { device: phone, name: 'Phone' })
  const second = await enrolPasskey(api, 'Docketing', { device: key, name: 'Key at the office' })
  expect(second.json().recovery_codes).toBeNull()
  expect((await enrolPasskey(api, 'Docketing', { device: key, name: 'Once more' })).status).toBe(400)
  const list = async () =>
    (await api.call({ as: 'Docketing', url: '/api/v1/auth/factors' })).json().passkeys as { id: string; name: string }[]
  expect((await list()).map(({ name }) => name)).toEqual(['Phone', 'Key at the office'])
  const [first] = await list()
  const url = `/api/v1/auth/factors/passkeys/${first?.id}`
  expect((await api.call({ as: 'Administrator', method: 'DELETE', url })).status).toBe(404)
  expect((await api.call({ as: 'Docketing', method: 'DELETE', url })).status).toBe(204)
  expect((await list()).map(({ name }) => name)).toEqual(['Key at the office'])
  expect((await signInAlone(phone)).status).toBe(401)
  expect((await signInAlone(key)).status).toBe(200)
})

test('a passkey is renamed by its user, and by no one else', async () => {
  const device = newDevice()
  await enrolPasskey(api, 'Docketing', { device, name: 'Phone' })
  const named = async () => {
    const { passkeys } = (await api.call({ as: 'Docketing', url: '/api/v1/auth/factors' })).json()
    return passkeys as { id: string; name: string }[]
  }
  const [{ id } = { id: '' }] = await named()
  const rename = (name: string, as: 'Docketing' | 'Administrator' = 'Docketing', firm: 1 | 2 = 1) =>
    api.call({ as, firm, method: 'PUT', url: `/api/v1/auth/factors/passkeys/${id}`, body: { name } })
  expect((await rename('Mine', 'Administrator')).status).toBe(404)
  expect((await rename('Mine', 'Docketing', 2)).status).toBe(404)
  expect((await rename('  ')).status).toBe(400)
  expect((await rename('x'.repeat(61))).status).toBe(400)
  expect((await named()).map(({ name }) => name)).toEqual(['Phone'])
  expect((await rename('  Work phone ')).status).toBe(204)
  expect((await named()).map(({ name }) => name)).toEqual(['Work phone'])
  expect((await signInAlone(device)).status).toBe(200)
  const { text } = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?freeText=renamed' })
  expect(text).toContain('A Docketing renamed the passkey \\"Phone\\" to \\"Work phone\\".')
})

test('a registration belongs to the session that began it, and its answer is checked', async () => {
  const start = { method: 'POST' as const, url: '/api/v1/auth/factors/passkeys/begin' }
  const begun = (await api.call({ ...start, as: 'Docketing' })).json()
  const passkey = newDevice().register(begun.passkey_options as AnyRow)
  const body = { challenge: begun.challenge, name: 'Phone', passkey }
  const add = { method: 'POST' as const, url: '/api/v1/auth/factors/passkeys' }
  expect((await api.call({ ...add, as: 'Manager', body })).status).toBe(409)
  const elsewhere = makePasskeyDevice({ origin: 'https://attacker.test' })
  const forged = elsewhere.register(begun.passkey_options as AnyRow)
  expect((await api.call({ ...add, as: 'Docketing', body: { ...body, passkey: forged } })).status).toBe(400)
  expect((await api.call({ ...add, as: 'Docketing', body })).status).toBe(409)
})

test('a deactivated user gets in neither with a passkey nor with a second factor', async () => {
  const device = newDevice()
  await enrolPasskey(api, 'Docketing', { device })
  await enrolTotp(api, 'Docketing')
  const step = await enterPassword(api, 'Docketing')
  const url = `/api/v1/user/${api.userIds[1].Docketing}`
  await api.call({ as: 'Administrator', method: 'PUT', url, body: { is_active: false } })
  expect((await signInAlone(device)).status).toBe(401)
  expect(
    (await answerStep(api, step, { way: 'passkey', passkey: device.sign(step.options ?? {}) })).json().access_token,
  ).toBeUndefined()
  await api.call({ as: 'Administrator', method: 'PUT', url, body: { is_active: true } })
  expect((await logIn(api, 'Docketing')).status).toBe(200)
})

interface Begun {
  challenge: string
  options: AnyRow
  cookie: string
}

async function begin(): Promise<Begun> {
  const answer = await api.call({ method: 'POST', url: '/api/v1/auth/login/passkey' })
  const { challenge, passkey_options: options } = answer.json()
  return { challenge: String(challenge), options: options as AnyRow, cookie: cookieOf(answer) }
}

function finish({ challenge, cookie }: Begun, passkey: AnyRow) {
  const body = { challenge, passkey }
  return api.call({ method: 'POST', url: '/api/v1/auth/login/passkey/finish', body, headers: { cookie } })
}

async function signInAlone(device: PasskeyDevice) {
  const begun = await begin()
  return finish(begun, device.sign(begun.options))
}
