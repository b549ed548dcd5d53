import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { lockFolder } from '@courtcrier/lib/folder-lock.ts'
import { type Outage, type OutageRecord, recordOutages } from '@courtcrier/lib/outage.ts'
import { PGlite, types as pgliteTypes } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { openEmbedded } from './embedded.ts'
import { embeddedDialect } from './embedded-driver.ts'
import { parseTimestamp } from './parse-timestamp.ts'
import { openServerConnections, type ServerConnections } from './server-connections.ts'
import { serverDialect } from './server-driver.ts'
import { SyncedNodeFS } from './synced-node-fs.ts'

/** Tables are described by the resource definitions and the migrations, not by a second list of types. */
export type Tables = Record<string, Record<string, unknown>>
export type Trx = Transaction<Tables>

/** The open database, embedded or a server. */
export interface Database {
  kysely: Kysely<Tables>
  kind: 'pglite' | 'postgres'
  /** Set when the database is embedded; the job queue shares its only connection. */
  pglite?: PGlite
  /** The embedded database's folder, unless it is in memory. */
  folder?: string
  /** Set when the database is a server, as is `server`. */
  url?: string
  server?: ServerConnections
  /** Whether the database is available, as last seen. */
  outage: Outage
  /** Whether it takes writes, as last seen: one that is full or read-only still answers questions. */
  writes: OutageRecord
  close: () => Promise<void>
}

/** Where the database is: a server's URL, a folder for the embedded one, or memory (from an image) for tests. */
export type DatabasePlace = { url: string; connections?: number } | { folder: string } | { image?: Blob }

/** Opens the database. Throws with a sentence if another Courtcrier uses the folder or the server can't be reached. */
export async function openDatabase(place: DatabasePlace): Promise<Database> {
  if ('url' in place) return openServer(place.url, place.connections ?? 24)
  if (!('folder' in place)) return openEmbeddedAt({ image: place.image })
  const folder = path.resolve(place.folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // PGlite itself lets a second process open the same folder, and then loses what one of them wrote.
  const unlock = await lockFolder(folder)
  const database = await openEmbeddedAt({ folder: path.join(folder, 'database') })
  return {
    ...database,
    close: async () => {
      await database.close()
      await unlock()
    },
  }
}

/**
 * Joins are written in the order they should run in; searching for a better one costs more than running them. And plans
 * are cached: one made while a table was nearly empty would read all of it forever, even to check a foreign key.
 */
export const planning = ['join_collapse_limit=1', 'from_collapse_limit=1', 'jit=off', 'enable_seqscan=off'] as const

async function openEmbeddedAt(source: { folder: string } | { image: Blob | undefined }): Promise<Database> {
  const open = async () => {
    const pglite = await PGlite.create({
      ...('folder' in source ? { fs: new SyncedNodeFS(source.folder), startParams: SyncedNodeFS.startParams } : {}),
      ...('image' in source && source.image ? { loadDataDir: source.image } : {}),
      extensions: { btree_gin, pg_trgm },
      parsers: { [pgliteTypes.DATE]: (text: string) => text, [pgliteTypes.INT8]: Number },
    })
    // A sync stops the whole process. Only a firm's own transactions wait for one (`withFirm`); the job queue's own
    // notes are recreated after a crash.
    await pglite.exec('set synchronous_commit = off')
    for (const setting of planning) await pglite.exec(`set ${setting}`)
    return pglite
  }
  const folder = 'folder' in source ? source.folder : undefined
  const { pglite, prepared, outage, close } = await openEmbedded(open, folder)
  const kysely = new Kysely<Tables>({ dialect: embeddedDialect(prepared) })
  return {
    kysely,
    kind: 'pglite',
    pglite,
    outage,
    writes: recordOutages(),
    ...(folder === undefined ? {} : { folder }),
    close,
  }
}

/**
 * Connections that stay open while no one uses them. A new one has to learn about the tables and to plan its statements,
 * for which the first notice after a quiet while would wait.
 */
const keptOpen = 6

function openServer(url: string, connections: number): Database {
  const server = openServerConnections(url)
  const pool = new pg.Pool({
    Client: server.Client,
    max: connections,
    min: keptOpen,
    // Lets statements be sent before the previous one is answered (server-driver.ts).
    pipeline: true,
    options: planning.map((setting) => `-c ${setting}`).join(' '),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') => {
        if (oid === pg.types.builtins.DATE) return (text: string) => text
        if (oid === pg.types.builtins.INT8) return Number
        if (oid === pg.types.builtins.TIMESTAMPTZ) return parseTimestamp
        return pg.types.getTypeParser(oid, format as 'text')
      },
    } as pg.CustomTypesConfig,
  })
  // A connection that the server ends while idle is replaced at the next query; without a listener Node would stop.
  pool.on('error', () => undefined)
  const kysely = new Kysely<Tables>({ dialect: serverDialect(pool) })
  const close = async () => {
    await server.close()
    await kysely.destroy()
  }
  return { kysely, kind: 'postgres', url, server, outage: server.outage, writes: recordOutages(), close }
}
