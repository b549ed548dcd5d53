import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  emailOf,
  notificationOf,
  otherSigning,
  receiptOf,
  type SnsFields,
  snsCall,
  snsSigning,
} from '../mail/providers/testing/provider-calls.ts'
import { type Added, openProviderBench, type ProviderBench } from './provider-mail.fixture.ts'

let bench: ProviderBench
let mailbox: Added
beforeAll(async () => {
  bench = await openProviderBench({ unknown: 10_000, ofMailbox: 10_000 })
  mailbox = await bench.add({ service: 'SES' })
})
afterAll(() => bench?.api.close())

const noticeOf = (subject: string, fields?: SnsFields) => notificationOf(receiptOf(emailOf(subject)), fields)

describe('a call that may be of Amazon SNS all the same is not received, and asked for again', () => {
  const certificateAt = (name: string) => `https://sns.us-east-1.amazonaws.com/SimpleNotificationService-${name}.pem`
  const answerOf = async (subject: string, fields: SnsFields, to = mailbox) =>
    (await bench.call(to, snsCall(noticeOf(subject, fields)))).status

  test('because it is from the future, or its certificate is not there, or is not of Amazon SNS', async () => {
    bench.amazon.answers.set(certificateAt('aaaaaaaa'), otherSigning).set(certificateAt('bbbbbbbb'), 'no certificate')
    bench.amazon.answers.set(certificateAt('abababab'), 502)
    const future = new Date(Date.now() + 6 * 60_000).toISOString()
    expect(await answerOf('Not proven', { Timestamp: future })).toBe(503)
    await bench.expectMailbox(mailbox, { sentence: expect.stringContaining("Check this server's clock") })
    for (const name of ['aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'abababab'])
      expect([name, await answerOf('Not proven', { SigningCertURL: certificateAt(name) })]).toEqual([name, 503])
    expect(await bench.count('Not proven')).toBe(0)
  })

  test('because the calls for its mailbox, and no other, name more certificates than there are', async () => {
    const [flooded, other] = [await bench.add({ service: 'SES' }), await bench.add({ service: 'SES' })]
    const SigningCertURL = certificateAt('abcdabcd')
    bench.amazon.answers.set(SigningCertURL, snsSigning)
    for (let n = 0; n < 10; n++)
      expect(await answerOf('Flood', { SigningCertURL: certificateAt(`ffffff${n}${n}`) }, flooded)).toBe(503)
    bench.amazon.requested.length = 0
    expect(await answerOf('Flood', { SigningCertURL }, flooded)).toBe(503)
    expect(bench.amazon.requested).toEqual([])
    expect(await answerOf('Beside the flood', { SigningCertURL }, other)).toBe(200)
    // What was requested once is known to all.
    expect(await answerOf('After the flood', { SigningCertURL }, flooded)).toBe(200)
  })

  test('because its mailbox is out of use', async () => {
    const resting = await bench.add({ service: 'SES' })
    const use = (is_active: boolean) =>
      bench.api.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/mailbox/${resting.id}`, body: { is_active } })
    expect((await use(false)).status).toBe(200)
    const made = snsCall(noticeOf('While out of use'))
    expect((await bench.call(resting, made)).status).toBe(503)
    const wrong = { path: resting.path.replace(/[\w-]{32}\/mime$/, `${'A'.repeat(32)}/mime`) }
    expect((await bench.call(wrong, made)).status).toBe(404)
    expect(await bench.count('While out of use')).toBe(0)
    expect((await use(true)).status).toBe(200)
    expect((await bench.call(resting, made)).status).toBe(200)
  })
})
