import os from 'node:os'
import { parseArgs } from 'node:util'
import { settingsToName } from './costly-statements.ts'
import { measureMorning } from './deliver-digests.ts'
import { measureServices } from './deliver-services.ts'
import { measureWork } from './deliver-work.ts'
import { onDatabases } from './on-databases.ts'
import { startPostgres, type TemporaryPostgres } from './postgres.ts'

/**
 * Measures how many people are notified and documents saved per second, with one worker and with three on PostgreSQL,
 * its cost and its limiting factor; how many documents are saved per second to services that take their time; and how
 * long a morning's daily digests take. Ends with exit code 1 if a limit is missed.
 */
export async function benchDeliver(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      deliveries: { type: 'string', default: '1500' },
      services: { type: 'string', default: '3600' },
      digests: { type: 'string', default: '2000' },
      on: { type: 'string', default: 'both' },
      new: { type: 'boolean', default: false },
      statements: { type: 'string', default: '0' },
    },
  })
  const [deliveries, digests, isNew] = [Number(values.deliveries), Number(values.digests), values.new]
  const [saved, statements] = [Number(values.services), Number(values.statements)]
  console.log(`${os.availableParallelism()} cores, Node ${process.version}, load ${os.loadavg()[0]?.toFixed(1)}`)
  const on = onDatabases(values.on)
  const isMet: boolean[] = []
  if (on.postgres) isMet.push(...(await benchServer({ deliveries, saved, digests, isNew, statements })))
  if (on.embedded && digests > 0)
    isMet.push(await measureMorning({ label: 'Embedded (PGlite)', count: digests, isNew }))
  if (isMet.includes(false)) process.exitCode = 1
}

interface ServerRun {
  deliveries: number
  /** Copies to services. */
  saved: number
  digests: number
  isNew: boolean
  /** How many of the costliest statements of the copies to services are named. */
  statements: number
}

async function benchServer({ deliveries, saved, digests, isNew, statements }: ServerRun): Promise<boolean[]> {
  const isMet: boolean[] = []
  const measures = [
    ...(deliveries > 0 ? [(postgres: TemporaryPostgres) => measureWork(postgres, deliveries)] : []),
    ...(saved > 0 ? [(postgres: TemporaryPostgres) => measureServices(postgres, { count: saved, statements })] : []),
  ]
  for (const measure of measures) {
    const postgres = await startPostgres({ settings: settingsToName(statements) })
    if (!postgres) {
      console.log('PostgreSQL: skipped, no server is installed (apt-get install postgresql).')
      return []
    }
    try {
      isMet.push(await measure(postgres))
    } finally {
      await postgres.stop()
    }
  }
  if (digests === 0) return isMet
  // Autovacuum's analyze would interfere a minute after the start.
  const postgres = await startPostgres({ settings: isNew ? ['autovacuum=off'] : [] })
  if (!postgres) return isMet
  try {
    isMet.push(await measureMorning({ label: 'PostgreSQL', count: digests, postgres, isNew }))
  } finally {
    await postgres.stop()
  }
  return isMet
}
