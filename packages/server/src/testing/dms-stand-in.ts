import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { digestOf } from '@courtcrier/connectors/testing/fake-bytes.ts'
import type { FakeService } from '@courtcrier/connectors/testing/fake-service.ts'
import type { FakeEntry, FakeTree } from '@courtcrier/connectors/testing/fake-tree.ts'
import { startS3Server } from './s3-server.ts'

/** What takes the place of a DMS, and what an administrator enters to save there. */
export interface DmsStandIn {
  settings: Readonly<Record<string, unknown>>
  /** The secret among them, as it is entered again; absent where there is none. */
  secret?: Readonly<Record<string, string>>
  /** One that the DMS refuses, for a DMS that isn't called through the gateway, which answers 401 for the others. */
  wrong?: Readonly<Record<string, string>>
  /** Where calls by the service's name go; absent if it isn't called by name. */
  port?: number
  /** The folder that a policy's path begins with, if any. */
  above?: string
  /** A document property that it saves. */
  property?: string
  /** Every file there. */
  files: () => Promise<readonly SavedFile[]>
  /** What a link opens: a document, the matter that it is in, or nothing where a DMS has no addresses for browsers. */
  opens: 'document' | 'matter' | 'nothing'
  /** The path of what a link opens. */
  opened?: (link: string) => string | undefined
  close: () => Promise<unknown>
}

export interface SavedFile {
  path: string
  sha256: string
  /** What is saved with it besides. */
  kept: unknown
}

interface OnTree {
  service: FakeService
  tree: FakeTree
}

/** A fake of a service, whose links have the ID of what they open unless a test says how to read them. */
export function onTree(
  { service, tree }: OnTree,
  opened?: DmsStandIn['opened'],
  keptOf?: (entry: FakeEntry) => unknown,
) {
  const byId = (link: string) => {
    const ids = link.split(/[/?#=&]/).map(decodeURIComponent)
    // Salesforce marks the IDs of what it keeps by their kind.
    const found = ids.map((id) => tree.find(id) ?? tree.find(id.replace(/^d/, ''))).find(Boolean)
    return found && tree.pathOf(found)
  }
  return {
    port: service.port,
    opens: 'document' as DmsStandIn['opens'],
    opened: opened ?? byId,
    files: async () =>
      tree.below(tree.root.id).flatMap((entry) => {
        if (!entry.bytes) return []
        const sha256 = digestOf(entry.bytes, 'sha256').toString('hex')
        return [{ path: tree.pathOf(entry), sha256, kept: keptOf?.(entry) ?? entry.facts }]
      }),
    close: () => service.close(),
  }
}

/** s3rver, under the names of Amazon's own service. */
export async function startS3(): Promise<DmsStandIn> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-s3-'))
  const server = await startS3Server(folder)
  await server.makeBucket('filings')
  const settings = { region: 'us-east-1', database: 'filings', folder_id: 'Court' }
  const secret = { api_secret: 'S3RVER' }
  return {
    settings: { ...settings, api_key: 'S3RVER', ...secret },
    secret,
    port: server.port,
    property: 'Filed-In',
    files: async () =>
      Promise.all(
        [...(await server.objects('filings'))].map(async ([key, sha256]) => ({
          ...{ path: key, sha256 },
          kept: await server.metadata('filings', key),
        })),
      ),
    opens: 'document',
    opened: (link) => new URL(link).searchParams.get('prefix') ?? undefined,
    close: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type OnFolder = Omit<DmsStandIn, 'files' | 'close'> & { stop: () => Promise<void> }

/** A server over a new folder. */
export async function onFolder(start: (folder: string) => Promise<OnFolder>): Promise<DmsStandIn> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-dms-'))
  const { stop, ...rest } = await start(folder)
  return {
    ...rest,
    files: () => filesBelow(folder),
    close: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Every file below a folder of this machine. */
export async function filesBelow(folder: string): Promise<readonly SavedFile[]> {
  await mkdir(folder, { recursive: true })
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
  return Promise.all(
    files.map(async (file) => ({
      path: path.relative(folder, file),
      sha256: createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
      kept: undefined,
    })),
  )
}
