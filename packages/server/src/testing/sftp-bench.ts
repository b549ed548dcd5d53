import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ConnectorBench, ConnectorFaults } from '../dms/connector.suite.ts'
import type { PlaceSettings } from '../dms/registry.ts'
import { openSftp } from '../dms/sftp/index.ts'
import { startTcpFaultProxy } from './fault-proxy.ts'
import { settingsWith, testWays } from './store-server.ts'

/** The place of these settings on a server of this machine. */
function openSftpAt(port: number, given: Partial<PlaceSettings>) {
  const settings = settingsWith({ baseUrl: `sftp://127.0.0.1:${port}`, username: 'courtcrier', ...given })
  return openSftp({ firmId: 1, credentialId: 'sftp', settings }, testWays())
}

/** What the first step of the test of such a credential says. */
export async function connectAt(port: number, given: Partial<PlaceSettings>) {
  const [connect] = await openSftpAt(port, given).check()
  if (!connect) throw new Error('the test has no steps')
  return connect
}

/** The host key that a server shows to whoever has not entered one. */
export async function shownHostKey(port: number): Promise<string> {
  return /SHA256:[\w+/]+/.exec((await connectAt(port, { password: 'right' })).sentence)?.[0] ?? ''
}

let count = 0

/** A folder of its own on a server over `folder`, with a proxy before it. */
export async function openSftpBench(
  { folder, port }: { folder: string; port: number },
  { right, wrong }: Record<'right' | 'wrong', Partial<PlaceSettings>>,
): Promise<ConnectorBench & { faults: ConnectorFaults }> {
  const name = `Firm ${++count}`
  await mkdir(path.join(folder, name))
  const at = (relative: string) => path.join(folder, name, relative)
  const tcp = await startTcpFaultProxy({ port })
  const open = (given: Partial<PlaceSettings>) => openSftpAt(tcp.port, { folderId: `/${name}`, ...given })
  let whole = 0
  return {
    connector: open(right),
    read: async (relative) => new Uint8Array(await readFile(at(relative))),
    plant: (relative, content) => writeFile(at(relative), content),
    list: (relative) => readdir(at(relative)),
    faults: {
      cutAt: (share) => tcp.cutAfter(share === undefined ? undefined : share * whole),
      measure: async (run) => {
        tcp.cutAfter(undefined)
        await run()
        whole = tcp.bytes()
      },
      refused: () => open(wrong),
    },
    close: tcp.close,
  }
}
