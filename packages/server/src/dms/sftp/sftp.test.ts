import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAt, openSftpBench, shownHostKey } from '../../testing/sftp-bench.ts'
import { hasRclone, startRclone } from '../../testing/store-server.ts'
import { describeConnector, describeFaults } from '../connector.suite.ts'

/** Against the SFTP server of rclone. */
describe.skipIf(!hasRclone())('SFTP', () => {
  let folder: string
  let server: Awaited<ReturnType<typeof startRclone>>
  let hostKey: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-sftp-'))
    server = await startRclone('sftp', folder)
    hostKey = await shownHostKey(server.port)
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const openBench = () =>
    openSftpBench(
      { folder, port: server.port },
      { right: { hostKey, password: 'right' }, wrong: { hostKey, password: 'wrong' } },
    )

  describeConnector('SFTP', openBench)
  describeFaults('SFTP', openBench)

  test('nothing is sent to a server whose key nobody has entered, and the test says which it is', async () => {
    const connect = await connectAt(server.port, { password: 'right' })
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining('enter it as host key') })
    expect(hostKey).toMatch(/^SHA256:[\w+/]{43}$/)
    expect(await connectAt(server.port, { hostKey, password: 'right' })).toMatchObject({ state: 'ok' })
  })

  test('nor to one that shows another key than before', async () => {
    const connect = await connectAt(server.port, { hostKey: `SHA256:${'A'.repeat(43)}`, password: 'right' })
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining('another host key') })
  })
})
