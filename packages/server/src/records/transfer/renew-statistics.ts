import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import type { Database } from '../../base/db/database.ts'
import { analyzeTable } from '../../base/db/maintenance.ts'
import type { ImportCounts } from './import-result.ts'

/** From this many rows, the planner's statistics of a table are outdated. */
const worthStatistics = 1000

/**
 * Renews a table's statistics after a large import. Autovacuum would take a minute, and the embedded database has none;
 * until then the planner believes the table is as small as before, even before a dry run, and reads all of it for each
 * row an undo removes.
 */
export async function renewStatistics(
  database: Database,
  resource: Resource,
  { new: made, changed, deleted }: ImportCounts,
): Promise<void> {
  if (made + changed + deleted >= worthStatistics) await analyzeTable(database, tableOf(resource))
}
