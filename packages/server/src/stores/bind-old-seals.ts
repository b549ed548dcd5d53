import { snakeCase } from '@courtcrier/contract/names.ts'
import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { destinationOf, hasDirectedSecrets } from '@courtcrier/contract/secret-destination.ts'
import { isBoundSeal, type SealingBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Trx } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'

interface Keeper {
  database: Database
  secrets: SealingBox
  log: Pick<Logger, 'warn'>
}

/**
 * Secrets sealed before seals named a destination would open for any. Reseals them for the destination of their rows.
 * Runs at every start, because an older backup may have been restored. Returns how many there were.
 */
export async function bindOldSeals({ database, secrets, log }: Keeper): Promise<number> {
  let bound = 0
  for (const resource of resources.filter(hasDirectedSecrets))
    bound += await withSystem(database, (trx) => bindThose(trx, resource, { secrets, log }))
  return bound
}

async function bindThose(trx: Trx, resource: Resource, { secrets, log }: Omit<Keeper, 'database'>): Promise<number> {
  const columns = Object.keys(resource.fields)
    .filter((key) => resource.fields[key]?.kind === 'secret')
    .map(snakeCase)
  const table = sql.table(tableOf(resource))
  const isOld = columns.map((column) => sql`substring(${sql.ref(column)} from 1 for 1) = '\\x01'::bytea`)
  const { rows } =
    await sql<DatabaseRecord>`select * from ${table} where ${sql.join(isOld, sql` or `)} for update`.execute(trx)
  let bound = 0
  for (const record of rows) {
    const destination = destinationOf(resource, rowOf(resource, record))
    for (const column of columns) {
      const sealed = record[column] as Uint8Array | null
      const anew = sealed && !isBoundSeal(sealed) ? sealAnew(secrets, sealed, destination) : undefined
      if (anew) {
        await sql`update ${table} set ${sql.ref(column)} = ${anew}::bytea
          where firm_id = ${record.firm_id} and id = ${record.id}`.execute(trx)
        bound += 1
      } else if (sealed && !isBoundSeal(sealed))
        log.warn(
          { resource: resource.name, id: record.id },
          'a stored secret was sealed with another key and stays as it is',
        )
    }
  }
  return bound
}

/** Undefined if it was sealed with a key that this server no longer has. */
function sealAnew(secrets: SealingBox, sealed: Uint8Array, destination: string): Buffer | undefined {
  try {
    return Buffer.from(secrets.seal(secrets.open(sealed), destination))
  } catch {
    // Anyone using it is told to enter it again.
    return undefined
  }
}
