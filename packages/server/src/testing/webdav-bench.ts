import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ConnectorBench, ConnectorFaults } from '../dms/connector.suite.ts'
import type { PlaceSettings } from '../dms/registry.ts'
import { openWebdav } from '../dms/webdav/index.ts'
import { type Fault, startHttpFaultProxy, startTcpFaultProxy } from './fault-proxy.ts'
import { settingsWith, testWays } from './store-server.ts'

let count = 0

/** A folder of its own on a server over `folder`, with a proxy of each sort before it. */
export async function openWebdavBench(
  { folder, port }: { folder: string; port: number },
  { right, wrong }: Record<'right' | 'wrong', Partial<PlaceSettings>>,
): Promise<ConnectorBench & { faults: Required<ConnectorFaults> }> {
  const name = `Firm ${++count}`
  await mkdir(path.join(folder, name))
  const at = (relative: string) => path.join(folder, name, relative)
  const http = await startHttpFaultProxy({ port })
  const tcp = await startTcpFaultProxy({ port: Number(new URL(http.url).port) })
  const open = (signIn: Partial<PlaceSettings>) => {
    const baseUrl = `http://127.0.0.1:${tcp.port}/`
    const settings = settingsWith({ baseUrl, folderId: `/${name}/`, username: 'courtcrier', ...signIn })
    return openWebdav({ firmId: 1, credentialId: name, settings }, testWays())
  }
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
      fail: (fault: Fault | undefined, method?: string) => {
        http.rule = fault && ((request) => (method === undefined || request.method === method ? fault : undefined))
      },
      writes: 'PUT',
      refused: () => open(wrong),
    },
    close: async () => {
      await tcp.close()
      await http.close()
    },
  }
}
