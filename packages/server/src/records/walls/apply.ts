import { setTimeout } from 'node:timers/promises'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { type RawBuilder, sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Database } from '../../base/db/database.ts'
import { withSystem } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { allWalled, type Lead, type Walled } from './leads.ts'
import { everyWall, wallTable } from './walls.ts'

/** A wall whose rows aren't all stamped, and the revision of the last request to apply it. */
interface Pending {
  firmId: number
  id: string
  revision: number
}

type WallServices = Pick<Services, 'database' | 'feed' | 'log'>

const pollMs = 60_000
const checkMs = 3_600_000
/** Rows per transaction. Someone writing one of them waits for all. */
const batch = 500

/** Applies pending walls, and checks periodically for rows with wrong stamps. */
export function startApplyingWalls(services: WallServices): () => Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  let running = Promise.resolve()
  const run = (work: () => Promise<unknown>) => {
    running = running.then(work).then(
      () => undefined,
      (error: unknown) => {
        if (!signal.aborted)
          services.log.error({ err: error }, 'ethical walls could not be applied; tried again in a minute')
      },
    )
  }
  const apply = () => run(() => applyPending(services.database, signal))
  const unsubscribe = services.feed.subscribe(({ entity }) => entity === 'job:walls' && apply(), apply)
  const timers = [setInterval(apply, pollMs), setInterval(() => run(() => checkStamps(services)), checkMs)]
  apply()
  return async () => {
    controller.abort()
    timers.forEach(clearInterval)
    unsubscribe()
    await running
  }
}

/** Stamps the rows of every pending wall. Returns the number of walls applied. */
export async function applyPending(database: Database, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (;;) {
    const [wall] = await findPending(database)
    if (!wall || signal?.aborted) return count
    for (const walled of allWalled()) await stampTable(database, walled, { wall, signal })
    if (await finish(database, wall)) count++
  }
}

/**
 * Looks for rows whose stamp and references disagree about a wall. There should be none: they are logged, and the wall
 * is enforced by references until they are stamped again. Returns how many there were.
 */
export async function checkStamps({ database, log }: Pick<Services, 'database' | 'log'>): Promise<number> {
  let count = 0
  for (const wall of await findKnown(database)) {
    for (const walled of allWalled()) {
      const ids = await findMisstamped(database, walled, wall)
      if (ids.length === 0) continue
      count += ids.length
      const told = { firm: wall.firmId, wall: wall.id, table: walled.table, rows: ids.length, first: ids[0] }
      log.error(told, 'rows were stamped with the wrong ethical walls; stamping them again')
      await askAnew(database, wall)
    }
  }
  await applyPending(database)
  return count
}

async function findPending(database: Database): Promise<readonly Pending[]> {
  return withSystem(database, async (trx) => {
    const { rows } = await sql<Pending>`
      select firm_id as "firmId", id, revision from walls_to_apply order by firm_id, id limit 1`.execute(trx)
    return rows
  })
}

/** Returns the walls that are applied, and deleted ones that a set still contains. */
async function findKnown(database: Database): Promise<readonly Omit<Pending, 'revision'>[]> {
  return withSystem(database, async (trx) => {
    const { rows } = await sql<Pending>`
      select firm_id as "firmId", id from (
        select firm_id, id from ${sql.table(wallTable)} union select firm_id, unnest(wall_ids) from wall_sets
        except select firm_id, id from walls_to_apply
      ) known order by 1, 2`.execute(trx)
    return rows
  })
}

async function askAnew(database: Database, { firmId, id }: Omit<Pending, 'revision'>): Promise<void> {
  await withSystem(database, (trx) =>
    sql`insert into walls_to_apply (firm_id, id) values (${firmId}, ${id}::uuid) on conflict do nothing`.execute(trx),
  )
}

/** Stops evaluating the wall by references, unless it was changed again meanwhile. */
async function finish(database: Database, { firmId, id, revision }: Pending): Promise<boolean> {
  return withSystem(database, async (trx) => {
    const { rows } = await sql`
      delete from walls_to_apply where firm_id = ${firmId} and id = ${id}::uuid and revision = ${revision}
      returning id`.execute(trx)
    if (rows.length === 0) return false
    // No row has a set with a deleted wall anymore.
    await sql`
      delete from wall_sets where firm_id = ${firmId} and wall_ids @> array[${id}::uuid]
        and not exists (select from ${everyWall(firmId)} w where w.id = ${id}::uuid)`.execute(trx)
    await announce(trx, { firmId, entity: firm.name, ids: [String(firmId)] })
    return true
  })
}

