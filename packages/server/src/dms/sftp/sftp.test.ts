import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTcpFaultProxy } from '../../testing/fault-proxy.ts'
import { hasRclone, settingsWith, startRclone, testWays } from '../../testing/store-server.ts'
import { describeConnector, describeFaults } from '../connector.suite.ts'
import { openSftp } from './index.ts'

/** Against the SFTP server of rclone. */
describe.skipIf(!hasRclone())('SFTP', () => {
  let folder: string
  let server: Awaited<ReturnType<typeof startRclone>>
  let hostKey: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-sftp-'))
    server = await startRclone('sftp', folder)
    hostKey = /SHA256:[\w+/]+/.exec((await connectBy(server.port, null)).sentence)?.[0] ?? ''
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  function open(port: number, given: { hostKey: string | null; password?: string; folderId?: string }) {
    const settings = settingsWith({
      baseUrl: `sftp://127.0.0.1:${port}`,
      username: 'courtcrier',
      password: 'right',
      ...given,
    })
    return openSftp({ firmId: 1, credentialId: 'sftp', settings }, testWays())
  }

  async function connectBy(port: number, key: string | null) {
    const [connect] = await open(port, { hostKey: key }).check()
    if (!connect) throw new Error('the test has no steps')
    return connect
  }

  let count = 0
  async function openBench() {
    const name = `Firm ${++count}`
    await mkdir(path.join(folder, name))
    const at = (relative: string) => path.join(folder, name, relative)
    const tcp = await startTcpFaultProxy(server)
    const openAs = (password: string) => open(tcp.port, { hostKey, password, folderId: `/${name}` })
    let whole = 0
    return {
      connector: openAs('right'),
      read: async (relative: string) => new Uint8Array(await readFile(at(relative))),
      plant: (relative: string, content: Uint8Array) => writeFile(at(relative), content),
      list: (relative: string) => readdir(at(relative)),
      faults: {
        cutAt: (share: number | undefined) => tcp.cutAfter(share === undefined ? undefined : share * whole),
        measure: async (run: () => Promise<unknown>) => {
          tcp.cutAfter(undefined)
          await run()
          whole = tcp.bytes()
        },
        refused: () => openAs('wrong'),
      },
      close: tcp.close,
    }
  }

  describeConnector('SFTP', openBench)
  describeFaults('SFTP', openBench)

  test('nothing is sent to a server whose key nobody has entered, and the test says which it is', async () => {
    const connect = await connectBy(server.port, null)
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining('enter it as host key') })
    expect(hostKey).toMatch(/^SHA256:[\w+/]{43}$/)
    expect(await connectBy(server.port, hostKey)).toMatchObject({ state: 'ok' })
  })

  test('nor to one that shows another key than before', async () => {
    const connect = await connectBy(server.port, `SHA256:${'A'.repeat(43)}`)
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining('another host key') })
  })
})
