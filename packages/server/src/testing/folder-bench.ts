import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ConnectorBench, ConnectorFaults } from '../dms/connector.suite.ts'
import { startTcpFaultProxy } from './fault-proxy.ts'

/** What a bench has on a server over a folder of this machine, whatever is spoken with it: all but the connector. */
export interface FolderBench {
  /** The new folder's name in that of the server. */
  name: string
  /** Where the proxy before the server listens. */
  port: number
  /** The folder, past the connector. */
  files: Pick<ConnectorBench, 'read' | 'plant' | 'list'>
  cuts: Pick<ConnectorFaults, 'cutAt' | 'measure'>
  close: () => Promise<void>
}

let count = 0

/** A folder of its own on a server over `folder`, with a proxy before it that cuts connections. */
export async function openFolderBench({ folder, port }: { folder: string; port: number }): Promise<FolderBench> {
  const name = `Firm ${++count}`
  await mkdir(path.join(folder, name))
  const at = (relative: string) => path.join(folder, name, relative)
  const tcp = await startTcpFaultProxy({ port })
  let whole = 0
  return {
    name,
    port: tcp.port,
    files: {
      read: async (relative) => new Uint8Array(await readFile(at(relative))),
      plant: (relative, content) => writeFile(at(relative), content),
      list: (relative) => readdir(at(relative)),
    },
    cuts: {
      cutAt: (share) => tcp.cutAfter(share === undefined ? undefined : share * whole),
      measure: async (run) => {
        tcp.cutAfter(undefined)
        await run()
        whole = tcp.bytes()
      },
    },
    close: tcp.close,
  }
}
