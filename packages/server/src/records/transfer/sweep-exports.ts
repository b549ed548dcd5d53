import { sql } from 'kysely'
import { withSystem } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { openExportFiles } from './export-file.ts'
import { exportHours } from './export-run.ts'

const everyMs = 10 * 60_000

/** Removes expired exports and their files. */
export function startExportSweep(services: Pick<Services, 'database' | 'config' | 'log'>): () => void {
  const run = () =>
    sweepExports(services).catch((err: unknown) => services.log.error({ err }, 'old exports could not be removed'))
  const timer = setInterval(run, everyMs)
  return () => clearInterval(timer)
}

export async function sweepExports({ database, config }: Pick<Services, 'database' | 'config'>): Promise<void> {
  const files = openExportFiles(config.blobFolder)
  const gone = await withSystem(database, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      delete from export_runs where expires_at < now() and status not in ('waiting', 'running') returning id`.execute(
      trx,
    )
    return rows
  })
  for (const { id } of gone) await files.remove(id)
  // Leftovers of a crash; nothing takes that long to write.
  await files.sweep(2 * exportHours * 3_600_000)
}
