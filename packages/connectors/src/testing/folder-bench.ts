import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ConnectorBench, ConnectorFaults } from '../connector.suite.ts'
import { startTcpFaultProxy } from './fault-proxy.ts'
import { hashOfFile } from './hash-of-file.ts'

/** What people do with folders, bypassing the connector. */
export interface Hands {
  remove: (folder: string) => Promise<void>
  rename: (folder: string, name: string) => Promise<void>
}

/** The parts of a bench that don't depend on the protocol: everything but the connector. */
export interface FolderBench {
  /** The new folder's name within the server's folder. */
  name: string
  /** The port of the proxy in front of the server. */
  port: number
  /** Accesses the folder directly, bypassing the connector. */
  files: Required<Pick<ConnectorBench, 'read' | 'hashAt' | 'plant' | 'list'>>
  hands: Hands
  cuts: Pick<ConnectorFaults, 'cutAt' | 'measure'>
  close: () => Promise<void>
}

let count = 0

/** Creates a new folder on a server over `folder`, with a proxy in front of it that cuts connections. */
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
      hashAt: (relative) => hashOfFile(at(relative)),
      plant: (relative, content) => writeFile(at(relative), content),
      list: (relative) => readdir(at(relative)),
    },
    hands: {
      remove: (relative) => rm(at(relative), { recursive: true }),
      rename: (relative, to) => rename(at(relative), path.join(path.dirname(at(relative)), to)),
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
