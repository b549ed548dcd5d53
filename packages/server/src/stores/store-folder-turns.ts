import { setTimeout as sleep } from 'node:timers/promises'
import type { FolderKey, FolderTurns } from '@courtcrier/connectors/ways/folder-turns.ts'
import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'

/** How long a turn lasts if its process was stopped, in seconds: longer than any answer is waited for. */
const turnSeconds = 90
/** How often a process that waits for another's turn looks, in milliseconds. */
const lookMs = 250

/**
 * Keeps turns among the uploads under way, as one that no copy has. The database isn't held while a service is asked.
 */
export function openStoreFolderTurns({ database }: { database: Database }): FolderTurns {
  return {
    async run(key, work) {
      const turn = Buffer.from(newId())
      while (!(await take(database, key, turn))) await sleep(lookMs)
      try {
        return await work()
      } finally {
        // One that can't be ended now ends by itself.
        await withFirm(database, key.firmId, (trx) =>
          sql`delete from store_uploads where firm_id = ${key.firmId} and credential_id = ${key.credentialId}::uuid
            and upload_key = ${nameOf(key)} and state = ${turn}::bytea`.execute(trx),
        ).catch(() => undefined)
      }
    },
  }
}

/** False while another has it. */
async function take(database: Database, key: FolderKey, turn: Buffer): Promise<boolean> {
  return withFirm(database, key.firmId, async (trx) => {
    const { rows } = await sql`insert into store_uploads as u (firm_id, credential_id, upload_key, state)
      values (${key.firmId}, ${key.credentialId}::uuid, ${nameOf(key)}, ${turn}::bytea)
      on conflict (firm_id, credential_id, upload_key) do update set state = excluded.state, kept_at = now()
        where u.kept_at < now() - make_interval(secs => ${turnSeconds})
      returning 1`.execute(trx)
    return rows.length > 0
  })
}

function nameOf({ parentId, name }: FolderKey): string {
  return `making ${parentId} ${name.toLowerCase()}`
}
