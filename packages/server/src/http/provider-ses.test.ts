import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  certificateUrl,
  confirmationOf,
  emailOf,
  type MadeCall,
  notificationOf,
  otherSigning,
  postSns,
  receiptOf,
  type SnsFields,
  snsCall,
  snsSigning,
  topicArn,
} from '../mail/providers/testing/provider-calls.ts'
import { itemsOf } from '../mail/testing/items.ts'
import { type Added, openProviderBench, type ProviderBench } from './provider-mail.fixture.ts'

let bench: ProviderBench
let mailbox: Added
beforeAll(async () => {
  bench = await openProviderBench({ unknown: 10_000, ofMailbox: 10_000 })
  mailbox = await bench.add({ service: 'SES' })
})
afterAll(() => bench?.api.close())
beforeEach(() => {
  bench.amazon.requested.length = 0
})

const call = (made: MadeCall) => bench.call(mailbox, made)
const noticeOf = (subject: string, fields?: SnsFields) => notificationOf(receiptOf(emailOf(subject)), fields)

describe('an email of Amazon SES', () => {
  test.each(['1', '2'])('is received if SNS signed it, by version %s', async (version) => {
    const subject = `Signed by version ${version}`
    const answer = await call(snsCall(noticeOf(subject, { SignatureVersion: version })))
    expect([answer.status, answer.json()]).toEqual([200, { outcome: 'received' }])
    const items = await itemsOf(bench.api.services, 1)
    expect(items.find((item) => item.subject === subject)).toMatchObject({
      source_type: 'provider',
      outcomes: { receive: {} },
    })
    await bench.expectMailbox(mailbox, { health: 'healthy', sentence: null, last_message_at: expect.any(String) })
  })

  test('is received as it is, in base64 and as text, with and without a subject of the notification', async () => {
    const email = emailOf('Sent as text', 'Ünïcode.')
    const { Subject: _, ...fields } = notificationOf(receiptOf(email, { encoding: 'UTF8' }))
    expect((await call(snsCall(fields as SnsFields))).status).toBe(200)
    const item = (await itemsOf(bench.api.services, 1)).find(({ subject }) => subject === 'Sent as text')
    const parts: Buffer[] = []
    for await (const part of bench.api.services.blobs.stream(item?.raw_content ?? '')) parts.push(part as Buffer)
    expect(Buffer.concat(parts).toString()).toBe(email)
  })

  test('is one item however often the call is repeated, also at the same moment', async () => {
    const made = snsCall(noticeOf('Called four times'))
    const answers = await Promise.all([call(made), call(made), call(made)])
    answers.push(await call(made))
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array.from({ length: 4 }, () => [200, '{"outcome":"received"}']),
    )
    expect(await bench.count('Called four times')).toBe(1)
  })

  test('that is only in S3, or not in the notification at all, is asked for again, and its mailbox says what to change', async () => {
    const inS3 = {
      ...receiptOf(''),
      content: undefined,
      receipt: { action: { type: 'S3', bucketName: 'b', objectKey: 'k' } },
    }
    expect((await call(snsCall(notificationOf(inS3)))).status).toBe(503)
    await bench.expectMailbox(mailbox, { health: 'failing', sentence: expect.stringContaining('in S3') })
    const other = { ...inS3, receipt: { action: { type: 'Lambda' } } }
    expect((await call(snsCall(notificationOf(other)))).status).toBe(503)
    await bench.expectMailbox(mailbox, {
      health: 'failing',
      sentence: expect.stringContaining('without their content'),
    })
    expect((await call(snsCall(noticeOf('Mended')))).status).toBe(200)
    await bench.expectMailbox(mailbox, { health: 'healthy', sentence: null })
  })

  test('is received whatever else its notification says or leaves out, and asked for again if it is not in it', async () => {
    const content = (subject: string) => Buffer.from(emailOf(subject)).toString('base64')
    const forms: readonly [string, object][] = [
      ['Without a receipt', {}],
      ['Without an action', { receipt: { recipients: ['notices@one.example'] } }],
      [
        'With empty values',
        { receipt: { action: { type: 'SNS', encoding: null, bucketName: null, objectKey: null } } },
      ],
    ]
    for (const [subject, form] of forms) {
      const message = { notificationType: 'Received', ...form, content: content(subject) }
      expect((await call(snsCall(notificationOf(message)))).json()).toEqual({ outcome: 'received' })
      expect(await bench.count(subject)).toBe(1)
    }
    for (const form of [{}, { content: 7 }, { receipt: [], content: null }, { receipt: { action: { type: 'S3' } } }]) {
      const message = { notificationType: 'Received', ...form }
      expect((await call(snsCall(notificationOf(message)))).status).toBe(503)
    }
    await bench.expectMailbox(mailbox, {
      health: 'failing',
      sentence: expect.stringContaining('without their content'),
    })
  })

  test('is not what every message of the topic is', async () => {
    for (const message of ['Successfully validated SNS topic.', '{"notificationType":"Bounce"}', '[]', 'null'])
      expect((await call(snsCall(notificationOf(message)))).json()).toEqual({ outcome: 'ignored' })
  })
})

