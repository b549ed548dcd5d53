import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import {
  CreateBucketCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { usualPace } from '@courtcrier/lib/pace.ts'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { describeConnector, describeFaults, describeHttpFaults, fileOf } from '../connector.suite.ts'
import { describeEveryCall } from '../every-call.suite.ts'
import { type Fault, loseCalls, startHttpFaultProxy, startTcpFaultProxy } from '../testing/fault-proxy.ts'
import { hashOf } from '../testing/hash-of-file.ts'
import { settingsWith, testWays } from '../testing/store-settings.ts'
import { openS3 } from './open-s3.ts'

/** Against s3rver, which doesn't support conditional writes, so it is the connector that prevents overwriting here. */
let folder: string
let server: S3rver
let port: number
let client: S3Client
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-s3-'))
  server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder })
  port = ((await server.run()) as AddressInfo).port
  client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  })
})
afterAll(async () => {
  client.destroy()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

let count = 0
async function openBench() {
  const Bucket = `firm-${++count}`
  await client.send(new CreateBucketCommand({ Bucket }))
  const http = await startHttpFaultProxy({ port })
  const tcp = await startTcpFaultProxy({ port: Number(new URL(http.url).port) })
  const open = (apiKey: string) =>
    openS3(
      {
        firmId: 1,
        credentialId: Bucket,
        settings: settingsWith({
          baseUrl: `http://127.0.0.1:${tcp.port}`,
          region: 'us-east-1',
          database: Bucket,
          folderId: '/Court filings/',
          apiKey,
          apiSecret: 'S3RVER',
        }),
      },
      // As in use: s3rver puts 2 GB together before it answers.
      testWays(usualPace, 60_000),
    )
  const keyOf = (relative: string) => `Court filings/${relative}`
  const bodyAt = async (relative: string) =>
    (await client.send(new GetObjectCommand({ Bucket, Key: keyOf(relative) }))).Body
  let whole = 0
  return {
    Bucket,
    http,
    connector: open('S3RVER'),
    reopen: () => open('S3RVER'),
    asked: http.asked,
    read: async (relative: string) => (await bodyAt(relative))?.transformToByteArray(),
    hashAt: async (relative: string) => hashOf((await bodyAt(relative)) as Readable),
    plant: async (relative: string, Body: Uint8Array) => {
      await client.send(new PutObjectCommand({ Bucket, Key: keyOf(relative), Body }))
    },
    list: async (relative: string) => {
      const Prefix = relative === '' ? keyOf('') : keyOf(`${relative}/`)
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }))
      return Contents.map(({ Key = '' }) => Key.slice(Prefix.length))
    },
    faults: {
      cutAt: async (share: number | undefined) => {
        tcp.cutAfter(share === undefined ? undefined : share * whole)
        if (share === undefined) await settled(Bucket)
      },
      measure: async (run: () => Promise<unknown>) => {
        tcp.cutAfter(undefined)
        await run()
        whole = tcp.bytes()
      },
      fail: (fault: Fault | undefined, method?: string) => {
        http.rule = fault && ((request) => (method === undefined || request.method === method ? fault : undefined))
      },
      lose: loseCalls(http),
      writes: 'PUT',
      refused: () => open('WRONG'),
    },
    close: async () => {
      await tcp.close()
      await http.close()
    },
  }
}

/**
 * After a cut connection, s3rver shows what it is still writing, which S3 never does. Waits until that stops changing.
 */
async function settled(Bucket: string): Promise<void> {
  let before = ''
  await vi.waitFor(
    async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
      const now = JSON.stringify(Contents.map(({ Key, Size }) => [Key, Size]))
      const isSame = now === before
      before = now
      expect(isSame).toBe(true)
    },
    { interval: 200, timeout: 60_000 },
  )
}

describeConnector('S3', openBench)
describeFaults('S3', openBench)
describeHttpFaults('S3', openBench, { forbidden: 'auth' })
describeEveryCall('S3', openBench)
describeEveryCall('S3 (in parts)', openBench, { size: 17_000_000 })

