import { credentialKinds } from '@courtcrier/contract/credential-kinds.ts'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'

/** What credentials of every kind have: a table of all of them, to be joined by `firm_id` and `id`. */
export const credentialSettings = sql`(${sql.join(
  credentialKinds.map(
    (kind) =>
      sql`select firm_id, id, updated_at, create_folders, folder_creation_sync_delay from ${sql.table(tableOf(getResource(kind)))}`,
  ),
  sql` union all `,
)})`