describe('the subscription', () => {
  test('is confirmed at the topic by itself', async () => {
    const fields = confirmationOf()
    bench.amazon.answers.set(String(fields.SubscribeURL), '<ConfirmSubscriptionResponse/>')
    expect((await call(snsCall(fields))).json()).toEqual({ outcome: 'confirmed' })
    expect(bench.amazon.requested).toContain(fields.SubscribeURL)
  })

  test('that Amazon does not confirm, or ends, makes the mailbox failing', async () => {
    expect((await call(snsCall(confirmationOf()))).status).toBe(503)
    await bench.expectMailbox(mailbox, { health: 'failing', sentence: expect.stringContaining('did not confirm') })
    expect((await call(snsCall(confirmationOf({ Type: 'UnsubscribeConfirmation' })))).status).toBe(503)
    await bench.expectMailbox(mailbox, { health: 'failing', sentence: expect.stringContaining('was ended') })
  })

  test.each([
    'https://sns.us-east-1.amazonaws.com.evil.example/?Action=ConfirmSubscription',
    'http://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription',
    'https://evil.example/?Action=ConfirmSubscription',
    'https://sns.us-east-1.amazonaws.com@evil.example/?Action=ConfirmSubscription',
    'https://sns.us-east-1.amazonaws.com:8443/?Action=ConfirmSubscription',
    'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription',
    'https://169.254.169.254/?Action=ConfirmSubscription',
    'https://sns.us-east-1.amazonaws.com/?Action=DeleteTopic',
    'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:us-east-1:123456789012:other',
    'not an address',
  ])('is not confirmed at %s, even if it is signed', async (address) => {
    const SubscribeURL = address.includes('TopicArn') ? address : `${address}&TopicArn=${topicArn}`
    expect((await call(snsCall(confirmationOf({ SubscribeURL })))).status).toBe(404)
    expect(bench.amazon.requested.filter((url) => url !== certificateUrl)).toEqual([])
  })
})

