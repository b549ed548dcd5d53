import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailOf, type MadeCall, postmarkCall } from '../mail/providers/testing/provider-calls.ts'
import { type Added, openProviderBench, type ProviderBench } from './provider-mail.fixture.ts'

let bench: ProviderBench
let mailbox: Added
beforeAll(async () => {
  bench = await openProviderBench({ unknown: 10_000, ofMailbox: 10_000 })
  mailbox = await bench.add({ service: 'POSTMARK' })
})
afterAll(() => bench?.api.close())

const call = (made: MadeCall) => bench.call(mailbox, made)

describe('an email of Postmark', () => {
  test('is received once, with the password of the mailbox', async () => {
    const made = postmarkCall(emailOf('With a password'))
    for (const answer of [await call(made), await call(made)]) expect(answer.json()).toEqual({ outcome: 'received' })
    expect(await bench.count('With a password')).toBe(1)
    await bench.expectMailbox(mailbox, { health: 'healthy', last_message_at: expect.any(String) })
  })

  test('is received with the password that the mailbox has now, and no longer with its former one', async () => {
    const other = await bench.add({ service: 'POSTMARK' })
    const [former, password] = [emailOf('By the former password'), 'nB5wZ8cJ3yH6gD1f']
    const url = `/api/v1/mailbox/${other.id}`
    const changed = await bench.api.call({ as: 'Administrator', method: 'PUT', url, body: { call_secret: password } })
    expect(changed.status, changed.text).toBe(200)
    expect((await bench.call(other, postmarkCall(former))).status).toBe(404)
    const answer = await bench.call(other, postmarkCall(emailOf('By the new password'), { password }))
    expect(answer.json()).toEqual({ outcome: 'received' })
    expect([await bench.count('By the former password'), await bench.count('By the new password')]).toEqual([0, 1])
  })

  test('that comes without its raw form is asked for again, and the mailbox says what to turn on', async () => {
    expect((await call(postmarkCall(undefined))).status).toBe(503)
    await bench.expectMailbox(mailbox, {
      health: 'failing',
      sentence: expect.stringContaining('Include raw email content'),
    })
    expect((await call(postmarkCall(''))).status).toBe(503)
  })

  test('is not what a webhook for bounces brings', async () => {
    const made = { ...postmarkCall(''), body: JSON.stringify({ RecordType: 'Bounce', ID: 42 }) }
    expect((await call(made)).status).toBe(503)
    await bench.expectMailbox(mailbox, {
      health: 'failing',
      sentence: expect.stringContaining('inbound messages only'),
    })
  })
})

describe('a call is refused', () => {
  const subject = 'Forged'
  const email = () => emailOf(subject)
  const withHeader = (authorization: string): MadeCall => {
    const { headers, body } = postmarkCall(email())
    return { headers: { ...headers, authorization }, body }
  }
  const right = () => postmarkCall(email()).headers.authorization ?? ''
  const withoutHeader = (): MadeCall => ({ ...postmarkCall(email()), headers: { 'content-type': 'application/json' } })
  const forgeries: readonly [string, () => MadeCall][] = [
    ['without a password', withoutHeader],
    ['with another password', () => postmarkCall(email(), { password: 'kL9xQ2mV7bT4nR8t' })],
    ['with a longer password', () => postmarkCall(email(), { password: 'kL9xQ2mV7bT4nR8s ' })],
    ['with an empty password', () => postmarkCall(email(), { password: '' })],
    ['with another user', () => postmarkCall(email(), { user: 'postmark' })],
    ['with a password that is not base64', () => withHeader('Basic courtcrier:kL9xQ2mV7bT4nR8s')],
    ['with a token instead', () => withHeader('Bearer kL9xQ2mV7bT4nR8s')],
    ['with the password without a user', () => postmarkCall(email(), { user: '' })],
    ['with the user in other letters', () => postmarkCall(email(), { user: 'Courtcrier' })],
    ['with two headers in one', () => withHeader(`${right()}, ${right()}`)],
    ['with a password and a NUL', () => postmarkCall(email(), { password: 'kL9xQ2mV7bT4nR8s\0' })],
    ['with half of the password', () => postmarkCall(email(), { password: 'kL9xQ2mV' })],
  ]
  test.each(forgeries)('%s', async (_, make) => {
    expect((await call(make())).status).toBe(404)
    expect(await bench.count(subject)).toBe(0)
  })

  test('that brings another message by the ID of an earlier one', async () => {
    const id = '22c74902-a0c1-4511-804f-341342852c90'
    expect((await call(postmarkCall(emailOf('First of the ID'), { id }))).status).toBe(200)
    expect((await call(postmarkCall(email(), { id }))).status).toBe(404)
    expect(await bench.count(subject)).toBe(0)
  })

  test('before its body is read, if the password is wrong', async () => {
    const made = { ...postmarkCall(email(), { password: 'wrong' }), body: '{"broken' }
    expect((await call(made)).status).toBe(404)
  })
})

test('a message that the firm does not accept for its size is asked for again, and its mailbox says so', async () => {
  const set = (max_message_size: number | null) =>
    bench.api.call({ as: 'Administrator', method: 'PUT', url: '/api/v1/firm/1', body: { max_message_size } })
  expect((await set(1_000_000)).status).toBe(200)
  const small = await bench.add({ service: 'POSTMARK' })
  expect((await bench.call(small, postmarkCall(emailOf('Huge', 'x'.repeat(4_200_000))))).status).toBe(503)
  await bench.expectMailbox(small, {
    health: 'failing',
    sentence: expect.stringContaining('A message is larger than the firm accepts'),
  })
  expect((await set(null)).status).toBe(200)
})

test('a password that anyone could try is not accepted', async () => {
  const body = { name: 'Short', address: 'notices@one.example', service: 'POSTMARK', call_secret: 'short' }
  const answer = await bench.api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/mailbox', body })
  expect([answer.status, answer.json().errors]).toMatchObject([400, [{ field: 'call_secret', code: 'too_short:16' }]])
})
