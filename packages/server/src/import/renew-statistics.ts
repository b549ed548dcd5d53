import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import type { Database } from '../base/db/database.ts'
import { analyzeTable } from '../base/db/maintenance.ts'
import type { ImportCounts } from './import-result.ts'

/** So many rows make the table another one to the planner. */
const worthStatistics = 1000

/**
 * Autovacuum would come by in a minute, and never comes to the embedded database; until then the planner takes the table
 * for as small as it was, also a dry run ago, and reads all of it for each row that an undo removes.
 */
export async function renewStatistics(
  database: Database,
  resource: Resource,
  { new: made, changed, deleted }: ImportCounts,
): Promise<void> {
  if (made + changed + deleted >= worthStatistics) await analyzeTable(database, tableOf(resource))
}
