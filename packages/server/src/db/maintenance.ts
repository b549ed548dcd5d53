import type { Database } from './database.ts'

const checkpointMs = 60_000
const vacuumMs = 30 * 60_000

/**
 * The embedded database has no background processes: its log grows until somebody checkpoints, and dead rows
 * stay until somebody vacuums. A server sees to both itself.
 */
export function startMaintenance(database: Database, onError: (error: unknown) => void): () => void {
  const { pglite } = database
  if (!pglite) return () => undefined
  const every = (ms: number, statement: string) => setInterval(() => pglite.exec(statement).catch(onError), ms)
  const timers = [every(checkpointMs, 'checkpoint'), every(vacuumMs, 'vacuum analyze')]
  return () => timers.forEach(clearInterval)
}
