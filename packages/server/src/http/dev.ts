import { type DevAnswer, readDev } from '@courtcrier/contract/calls/console.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '../base/config.ts'
import { countJobs } from '../base/db/count-jobs.ts'
import type { Database } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newestMigration } from '../base/db/migrate.ts'
import type { Services } from '../base/services.ts'
import { version } from '../base/version.ts'
import { demand } from './resources.ts'
import { serveCall } from './server/serve-call.ts'

type DevDeps = Pick<Services, 'config' | 'database'>

/** What a developer needs first when something is wrong. No secrets: for a setting, at most whether it is set. */
export function devRoutes(api: FastifyInstance, deps: DevDeps): void {
  serveCall(api, readDev, async ({ request }) => {
    const { firmId } = demand(request, firm, 'READ')
    const { config, database } = deps
    return {
      version,
      build: config.build ?? null,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      roles: config.roles,
      up_seconds: Math.round(process.uptime()),
      memory_bytes: process.memoryUsage.rss(),
      server_time: new Date().toISOString(),
      database: await describeDatabase(database),
      queues: await countJobs(database, firmId),
      features: [...(await firmFeatures(database, firmId)), ...serverFeatures(config)],
    }
  })
}

async function describeDatabase(database: Database) {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(
    database.kysely,
  )
  return {
    kind: database.kind,
    version: rows[0]?.version ?? '',
    migration: (await newestMigration(database)) ?? null,
  }
}

type Feature = DevAnswer['features'][number]

async function firmFeatures(database: Database, firmId: number): Promise<Feature[]> {
  const { rows } = await withFirm(database, firmId, (trx) =>
    sql<{ booked: string[]; walls: boolean; links: boolean }>`select entitled_features as booked,
      internal_walls_enabled as walls, public_document_access as links from firms`.execute(trx),
  )
  const [found] = rows
  if (!found) return []
  return [
    ...found.booked.map((name) => ({ name, is_on: true })),
    { name: 'internal_walls', is_on: found.walls },
    { name: 'public_document_access', is_on: found.links },
  ]
}

function serverFeatures(config: Config): Feature[] {
  return [
    { name: 'demo', is_on: config.isDemo },
    { name: 'smtp_in', is_on: config.smtpPort !== undefined },
    { name: 'imap_in', is_on: config.imapAccounts.length > 0 },
    { name: 'mail_out', is_on: config.outgoing !== undefined },
    { name: 'metrics', is_on: config.metricsReaders !== undefined },
    { name: 'court_gateway', is_on: config.courtGateway !== undefined },
  ]
}
