import { setTimeout as sleep } from 'node:timers/promises'
import { type FolderKey, type FolderTurns, folderKeyText } from '@courtcrier/connectors/ways/folder-turns.ts'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'

interface TurnsOptions {
  database: Database
  log: Pick<Logger, 'warn'>
}

/** How long a turn lasts if its process was stopped, in seconds: longer than any answer is waited for. */
const turnSeconds = 90
/** How often a process that waits for another's turn looks, in milliseconds. */
const lookMs = 250
/** What no one has asked for in this many days is forgotten. */
const keptDays = 1

/** Keeps turns in the database, which isn't held while a service is asked. */
export function openStoreFolderTurns({ database, log }: TurnsOptions): FolderTurns {
  return {
    async run(key, work) {
      const turn = Buffer.from(newId())
      while (!(await take(database, key, turn))) await sleep(lookMs)
      try {
        return await work()
      } finally {
        await end(database, key, turn).catch((err: unknown) =>
          log.warn(
            { err, firmId: key.firmId, parentId: key.parentId },
            'a turn at making a folder in a DMS could not be ended, and ends by itself',
          ),
        )
      }
    },
    awaited: {
      find: (key) =>
        withFirm(database, key.firmId, async (trx) => {
          const { rows } = await sql<{ state: Uint8Array }>`
            select state from store_folders where firm_id = ${key.firmId} and folder_key = ${awaited(key)}`.execute(trx)
          return rows[0] && JSON.parse(Buffer.from(rows[0].state).toString())
        }),
      keep: (key, state) =>
        withFirm(database, key.firmId, async (trx) => {
          await sql`insert into store_folders (firm_id, folder_key, state)
            values (${key.firmId}, ${awaited(key)}, ${Buffer.from(JSON.stringify(state))}::bytea)
            on conflict (firm_id, folder_key) do update set state = excluded.state, kept_at = now()`.execute(trx)
        }),
      forget: (key) =>
        withFirm(database, key.firmId, async (trx) => {
          await sql`delete from store_folders where firm_id = ${key.firmId} and folder_key = ${awaited(key)}`.execute(
            trx,
          )
        }),
    },
  }
}

/** False while another has it. */
async function take(database: Database, key: FolderKey, turn: Buffer): Promise<boolean> {
  return withFirm(database, key.firmId, async (trx) => {
    const { rows } = await sql`insert into store_folders as f (firm_id, folder_key, state)
      values (${key.firmId}, ${making(key)}, ${turn}::bytea)
      on conflict (firm_id, folder_key) do update set state = excluded.state, kept_at = now()
        where f.kept_at < now() - make_interval(secs => ${turnSeconds})
      returning 1`.execute(trx)
    return rows.length > 0
  })
}

async function end(database: Database, key: FolderKey, turn: Buffer): Promise<void> {
  await withFirm(database, key.firmId, async (trx) => {
    await sql`delete from store_folders where firm_id = ${key.firmId}
      and folder_key = ${making(key)} and state = ${turn}::bytea`.execute(trx)
    await sql`delete from store_folders
      where firm_id = ${key.firmId} and kept_at < now() - make_interval(days => ${keptDays})`.execute(trx)
  })
}

function making(key: FolderKey): string {
  return `making ${folderKeyText(key)}`
}

function awaited(key: FolderKey): string {
  return `awaited ${folderKeyText(key)}`
}
