import type { ConnectorBench, ConnectorFaults } from '../connector.suite.ts'
import type { PlaceSettings } from '../connector-kind.ts'
import type { EveryCallBench } from '../every-call.suite.ts'
import { openSftp } from '../sftp/index.ts'
import { type Hands, openFolderBench } from './folder-bench.ts'
import type { SftpCalls } from './sftp-server.ts'
import { settingsWith, testWays } from './store-settings.ts'

/** Opens a connector with these settings to a local server. */
export function openSftpAt(port: number, given: Partial<PlaceSettings>, ways = testWays()) {
  const settings = settingsWith({ baseUrl: `sftp://127.0.0.1:${port}`, username: 'courtcrier', ...given })
  return openSftp({ firmId: 1, credentialId: 'sftp', settings }, ways)
}

/** Returns the first step of this credential's test. */
export async function connectAt(port: number, given: Partial<PlaceSettings>) {
  const [connect] = await openSftpAt(port, given).check()
  if (!connect) throw new Error('the test has no steps')
  return connect
}

/** Returns the host key that a server shows to a client without one in its settings. */
export async function shownHostKey(port: number): Promise<string> {
  return /SHA256:[\w+/]+/.exec((await connectAt(port, { password: 'right' })).sentence)?.[0] ?? ''
}

type SftpBench = ConnectorBench & EveryCallBench & { hands: Hands; faults: ConnectorFaults & EveryCallBench['faults'] }

/** Creates a new folder on a server over `folder`, with a proxy in front of it. */
export async function openSftpBench(
  server: { folder: string; port: number; calls?: SftpCalls },
  { right, wrong }: Record<'right' | 'wrong', Partial<PlaceSettings>>,
): Promise<SftpBench> {
  const { name, port, files, hands, cuts, close } = await openFolderBench(server)
  const open = (given: Partial<PlaceSettings>) => openSftpAt(port, { folderId: `/${name}`, ...given })
  return {
    connector: open(right),
    reopen: () => open(right),
    asked: server.calls?.asked ?? [],
    ...files,
    hands,
    faults: { ...cuts, lose: losing(server.calls), refused: () => open(wrong) },
    close,
  }
}

function losing(calls: SftpCalls | undefined): EveryCallBench['faults']['lose'] {
  return (rule) => {
    if (!calls) throw new Error('This server loses no calls.')
    calls.rule = rule
  }
}
