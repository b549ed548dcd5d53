import { mkdtemp, rm } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emailOf, notificationOf, savedReceiptOf, snsCall } from '../mail/providers/testing/provider-calls.ts'
import { type S3Server, startS3Server } from '../testing/s3-server.ts'
import { type Added, openProviderBench, type ProviderBench } from './provider-mail.fixture.ts'

const accessKey = { access_key_id: 'S3RVER', secret_access_key: 'S3RVER' }
const admin = { as: 'Administrator' } as const

let folder: string
let s3: S3Server
let client: S3Client
let bench: ProviderBench
let mailbox: Added
let requested: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-ses-'))
  s3 = await startS3Server(folder)
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const endpoint = `http://127.0.0.1:${s3.port}`
  client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
  await s3.makeBucket('notices')
  bench = await openProviderBench(undefined, async (url, headers) => {
    requested.push(url.href)
    expect(JSON.stringify(headers)).not.toContain('another-secret')
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    http.get({ host: '127.0.0.1', port: s3.port, path: url.pathname, headers }, resolve).on('error', reject)
    const body = await promise
    return { status: body.statusCode ?? 500, headers: body.headers, body }
  })
  mailbox = await bench.add({ service: 'SES', ...accessKey })
})
afterAll(async () => {
  await bench?.api.close()
  client?.destroy()
  await s3?.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  requested = []
})

const put = (Key: string, Body: string, Metadata: Record<string, string> = {}) =>
  client.send(new PutObjectCommand({ Bucket: 'notices', Key, Body, Metadata }))
const callFor = (objectKey: string, bucketName = 'notices', to = mailbox) =>
  bench.call(to, snsCall(notificationOf(savedReceiptOf({ bucketName, objectKey }))))

test('a message that the receipt rule saved in S3 is read there, in the region of the topic, and received once', async () => {
  await put('in box/o6b8(1)', emailOf('Large', 'x'.repeat(400_000)))
  for (const outcome of ['received', 'received']) expect((await callFor('in box/o6b8(1)')).json()).toEqual({ outcome })
  expect(await bench.count('Large')).toBe(1)
  expect(requested[0]).toBe('https://s3.us-east-1.amazonaws.com/notices/in%20box/o6b8%281%29')
  await bench.expectMailbox(mailbox, { health: 'healthy', sentence: null })
})

test('a prefix that begins with a slash, or ends with two, is part of the name in S3', async () => {
  for (const key of ['/inbox/first', 'inbox//second']) expect((await callFor(key)).status).toBe(503)
  expect(requested).toEqual([
    'https://s3.us-east-1.amazonaws.com/notices//inbox/first',
    'https://s3.us-east-1.amazonaws.com/notices/inbox//second',
  ])
})

test('without an access key the mailbox says what is missing, and the message is received once it is there', async () => {
  const fresh = await bench.add({ service: 'SES' })
  await put('later', emailOf('Later'))
  expect((await callFor('later', 'notices', fresh)).status).toBe(503)
  const sentence = expect.stringContaining('has no access key to read them there. Enter one for the bucket "notices"')
  await bench.expectMailbox(fresh, { health: 'failing', sentence })
  expect(requested).toEqual([])
  const url = `/api/v1/mailbox/${fresh.id}`
  expect((await bench.api.call({ ...admin, method: 'PUT', url, body: accessKey })).status).toBe(200)
  expect((await callFor('later', 'notices', fresh)).status).toBe(200)
  expect(await bench.count('Later')).toBe(1)
})

test.each([
  ['that is gone', 'gone', 'notices', 'is no longer in the S3 bucket'],
  ['of another bucket', 'x', 'nowhere', "doesn't let the access key of this mailbox read messages"],
  ['at a place that leads elsewhere', '../other/x', 'notices', 'a place in S3 that cannot be read'],
  ['in a bucket of no name', 'x', 'notices/../..', 'a place in S3 that cannot be read'],
])('a message %s is asked for again, and its mailbox says why', async (_, key, bucket, sentence) => {
  expect((await callFor(key, bucket)).status).toBe(503)
  await bench.expectMailbox(mailbox, { health: 'failing', sentence: expect.stringContaining(sentence) })
})

test('a message that SES encrypted is asked for again, and its mailbox says what to turn off', async () => {
  await put('encrypted', 'secret', { 'x-amz-key-v2': 'x' })
  expect((await callFor('encrypted')).status).toBe(503)
  await bench.expectMailbox(mailbox, { sentence: expect.stringContaining('Turn off message encryption') })
})

test('a wrong access key is said, and never sent', async () => {
  const other = await bench.add({ service: 'SES', access_key_id: 'ANOTHER', secret_access_key: 'another-secret' })
  await put('kept', emailOf('Kept'))
  expect((await callFor('kept', 'notices', other)).status).toBe(503)
  await bench.expectMailbox(other, {
    sentence: expect.stringContaining('Check the key, and allow its user s3:GetObject'),
  })
  const shown = await bench.api.call({ ...admin, url: `/api/v1/mailbox/${other.id}` })
  expect(shown.text).not.toContain('another-secret')
})

test('an access key is an ID and a secret', async () => {
  for (const [field, missing] of [
    ['access_key_id', 'secret_access_key'],
    ['secret_access_key', 'access_key_id'],
  ] as const) {
    const body = { name: `Half ${field}`, address: 'notices@one.example', service: 'SES', [field]: 'x' }
    const topic = { topic_arn: 'arn:aws:sns:us-east-1:123456789012:notices' }
    const answer = await bench.api.call({
      ...admin,
      method: 'POST',
      url: '/api/v1/mailbox',
      body: { ...body, ...topic },
    })
    expect([answer.status, answer.json().errors]).toMatchObject([400, [{ field: missing, code: 'required' }]])
  }
})
