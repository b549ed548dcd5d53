import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  emailOf,
  formCall,
  type MadeCall,
  mailgunFields,
  multipartCall,
  signingKey,
} from '../mail/providers/testing/provider-calls.ts'
import { itemsOf } from '../mail/testing/items.ts'
import { type Added, openProviderBench, type ProviderBench } from './provider-mail.fixture.ts'

let bench: ProviderBench
let mailbox: Added
beforeAll(async () => {
  bench = await openProviderBench({ unknown: 10_000, ofMailbox: 10_000 })
  mailbox = await bench.add({ service: 'MAILGUN' })
})
afterAll(() => bench?.api.close())

const call = (made: MadeCall) => bench.call(mailbox, made)

describe('an email of Mailgun', () => {
  test.each([
    ['a form', formCall],
    ['a form in parts', multipartCall],
  ])('is received byte for byte from %s', async (way, make) => {
    const email = emailOf(`As ${way}`, `a=b&c=d 100% + ${'\u00e9'} --x\r\n\r\nend`)
    const answer = await call(
      make(mailgunFields(make === multipartCall ? Buffer.from(email).toString('latin1') : email)),
    )
    expect([answer.status, answer.json()], answer.text).toEqual([200, { outcome: 'received' }])
    const item = (await itemsOf(bench.api.services, 1)).find(({ subject }) => subject === `As ${way}`)
    expect(item).toMatchObject({ source_type: 'provider', size: Buffer.byteLength(email) })
    const parts: Buffer[] = []
    for await (const part of bench.api.services.blobs.stream(item?.raw_content ?? '')) parts.push(part as Buffer)
    expect(Buffer.concat(parts).equals(Buffer.from(email))).toBe(true)
  })

  test('is one item if Mailgun calls again with the same token, or with another', async () => {
    const fields = mailgunFields(emailOf('Called again'))
    for (const made of [formCall(fields), formCall(fields), multipartCall(fields)])
      expect((await call(made)).json()).toEqual({ outcome: 'received' })
    const again = mailgunFields(String(fields['body-mime']))
    expect((await call(formCall(again))).status).toBe(200)
    expect(await bench.count('Called again')).toBe(1)
  })

  test('is received hours after the first call, and not after half a day', async () => {
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    expect((await call(formCall(mailgunFields(emailOf('Late'), { at: at(9) })))).status).toBe(200)
    expect((await call(formCall(mailgunFields(emailOf('Too late'), { at: at(13) })))).status).toBe(404)
    expect((await call(formCall(mailgunFields(emailOf('Too late'), { at: at(-1) })))).status).toBe(404)
    expect([await bench.count('Late'), await bench.count('Too late')]).toEqual([1, 0])
  })

  test('that comes in parts is asked for again, and the mailbox says what to change', async () => {
    const { 'body-mime': _, ...rest } = mailgunFields('')
    expect((await call(formCall({ ...rest, 'body-plain': 'A notice.' }))).status).toBe(503)
    await bench.expectMailbox(mailbox, { health: 'failing', sentence: expect.stringContaining('/mime') })
  })
})

