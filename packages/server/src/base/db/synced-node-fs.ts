import fs from 'node:fs'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface OpenStream {
  nfd: number
}
type MakeNode = (parent: unknown, name: string, mode: number, device: number) => unknown
type SetAttributes = (node: unknown, attributes: { mode?: number }) => void
interface EmscriptenModule {
  NODEFS: {
    stream_ops: { fsync?: (stream: OpenStream) => number; setattr?: SetAttributes }
    node_ops: { mknod: MakeNode; setattr: SetAttributes }
  }
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
    // Checkpoints run every minute; keeping more of the log would only fill a small disk.
    '-c',
    'min_wal_size=32MB',
    '-c',
    'max_wal_size=64MB',
  ]

  override async init(pglite: PGlite, options: Partial<PGliteOptions>): ReturnType<NodeFS['init']> {
    const result = await super.init(pglite, options as Parameters<NodeFS['init']>[1])
    const preRun = (result.emscriptenOpts as { preRun?: ((module: EmscriptenModule) => void)[] }).preRun ?? []
    preRun.push((module) => {
      module.NODEFS.stream_ops.fsync = (stream) => {
        fs.fsyncSync(stream.nfd)
        return 0
      }
      closeToOthers(module)
    })
    return { ...result, emscriptenOpts: { ...result.emscriptenOpts, preRun } as typeof result.emscriptenOpts }
  }
}

/** PGlite makes files readable by everyone, regardless of the umask; this removes access for others. */
function closeToOthers({ NODEFS: { node_ops: nodes, stream_ops: streams } }: EmscriptenModule): void {
  const closed =
    (setAttributes: SetAttributes): SetAttributes =>
    (node, attributes) =>
      setAttributes(
        node,
        attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~0o077 },
      )
  const { mknod } = nodes
  nodes.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~0o077, device)
  nodes.setattr = closed(nodes.setattr)
  if (streams.setattr) streams.setattr = closed(streams.setattr)
}