describe('large files', () => {
  const bytes = Buffer.alloc(20_000_000, 'courtcrier ')
  const large = {
    ...fileOf('A/large.pdf', bytes),
    open: () => Array.from({ length: 20 }, (_, n) => bytes.subarray(n * 1_000_000, (n + 1) * 1_000_000)),
  }

  test('that break off in the middle are not visible, and the next attempt saves them', async () => {
    const bench = await openBench()
    bench.http.rule = ({ path: asked }) => (/partNumber=2/.test(asked) ? { cut: 'before' } : undefined)
    expect(await bench.connector.put(large)).toMatchObject({ problem: 'transient' })
    expect(await bench.list('A')).toEqual([])
    bench.http.rule = undefined
    expect(await bench.connector.put({ ...large, attempt: 2 })).toEqual({ wasThere: false })
    expect((await bench.read('A/large.pdf'))?.byteLength).toBe(20_000_000)
    await bench.close()
  })

  test('whose last answer was lost are adopted by the next attempt', async () => {
    const bench = await openBench()
    bench.http.rule = ({ method, path: asked }) =>
      method === 'POST' && /uploadId=/.test(asked) ? { cut: 'after' } : undefined
    expect(await bench.connector.put(large)).toMatchObject({ problem: 'transient' })
    bench.http.rule = undefined
    expect(await bench.connector.put({ ...large, attempt: 2 })).toEqual({ wasThere: true })
    await bench.close()
  })

  const isCompletion = ({ method, path: asked }: { method: string; path: string }) =>
    method === 'POST' && /uploadId=/.test(asked)

  test.each([
    ['InternalError', 'transient'],
    ['SlowDown', 'throttled'],
    ['AccessDenied', 'auth'],
  ])(
    'whose completion is answered 200 with the error %s in it are not believed, and saved by the next attempt',
    async (code, problem) => {
      const bench = await openBench()
      // S3 begins its answer before it has put the parts together, and sends spaces meanwhile.
      const body = `<?xml version="1.0" encoding="UTF-8"?>\n   \n  <Error><Code>${code}</Code><Message>Not now</Message></Error>`
      const headers = { 'content-type': 'application/xml' }
      bench.http.rule = (asked) => (isCompletion(asked) ? { answer: 200, headers, body } : undefined)
      expect(await bench.connector.put(large)).toMatchObject({ problem })
      expect(await bench.list('A')).toEqual([])
      bench.http.rule = undefined
      expect(await bench.connector.put({ ...large, attempt: 2 })).toEqual({ wasThere: false })
      await bench.close()
    },
  )

  test.each([
    ['lost', { cut: 'after' }, []],
    ['a gateway that waits no longer', { answer: 504 }, []],
    ['a refusal', { answer: 400 }, ['DELETE']],
  ] as const)('whose parts S3 may still be putting together are not taken away (%s)', async (_, fault, removals) => {
    const bench = await openBench()
    bench.http.rule = (asked) => (isCompletion(asked) ? fault : undefined)
    expect(await bench.connector.put(large)).toMatchObject({ problem: expect.any(String) })
    expect(bench.http.asked.map(({ method }) => method).filter((method) => method === 'DELETE')).toEqual(removals)
    bench.http.rule = undefined
    expect(await bench.connector.put({ ...large, attempt: 2 })).toMatchObject({ wasThere: expect.any(Boolean) })
    expect((await bench.read('A/large.pdf'))?.byteLength).toBe(20_000_000)
    await bench.close()
  })
})

test("a clock that is wrong, or has been corrected, is not a refused credential: the next attempt uses the server's time", async () => {
  const bench = await openBench()
  const refusedAt = (hours: number) => ({
    answer: 403,
    headers: { date: new Date(Date.now() + hours * 3_600_000).toUTCString() },
  })
  const wrong = { problem: 'transient', sentence: expect.stringMatching(/^The clocks of this server and of the DMS/) }
  // S3's answer to a request with the wrong time; for HEAD it contains no reason.
  for (const hours of [3, 0]) {
    bench.http.rule = () => refusedAt(hours)
    expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toEqual(wrong)
    // By now the client uses that time, so the clocks are not the cause.
    expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toMatchObject({ problem: 'auth' })
  }
  bench.http.rule = undefined
  expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toEqual({ wasThere: false })
  await bench.close()
})

test('adopts a file with the same bytes that a person put there', async () => {
  const bench = await openBench()
  await bench.plant('A/a.pdf', Buffer.from('the bytes'))
  expect(await bench.connector.put(fileOf('A/a.pdf', 'the bytes'))).toEqual({ wasThere: true })
  await bench.close()
})

test("the policy's properties are saved with a document, in one piece or in parts", async () => {
  const bench = await openBench()
  for (const size of [10, 20_000_000]) {
    const file = { ...fileOf(`A/${size}.pdf`, Buffer.alloc(size, 'x')), properties: { 'Matter number': '1001.004' } }
    expect(await bench.connector.put(file)).toEqual({ wasThere: false })
    const { Metadata } = await client.send(
      new HeadObjectCommand({ Bucket: bench.Bucket, Key: `Court filings/A/${size}.pdf` }),
    )
    expect(Metadata).toMatchObject({ 'matter-number': '1001.004', sha256: file.sha256 })
  }
  await bench.close()
})

test('writes only where nothing is, and continues without the condition if the service does not support it', async () => {
  const bench = await openBench()
  let conditional = 0
  bench.http.rule = ({ method, n }) => {
    if (method !== 'PUT') return undefined
    conditional = n
    bench.http.rule = undefined
    return { answer: 501 }
  }
  expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toEqual({ wasThere: false })
  expect(conditional).toBeGreaterThan(0)
  await bench.close()
})

test.each([
  ['RequestTimeout', 400],
  ['IncompleteBody', 400],
  ['BadDigest', 400],
  ['NoSuchUpload', 404],
])('bytes that S3 did not get whole (%s) are sent again', async (code, status) => {
  const bench = await openBench()
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Not all of it</Message></Error>`
  bench.faults.fail({ answer: status, body, headers: { 'content-type': 'application/xml' } }, 'PUT')
  expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toEqual({
    problem: 'transient',
    sentence: expect.stringContaining(`(${code}): Not all of it`),
  })
  await bench.close()
})

test.each([301, 400])('a bucket of another region is a matter of the credential (%d)', async (answer) => {
  const bench = await openBench()
  bench.faults.fail({ answer }, 'HEAD')
  const refused = { problem: 'auth', sentence: expect.stringContaining('region of the bucket') }
  expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toEqual(refused)
  const [connect] = await bench.connector.check()
  expect(connect).toMatchObject({ state: 'failed', sentence: refused.sentence })
  await bench.close()
})

test('a path that is longer than a key may be is refused with the reason', async () => {
  const bench = await openBench()
  const path = `${'é'.repeat(100)}/`.repeat(6)
  expect(await bench.connector.put(fileOf(`${path}a.pdf`, 'x'))).toEqual({
    problem: 'rejected',
    sentence: expect.stringContaining('1024 bytes'),
  })
  expect(bench.http.asked).toEqual([])
  await bench.close()
})