describe('a call is refused', () => {
  const subject = 'Forged'
  const fields = () => mailgunFields(emailOf(subject))
  /** Signed as they are, by someone who knows the key. */
  const fieldsAt = (write: (time: string) => string) => {
    const { timestamp: time = '', token = '', ...rest } = fields()
    const timestamp = write(time)
    const signature = createHmac('sha256', signingKey).update(timestamp.concat(token)).digest('hex')
    return { ...rest, timestamp, token, signature }
  }
  const raw = (type: string, body: string): MadeCall => ({ headers: { 'content-type': type }, body: Buffer.from(body) })
  const many = Array.from({ length: 2000 }, (_, at) => `f${at}=x`).join('&')
  const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`
  const forgeries: readonly [string, () => MadeCall][] = [
    ['without a signature', () => formCall({ ...fields(), signature: '' })],
    [
      'with a signature of another key',
      () => formCall(mailgunFields(emailOf(subject), { key: 'key-of-another-account' })),
    ],
    ['with a signature of another token', () => formCall({ ...fields(), token: 'a'.repeat(50) })],
    [
      'with a signature of another time',
      () => formCall({ ...fields(), timestamp: String(Math.floor(Date.now() / 1000) + 9) }),
    ],
    [
      'with a digit moved from the time to the token',
      () => {
        const { timestamp = '', token = '', ...rest } = fields()
        return formCall({ ...rest, timestamp: timestamp.slice(0, -1), token: `${timestamp.at(-1)}${token}` })
      },
    ],
    ['with a signature in another form', () => formCall({ ...fields(), signature: `${'a'.repeat(63)}é` })],
    [
      'with two signatures',
      () => {
        const { headers, body } = formCall(fields())
        return { headers, body: `signature=${'0'.repeat(64)}&${body}` }
      },
    ],
    [
      'with a token again, of which a letter is escaped',
      () => {
        const { headers, body } = formCall(fields())
        return { headers, body: `${body}&%74oken=${'a'.repeat(50)}` }
      },
    ],
    ['with a time and a sign', () => formCall(fieldsAt((time) => `+${time}`))],
    ['with a time and a blank', () => formCall(fieldsAt((time) => `${time} `))],
    ['with a time in thousandths', () => formCall(fieldsAt((time) => `${time}000`))],
    ['with thousands of fields', () => raw('application/x-www-form-urlencoded', many)],
    ['with thousands of parts', () => raw('multipart/form-data; boundary=b', `${part('x').repeat(2000)}--b--`)],
    [
      'with parts that never end',
      () => raw('multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data'),
    ],
    [
      'with a head of megabytes',
      () => raw('multipart/form-data; boundary=b', `--b\r\n${'x'.repeat(3_000_000)}\r\n\r\nx\r\n--b--`),
    ],
    [
      'with parts in parts',
      () =>
        raw('multipart/form-data; boundary=b', `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n--b--`),
    ],
    ['with nothing in it', () => raw('multipart/form-data; boundary=b', '')],
    ['without a boundary', () => raw('multipart/form-data', part('token'))],
    ['as JSON', () => raw('application/json', JSON.stringify(fields()))],
  ]
  test.each(forgeries)('%s', async (_, make) => {
    expect((await call(make())).status).toBe(404)
    expect(await bench.count(subject)).toBe(0)
  })

  test('that repeats a token with another message, since nothing signs the message', async () => {
    const first = mailgunFields(emailOf('Genuine'))
    expect((await call(formCall(first))).status).toBe(200)
    expect((await call(formCall({ ...first, 'body-mime': emailOf(subject) }))).status).toBe(404)
    expect([await bench.count('Genuine'), await bench.count(subject)]).toEqual([1, 0])
  })

  test('of a type that no provider sends, before it is read', async () => {
    expect((await call(raw('application/octet-stream', 'x'))).status).toBe(415)
    expect((await call(raw('multipart/mixed; boundary=b', 'x'))).status).toBe(415)
  })

  test('with a body larger than a form of the largest message', async () => {
    const body = { max_message_size: 1_000_000 }
    const set = (to: object) => bench.api.call({ as: 'Administrator', method: 'PUT', url: '/api/v1/firm/1', body: to })
    expect((await set(body)).status).toBe(200)
    const small = await bench.add({ service: 'MAILGUN' })
    const made = formCall(mailgunFields(emailOf(subject, 'x'.repeat(1_100_000))))
    expect((await bench.call(small, made)).status).toBe(503)
    await bench.expectMailbox(small, {
      health: 'failing',
      sentence: expect.stringContaining('larger than the 1000000'),
    })
    expect((await bench.call(small, formCall(mailgunFields('x'.repeat(4_000_000))))).status).toBe(413)
    await bench.expectMailbox(small, {
      sentence: expect.stringContaining('A call is larger than one with the largest message'),
    })
    expect((await set({ max_message_size: null })).status).toBe(200)
  })
})
