import { sql } from 'kysely'
import type { Database } from '../packages/server/src/base/db/database.ts'
import { withSystem } from '../packages/server/src/base/db/firm-transaction.ts'
import { applyPending } from '../packages/server/src/records/walls/apply.ts'

/** A user kept out by every wall of the bench, with the administrator's role and password. */
export const walledUser = 'walled@bench.example'

/**
 * Creates this many ethical walls in the large firm, around clients with many and with few records, each of which keeps
 * one timekeeper out, and waits until they are applied. Returns how long that took, in seconds.
 */
export async function raiseWalls(database: Database, count: number): Promise<number> {
  await sql`grant usage on schema bench to public`.execute(database.kysely)
  await withSystem(database, async (trx) => {
    await sql`delete from ethical_walls where firm_id = 1`.execute(trx)
    await sql`update firms set internal_walls_enabled = true where firm_id = 1`.execute(trx)
    await sql`insert into users (firm_id, id, email, full_name, security_role_id, timekeeper_id)
      select firm_id, bench.id('walled', 1, 1), ${walledUser}, 'Walled off', security_role_id, bench.id('timekeeper', 1, 1)
      from users where firm_id = 1 and timekeeper_id is null on conflict do nothing`.execute(trx)
    await sql`insert into user_secrets (firm_id, id, password_hash)
      select firm_id, bench.id('walled', 1, 1), password_hash from user_secrets where firm_id = 1
      order by id <> bench.id('walled', 1, 1) desc limit 1 on conflict do nothing`.execute(trx)
  })
  await withSystem(database, (trx) =>
    sql`insert into ethical_walls (firm_id, id, name, wall_type, client_id, timekeeper_ids)
      select 1, bench.id('wall', 1, n), 'Wall ' || n, case when n % 2 = 0 then 'EXCLUSIONARY' else 'INCLUSIONARY' end,
        bench.id('client', 1, 1 + n * n), array[bench.id('timekeeper', 1, case when n % 2 = 0 then 1 else 2 end)]
      from generate_series(1, ${count}) n`.execute(trx),
  )
  const started = performance.now()
  await applyPending(database)
  const seconds = (performance.now() - started) / 1000
  // Autovacuum would do this in its own time.
  await sql`vacuum analyze`.execute(database.kysely)
  return seconds
}
