import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeConnector, describeFaults } from '../connector.suite.ts'
import { describeEveryCall } from '../every-call.suite.ts'
import { describeTidying } from '../other-hands.suite.ts'
import { connectAt, openSftpBench, shownHostKey } from '../testing/sftp-bench.ts'
import type { SftpCalls } from '../testing/sftp-server.ts'
import { storeServers } from '../testing/store-server.ts'

for (const { from, isMissing, startSftp } of storeServers)
  describe.skipIf(isMissing)(`SFTP, on a server from ${from}`, () => {
    let folder: string
    let server: Awaited<ReturnType<typeof startSftp>>
    let hostKey: string
    const calls: SftpCalls = { asked: [], rule: undefined }
    beforeAll(async () => {
      folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-sftp-'))
      server = await startSftp(folder, { calls })
      hostKey = await shownHostKey(server.port)
    })
    afterAll(async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    })

    const openBench = () =>
      openSftpBench(
        { folder, port: server.port, calls },
        { right: { hostKey, password: 'right' }, wrong: { hostKey, password: 'wrong' } },
      )

    describeConnector('SFTP', openBench, { streamsInShortForm: true })
    describeFaults('SFTP', openBench)
    // Only a server of our own loses the calls that a test chooses.
    if (from === 'npm') describeEveryCall('SFTP', openBench, { kills: ['before', 'after', 'within'] })
    describeTidying('SFTP', openBench)

    test('sends nothing to a server whose key has not been entered, and the test shows the key', async () => {
      const connect = await connectAt(server.port, { password: 'right' })
      expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining('enter it as the host key') })
      expect(hostKey).toMatch(/^SHA256:[\w+/]{43}$/)
      expect(await connectAt(server.port, { hostKey, password: 'right' })).toMatchObject({ state: 'ok' })
    })

    test('sends nothing to a server that shows a different key than before', async () => {
      const connect = await connectAt(server.port, { hostKey: `SHA256:${'A'.repeat(43)}`, password: 'right' })
      expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining('another host key') })
    })
  })