describe('a call is refused', () => {
  const subject = 'Forged'
  const at = (ms: number) => ({ Timestamp: new Date(Date.now() + ms).toISOString() })
  const tampered = (change: object) => {
    const made = JSON.parse(String(snsCall(noticeOf(subject)).body)) as object
    return postSns({ ...made, ...change })
  }
  const forgeries: readonly [string, () => MadeCall][] = [
    ['without a signature', () => tampered({ Signature: undefined })],
    ['with an empty signature', () => tampered({ Signature: '' })],
    ['with another message than was signed', () => tampered({ Message: JSON.stringify(receiptOf(emailOf(subject))) })],
    ['with another ID than was signed', () => tampered({ MessageId: '00000000-0000-4000-8000-000000000000' })],
    ['with another time than was signed', () => tampered(at(1000))],
    ['without the subject that was signed', () => tampered({ Subject: undefined })],
    ['with a signature of another version', () => tampered({ SignatureVersion: '2' })],
    ['with an unknown version', () => tampered({ SignatureVersion: '3' })],
    [
      'of another type than was signed',
      () => tampered({ Type: 'SubscriptionConfirmation', SubscribeURL: 'x', Token: 'x' }),
    ],
    ['signed by another key', () => snsCall(noticeOf(subject), otherSigning)],
    ['of another topic', () => snsCall(noticeOf(subject, { TopicArn: `${topicArn}2` }))],
    ['of another account', () => snsCall(noticeOf(subject, { TopicArn: topicArn.replace('1234', '4321') }))],
    ['older than an hour', () => snsCall(noticeOf(subject, at(-66 * 60_000)))],
    ['from no time', () => snsCall(noticeOf(subject, { Timestamp: 'yesterday' }))],
    ['that was delivered raw', () => postSns(receiptOf(emailOf(subject)))],
    ['that is not JSON', () => ({ headers: { 'content-type': 'text/plain' }, body: 'From: ecf@cand.uscourts.gov' })],
    ['that is nested too deep', () => ({ headers: { 'content-type': 'text/plain' }, body: '['.repeat(100_000) })],
    ['that is empty', () => ({ headers: { 'content-type': 'text/plain' }, body: '' })],
  ]
  test.each(forgeries)('%s', async (_, make) => {
    expect((await call(make())).status).toBe(404)
    expect(await bench.count(subject)).toBe(0)
  })

  const elsewhere = [
    'https://sns.us-east-1.amazonaws.com.evil.example/SimpleNotificationService-01d088a6.pem',
    'https://evil.example/SimpleNotificationService-01d088a6.pem',
    'http://sns.us-east-1.amazonaws.com/SimpleNotificationService-01d088a6.pem',
    'https://sns.us-east-1.amazonaws.com@evil.example/SimpleNotificationService-01d088a6.pem',
    'https://sns.us-east-1.amazonaws.com:444/SimpleNotificationService-01d088a6.pem',
    'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-01d088a6.pem',
    'https://sns.us-east-1.amazonaws.com.cn/SimpleNotificationService-01d088a6.pem',
    'https://s3.us-east-1.amazonaws.com/SimpleNotificationService-01d088a6.pem',
    'https://sns.us-east-1.amazonaws.com/evil/SimpleNotificationService-01d088a6.pem',
    'https://sns.us-east-1.amazonaws.com/../SimpleNotificationService-01d088a6.pem/x',
    'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-01d088a6.pem?x=1',
    'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-01d088a6.txt',
    'https://127.0.0.1/SimpleNotificationService-01d088a6.pem',
    'file:///etc/SimpleNotificationService-01d088a6.pem',
    'https://sns.us-east-1.amazonaws.com./SimpleNotificationService-01d088a6.pem',
    'https://sns.us-east-1.amazonaws.com%00.evil.example/SimpleNotificationService-01d088a6.pem',
    'https://sns.us-east-1.amazonaws.com\\@evil.example/SimpleNotificationService-01d088a6.pem',
    'https://sns.us-east-1.amazonaws.com#@evil.example/SimpleNotificationService-01d088a6.pem',
    'https://sns.us-east-1.amazonaw\u0455.com/SimpleNotificationService-01d088a6.pem',
    'https://sns.us-east-1.amazonaws.com//SimpleNotificationService-01d088a6.pem',
    'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-01d088a6.pem%2f..%2fx.pem',
    'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-01D088A6.pem',
    '',
  ]
  test.each(elsewhere)('that names its certificate at "%s", and nothing is requested there', async (SigningCertURL) => {
    expect((await call(snsCall(noticeOf(subject, { SigningCertURL }), otherSigning))).status).toBe(404)
    expect(bench.amazon.requested).toEqual([])
    expect(await bench.count(subject)).toBe(0)
  })

  test('that is larger than any of Amazon SNS', async () => {
    const made = snsCall(notificationOf(receiptOf(emailOf(subject, 'x'.repeat(1_100_000)))))
    expect((await call(made)).status).toBe(413)
    expect(await bench.count(subject)).toBe(0)
  })
})

test('a certificate is requested once, and again if Amazon could not be reached', async () => {
  const SigningCertURL = 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-dddddddd.pem'
  bench.amazon.answers.set(SigningCertURL, 0)
  const made = snsCall(noticeOf('After a time', { SigningCertURL }))
  expect((await call(made)).status).toBe(503)
  await bench.expectMailbox(mailbox, {
    health: 'failing',
    sentence: expect.stringContaining('could not be read from sns.'),
  })
  bench.amazon.answers.set(SigningCertURL, snsSigning)
  expect((await call(made)).status).toBe(200)
  expect((await call(snsCall(noticeOf('Another', { SigningCertURL })))).status).toBe(200)
  expect(bench.amazon.requested.filter((url) => url === SigningCertURL)).toHaveLength(2)
})

test('a topic of China has its certificates at the hosts of China', async () => {
  const arn = 'arn:aws-cn:sns:cn-north-1:123456789012:notices'
  const china = await bench.add({ service: 'SES', topic_arn: arn })
  const SigningCertURL = 'https://sns.cn-north-1.amazonaws.com.cn/SimpleNotificationService-eeeeeeee.pem'
  // Its name is that of the other hosts, so it counts for no one.
  bench.amazon.answers.set(SigningCertURL, snsSigning)
  const made = snsCall(noticeOf('From China', { TopicArn: arn, SigningCertURL }))
  expect((await bench.call(china, made)).status).toBe(503)
  expect(bench.amazon.requested).toEqual([SigningCertURL])
})
