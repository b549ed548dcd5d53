import type { Database } from '../base/db/database.ts'
import { findPoolerProblem } from '../base/db/pooler.ts'
import type { Check } from './check.ts'

/** What a pooler between Courtcrier and the database keeps connections from doing; none if the database is embedded. */
export async function checkConnections(database: Database): Promise<readonly Check[]> {
  const name = 'Database connections'
  if (database.url === undefined) return []
  const problem = await findPoolerProblem(database)
  if (problem) return [{ name, state: problem.isSharing ? 'failed' : 'warning', sentence: problem.sentence }]
  return [{ name, state: 'ok', sentence: 'Each is a session of its own at the database server.' }]
}
