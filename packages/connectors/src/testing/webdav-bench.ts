import type { ConnectorBench, ConnectorFaults } from '../connector.suite.ts'
import type { PlaceSettings } from '../connector-kind.ts'
import type { EveryCallBench } from '../every-call.suite.ts'
import { openWebdav } from '../webdav/index.ts'
import { type Fault, type HttpFaultProxy, loseCalls, startHttpFaultProxy } from './fault-proxy.ts'
import { type Hands, openFolderBench } from './folder-bench.ts'
import { settingsWith, testWays } from './store-settings.ts'

type WebdavBench = ConnectorBench &
  Omit<EveryCallBench, 'asked'> & {
    faults: Required<ConnectorFaults> & EveryCallBench['faults']
    asked: HttpFaultProxy['asked']
    hands: Hands
  }

/** Creates a new folder on a server over `folder`, with a proxy of each kind in front of it. */
export async function openWebdavBench(
  server: { folder: string; port: number },
  { right, wrong }: Record<'right' | 'wrong', Partial<PlaceSettings>>,
): Promise<WebdavBench> {
  const http = await startHttpFaultProxy({ port: server.port })
  const behind = { folder: server.folder, port: Number(new URL(http.url).port) }
  const { name, port, files, hands, cuts, close } = await openFolderBench(behind)
  const open = (signIn: Partial<PlaceSettings>) => {
    const baseUrl = `http://127.0.0.1:${port}/`
    const settings = settingsWith({ baseUrl, folderId: `/${name}/`, username: 'courtcrier', ...signIn })
    return openWebdav({ firmId: 1, credentialId: name, settings }, testWays())
  }
  return {
    connector: open(right),
    reopen: () => open(right),
    asked: http.asked,
    ...files,
    hands,
    faults: {
      ...cuts,
      fail: (fault: Fault | undefined, method?: string) => {
        http.rule = fault && ((request) => (method === undefined || request.method === method ? fault : undefined))
      },
      lose: loseCalls(http),
      writes: 'PUT',
      refused: () => open(wrong),
    },
    close: async () => {
      await close()
      await http.close()
    },
  }
}
