import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Pace } from '@courtcrier/lib/pace.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import { startTcpFaultProxy, type TcpFaultProxy } from '../testing/fault-proxy.ts'
import { openSftpAt, shownHostKey } from '../testing/sftp-bench.ts'
import { startSftpServer } from '../testing/sftp-server.ts'
import { testWays } from '../testing/store-settings.ts'

let folder: string
let server: Awaited<ReturnType<typeof startSftpServer>>
let proxy: TcpFaultProxy
let hostKey: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-slow-sftp-'))
  server = await startSftpServer(folder)
  proxy = await startTcpFaultProxy(server)
  hostKey = await shownHostKey(server.port)
})
afterEach(async () => {
  await proxy.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const pace: Pace = { partMs: 1500, leastRate: 1_000_000 }
const brokenOff = {
  problem: 'transient',
  isPassing: true,
  isUnanswered: true,
  sentence: expect.stringMatching(
    /^127\.0\.0\.1 is too slow: only \d+ kB passed in \d+ s, so the connection was closed\.$/,
  ),
}
const open = (its = pace) => openSftpAt(proxy.port, { hostKey, password: 'right' }, testWays(its))

test('a sign-in that is answered byte by byte is broken off', async () => {
  proxy.drip(true)
  expect(await open().exists('a.pdf')).toEqual(brokenOff)
})

test('a copy to a server that begins to answer byte by byte is broken off, and the next attempt saves it', async () => {
  const connector = open()
  expect(await connector.exists('a.pdf')).toEqual({ exists: false })
  const file = fileOf('a.pdf', Buffer.alloc(300_000, 'courtcrier '))
  proxy.drip(true)
  expect(await connector.put(file)).toEqual(brokenOff)
  proxy.drip(false)
  expect(await connector.put({ ...file, attempt: 2 })).toEqual({ wasThere: false })
  expect(await readdir(folder)).toEqual(['a.pdf'])
})

test('an answer that takes long and gets on is read whole', async () => {
  const connector = open({ partMs: 500, leastRate: 20 })
  expect(await connector.exists('a.pdf')).toEqual({ exists: false })
  proxy.drip(true)
  const began = performance.now()
  expect(await connector.exists('a.pdf')).toEqual({ exists: false })
  expect(performance.now() - began).toBeGreaterThan(500)
})