interface Stamping {
  wall: Pending
  signal: AbortSignal | undefined
}

/** Tables that lead to this one are stamped after it: what their rows lead to is right by then, and stays right. */
async function stampTable(database: Database, walled: Walled, { wall, signal }: Stamping): Promise<void> {
  const ids = await findMisstamped(database, walled, wall)
  for (let from = 0; from < ids.length; from += batch) {
    const some = ids.slice(from, from + batch)
    while (!(await stampRows(database, walled, { firmId: wall.firmId, ids: some })))
      await setTimeout(busyMs, null, { signal })
    signal?.throwIfAborted()
  }
  const left = ids.length > 0 ? await findMisstamped(database, walled, wall) : []
  if (left.length > 0)
    throw new Error(`${left.length} rows of ${walled.table} are not stamped with the wall ${wall.id}.`)
}

const busyMs = 100

/**
 * Returns false if a row stayed locked: its holder may be waiting for one of the others, and must not be the one a
 * deadlock aborts.
 */
async function stampRows(
  database: Database,
  { table }: Walled,
  { firmId, ids }: { firmId: number; ids: readonly string[] },
): Promise<boolean> {
  try {
    await withSystem(database, async (trx) => {
      await sql`select set_config('courtcrier.applies_walls', 'on', true), set_config('lock_timeout', '300ms', true),
        set_config('synchronous_commit', 'off', true)`.execute(trx)
      await sql`update ${sql.table(table)} set wall_set = 0
        where firm_id = ${firmId} and id = any(${ids}::uuid[])`.execute(trx)
    })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['55P03', '40P01'].includes(String(error.code))) return false
    throw error
  }
}

/**
 * Returns the IDs of rows that should be behind the wall, by the stamps of what they lead to, and aren't; or the
 * reverse.
 */
async function findMisstamped(
  database: Database,
  { table, wallColumn, leads }: Walled,
  { firmId, id }: Omit<Pending, 'revision'>,
): Promise<readonly string[]> {
  const sets = sql`(select array(
    select s.id from wall_sets s where s.firm_id = ${firmId} and s.wall_ids @> array[${id}::uuid]))::integer[]`
  const isBehind = (row: 'd' | 'p') =>
    sql`${sql.ref(`${row}.wall_set`)} <> 0 and ${sql.ref(`${row}.wall_set`)} = any(${sets})`
  const ways = leads.map((lead) => ({ from: tableOf(lead.target), joins: joinOf(lead), isThere: isBehind('p') }))
  if (wallColumn)
    ways.push({
      from: wallTable,
      joins: sql`d.id = ${sql.ref(`p.${wallColumn}`)}`,
      isThere: sql`p.id = ${id}::uuid`,
    })
  const here = sql`d.firm_id = ${firmId}`
  const missing = ways.map(
    ({ from, joins, isThere }) => sql`
      select d.id from ${sql.table(from)} p join ${sql.table(table)} d on ${here} and ${joins}
      where p.firm_id = ${firmId} and ${isThere} and (${isBehind('d')}) is false`,
  )
  const surplus = sql`
    select d.id from ${sql.table(table)} d where ${here} and ${isBehind('d')} and not (${sql.join(
      ways.map(
        ({ from, joins, isThere }) =>
          sql`exists (select from ${sql.table(from)} p where p.firm_id = ${firmId} and ${joins} and ${isThere})`,
      ),
      sql` or `,
    )})`
  return withSystem(database, async (trx) => {
    const { rows } = await sql<{ id: string }>`${sql.join([...missing, surplus], sql` union `)} order by 1`.execute(trx)
    return rows.map((row) => row.id)
  })
}

/** Returns the condition for a row `d` to lead to `p`. */
function joinOf({ column, isList }: Lead): RawBuilder<unknown> {
  const led = sql.ref(`d.${column}`)
  return isList ? sql`${led} <> '{}' and ${led} @> array[p.id]` : sql`${led} = p.id`
}
