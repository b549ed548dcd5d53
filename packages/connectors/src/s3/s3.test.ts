import { HeadObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyNth } from '../../../server/src/testing/long-run.ts'
import { describeConnector, describeFaults, describeHttpFaults, fileOf } from '../connector.suite.ts'
import { describeEveryCall } from '../every-call.suite.ts'
import { describeTidying } from '../other-hands.suite.ts'
import { startS3 } from './s3-bench.fixture.ts'

let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())
const openBench = () => s3.openBench()

describeConnector('S3', openBench, { streamsInShortForm: true })
describeFaults('S3', openBench)
describeHttpFaults('S3', openBench, { forbidden: 'auth' })
describeEveryCall('S3', openBench)
describeTidying('S3', openBench)
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

  test.each(
    everyNth(
      [
        ['InternalError', 'transient'],
        ['SlowDown', 'throttled'],
        ['AccessDenied', 'auth'],
      ] as const,
      3,
    ),
  )(
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

  test.each(
    everyNth(
      [
        ['lost', { cut: 'after' }, []],
        ['a gateway that waits no longer', { answer: 504 }, []],
        ['a refusal', { answer: 400 }, ['DELETE']],
      ] as const,
      3,
    ),
  )('whose parts S3 may still be putting together are not taken away (%s)', async (_, fault, removals) => {
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
    const { Metadata } = await s3.client.send(
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
