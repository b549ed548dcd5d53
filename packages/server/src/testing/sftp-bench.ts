import type { ConnectorBench, ConnectorFaults } from '../dms/connector.suite.ts'
import type { PlaceSettings } from '../dms/connector-kind.ts'
import { openSftp } from '../dms/sftp/index.ts'
import { openFolderBench } from './folder-bench.ts'
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

/** A folder of its own on a server over `folder`, with a proxy before it. */
export async function openSftpBench(
  server: { folder: string; port: number },
  { right, wrong }: Record<'right' | 'wrong', Partial<PlaceSettings>>,
): Promise<ConnectorBench & { faults: ConnectorFaults }> {
  const { name, port, files, cuts, close } = await openFolderBench(server)
  const open = (given: Partial<PlaceSettings>) => openSftpAt(port, { folderId: `/${name}`, ...given })
  return {
    connector: open(right),
    ...files,
    faults: { ...cuts, refused: () => open(wrong) },
    close,
  }
}
