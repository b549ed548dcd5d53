import { Writable } from 'node:stream'
import { StorageFullError } from '@courtcrier/lib/storage-error.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeLog } from './log.ts'
import { reportStorage, storageCheckMs } from './report-storage.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a full disk of documents is logged once when it begins and once when it ends, with the number of failures', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const log = makeLog('info', sink)
  let isFull = true
  const stop = reportStorage(log, async () => !isFull)
  const full = () => new StorageFullError('There is no room left to write in /srv/blobs.')
  const fail = (times: number) => {
    for (let n = 0; n < times; n++) log.info({ answer: '452', err: full() }, 'message not received')
    for (let n = 0; n < times; n++) log.child({ part: 'jobs' }).error({ err: new Error('wrapped', { cause: full() }) })
  }
  fail(50)
  // No mail arrives for a while, and the disk is still full.
  await vi.advanceTimersByTimeAsync(3 * storageCheckMs)
  fail(50)
  isFull = false
  await vi.advanceTimersByTimeAsync(3 * storageCheckMs)
  const began = {
    reason: 'There is no room left to write in /srv/blobs.',
    msg: expect.stringMatching(/^Files can't be stored/),
  }
  const ended = { failures: 200, msg: expect.stringMatching(/^There is room for files again/) }
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([began, ended])
  log.error({ err: new Error('a defect') }, 'a job failed unexpectedly')
  isFull = true
  fail(1)
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    began,
    ended,
    { msg: 'a job failed unexpectedly' },
    began,
  ])
  stop()
})
