import { sql } from 'kysely'
import { sessionEntity } from '../auth/authenticate.ts'
import { announce } from '../base/db/changes.ts'
import { countJobs } from '../base/db/count-jobs.ts'
import type { Services } from '../base/services.ts'
import { seedFirm } from './seed.ts'
import type { DemoWorld } from './world.ts'

/** The number of the demo's only firm. */
const firmId = 1

/** Deletes everything the demo firm has and recreates it, as on the first start. */
export async function resetFirm(services: Services, world: DemoWorld): Promise<void> {
  await untilIdle(services)
  await emptyTables(services)
  await seedFirm(services, world)
  await services.database.kysely.transaction().execute(async (trx) => {
    for (const entity of ['firm', sessionEntity]) await announce(trx, { firmId, entity, ids: [String(firmId)] })
  })
}

/** How long to wait for running work; anything still running after that has nothing left to write to. */
const patienceMs = 10_000

async function untilIdle({ database }: Services): Promise<void> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    if ((await countJobs(database, firmId)).every(({ waiting, running }) => waiting + running === 0)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Runs as the database's owner: no role of the program may truncate a table. */
async function emptyTables({ database }: Services): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(
      trx,
    )
    await sql`delete from pgboss.job where state in ('created', 'retry')`.execute(trx)
    await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(`public.${name}`)))}`.execute(trx)
  })
}
