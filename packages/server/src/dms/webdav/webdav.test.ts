import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from 'webdav'
import { type Fault, startHttpFaultProxy, startTcpFaultProxy } from '../../testing/fault-proxy.ts'
import { hasRclone, settingsWith, startRclone, testWays } from '../../testing/store-server.ts'
import { describeConnector, describeFaults, describeHttpFaults, fileOf } from '../connector.suite.ts'
import { openWebdav } from './index.ts'

/** Against the WebDAV server of rclone. */
describe.skipIf(!hasRclone())('WebDAV', () => {
  let folder: string
  let server: Awaited<ReturnType<typeof startRclone>>
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-webdav-'))
    server = await startRclone('webdav', folder)
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  let count = 0
  /** A folder of its own on the server, with a proxy of each sort before it. */
  async function openBench() {
    const name = `Firm ${++count}`
    await mkdir(path.join(folder, name))
    const at = (relative: string) => path.join(folder, name, relative)
    const http = await startHttpFaultProxy(server)
    const tcp = await startTcpFaultProxy({ port: Number(new URL(http.url).port) })
    const open = (password: string) =>
      openWebdav(
        {
          firmId: 1,
          credentialId: name,
          settings: settingsWith({
            baseUrl: `http://127.0.0.1:${tcp.port}/`,
            folderId: `/${name}/`,
            username: 'courtcrier',
            password,
          }),
        },
        testWays(),
      )
    let whole = 0
    return {
      connector: open('right'),
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
        fail: (fault: Fault | undefined, method?: string) => {
          http.rule = fault && ((request) => (method === undefined || request.method === method ? fault : undefined))
        },
        writes: 'PUT',
        refused: () => open('wrong'),
      },
      close: async () => {
        await tcp.close()
        await http.close()
      },
    }
  }

  describeConnector('WebDAV', openBench)
  describeFaults('WebDAV', openBench)
  describeHttpFaults('WebDAV', openBench)

  test('a naming whose answer nobody heard is found done by the next try', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    const bytes = Buffer.from('x')
    bench.faults.fail({ cut: 'after' }, 'MOVE')
    expect(await bench.connector.put(fileOf('A/a.pdf', bytes))).toMatchObject({ problem: 'transient' })
    bench.faults.fail(undefined)
    expect(await bench.connector.put({ ...fileOf('A/a.pdf', bytes), attempt: 2 })).toEqual({ wasThere: true })
    expect(await bench.list('A')).toEqual(['a.pdf'])
    await bench.close()
  })

  test('what is stored is there for other programs under the address that people are given', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('Akme & Söhne')
    const file = fileOf('Akme & Söhne/118 Déclaration #1.pdf', 'the bytes')
    await bench.connector.put(file)
    const link = new URL(bench.connector.link(file.path) ?? '')
    const other = createClient(link.origin, { username: 'courtcrier', password: 'right' })
    expect(await other.getFileContents(decodeURIComponent(link.pathname), { format: 'text' })).toBe('the bytes')
    await bench.close()
  })
})
