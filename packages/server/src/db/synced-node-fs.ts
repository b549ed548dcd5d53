import fs from 'node:fs'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface OpenStream {
  nfd: number
}
interface EmscriptenModule {
  NODEFS: { stream_ops: { fsync?: (stream: OpenStream) => number } }
}

/**
 * PGlite's folder with real syncs. As shipped it runs PostgreSQL with fsync off (`-F`) and its file system
 * has no fsync, so a power cut could lose what was committed; a message is answered with 250 after the
 * commit, so a commit has to be on the disk.
 */
export class SyncedNodeFS extends NodeFS {
  static readonly startParams: string[] = [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    '-c',
    'wal_sync_method=fsync',
  ]

  override async init(pglite: PGlite, options: Partial<PGliteOptions>): ReturnType<NodeFS['init']> {
    const result = await super.init(pglite, options as Parameters<NodeFS['init']>[1])
    const preRun = (result.emscriptenOpts as { preRun?: ((module: EmscriptenModule) => void)[] }).preRun ?? []
    preRun.push((module) => {
      module.NODEFS.stream_ops.fsync = (stream) => {
        fs.fsyncSync(stream.nfd)
        return 0
      }
    })
    return { ...result, emscriptenOpts: { ...result.emscriptenOpts, preRun } as typeof result.emscriptenOpts }
  }
}
