import { sql } from 'kysely'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import type { TestApi } from './api.ts'
import { makeWorld, type World } from './denied-world.ts'

/** Creates a world with a wall around the client of its second records, which keeps the Manager out of all of them. */
export async function makeWalledWorld(api: TestApi): Promise<World> {
  const world = await makeWorld(api)
  const { timekeeper } = world.ids
  const manager = api.userIds[1].Manager
  await withSystem(api.services.database, async (trx) => {
    await sql`reset role`.execute(trx)
    await sql`update users set timekeeper_id = ${timekeeper}::uuid where id = ${manager}::uuid`.execute(trx)
    await sql`delete from ethical_walls`.execute(trx)
    await sql`
      insert into ethical_walls (firm_id, id, name, wall_type, client_id, timekeeper_ids)
      values (1, ${newId()}::uuid, 'Screen', 'EXCLUSIONARY', ${world.others.client}::uuid,
        array[${timekeeper}]::uuid[])`.execute(trx)
    await sql`update firms set internal_walls_enabled = true`.execute(trx)
  })
  return world
}
