import { parseSearchQuery } from '@courtcrier/contract/query.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import '../../behaviours/registry.ts'
import type { Database, Trx } from '../../base/db/database.ts'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { runCount, runSearch } from '../../http/run-search.ts'
import { openReusedDatabase } from '../../testing/database.ts'
import { isLongRun } from '../../testing/long-run.ts'
import type { Caller } from '../caller.ts'
import { getRow } from '../read-row.ts'
import { applyPending, checkStamps } from './apply.ts'
import { allWalled } from './leads.ts'

/** What leads where, written by hand, since the program derives it from the definitions. */
const leadsOf: Readonly<Record<string, readonly string[]>> = {
  client: [],
  matter: ['client_id'],
  case: ['matter_id'],
  envelope: ['case_id', 'other_case_ids', 'possible_case_ids'],
  inbox_item: ['case_id', 'envelope_id', 'other_case_ids'],
  document: ['envelope_id'],
  delivery: ['envelope_id', 'inbox_item_id'],
  document_copy: ['envelope_id', 'inbox_item_id', 'document_id', 'case_id'],
  auto_case_creation: ['matter_id'],
  jurisdiction_preference: ['auto_case_creation_id'],
  ethical_wall: ['matter_id', 'client_id'],
}
const kinds = Object.keys(leadsOf)
const kindOfLead: Readonly<Record<string, string>> = {
  client_id: 'client',
  matter_id: 'matter',
  case_id: 'case',
  other_case_ids: 'case',
  possible_case_ids: 'case',
  envelope_id: 'envelope',
  inbox_item_id: 'inbox_item',
  document_id: 'document',
  auto_case_creation_id: 'auto_case_creation',
}
const listsOfCases = ['other_case_ids', 'possible_case_ids']
const mustLead = new Set(['matter client_id', 'case matter_id', 'document envelope_id', 'delivery envelope_id'])
for (const lead of ['envelope_id', 'inbox_item_id']) mustLead.add(`document_copy ${lead}`)
mustLead.add('delivery inbox_item_id')

interface Row {
  kind: string
  id: string
  leads: Record<string, string | string[] | null>
}

interface Wall extends Row {
  type: 'INCLUSIONARY' | 'EXCLUSIONARY'
  people: readonly string[]
}

/** The whole state, as the test models it. */
interface World {
  rows: Map<string, Row>
  walls: Map<string, Wall>
  isOn: boolean
}

const timekeepers = [newId(), newId()]
const jurisdiction = newId()
const policy = newId()

/** Returns the walls around a row and around what it leads to, calculated anew each time. */
function wallsOf({ rows, walls }: World, row: Row): Set<string> {
  const own = [...walls.values()].filter(({ leads }) => Object.values(leads).includes(row.id))
  const led = Object.values(row.leads).flatMap((id) => id ?? [])
  const found = led.flatMap((id) => {
    const target = rows.get(id)
    return target ? [...wallsOf({ rows, walls, isOn: true }, target)] : []
  })
  return new Set([...own.map(({ id }) => id), ...found])
}

function isSeen(world: World, row: Row, timekeeper: string): boolean {
  if (!world.isOn) return true
  return [...wallsOf(world, row)].every((id) => {
    const wall = world.walls.get(id)
    return wall && wall.people.includes(timekeeper) === (wall.type === 'INCLUSIONARY')
  })
}

interface Step {
  act: 'make' | 'move' | 'raise' | 'change' | 'lift' | 'remove' | 'switch' | 'apply' | 'look'
  kind: number
  pick: number
  other: number
  /** Whether the transaction has already stamped as many rows as it may, so that any more are left to the job. */
  isFull: boolean
}

const steps = fc.array(
  fc.record<Step>({
    act: fc.constantFrom(
      'make',
      'make',
      'make',
      'move',
      'move',
      'raise',
      'raise',
      'change',
      'lift',
      'remove',
      'switch',
      'apply',
      'look',
    ),
    kind: fc.nat(kinds.length - 2),
    pick: fc.nat(1000),
    other: fc.nat(1000),
    isFull: fc.boolean(),
  }),
  { minLength: 10, maxLength: 45 },
)

const numRuns = isLongRun ? 50 : 3

test('every field that can lead to a wall is among those written here', () => {
  const derived = allWalled().map(({ resource, leads }) => [resource.name, leads.map(({ column }) => column)] as const)
  // No step of this test says which cases a delivery was about before.
  const modeled = derived.map(([name, columns]) => [name, columns.filter((column) => column !== 'former_case_ids')])
  expect(Object.fromEntries(modeled)).toEqual(leadsOf)
})

test('after any sequence of writes, searches by stamps match the references', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const database = await openWorld()
      try {
        const world: World = { rows: new Map(), walls: new Map(), isOn: true }
        // Starts with something of each kind.
        for (const [kind] of kinds.slice(0, -1).entries())
          for (const pick of [0, 1])
            await take(database, world, { act: 'make', kind, pick, other: pick, isFull: false })
        for (const step of all) await take(database, world, step)
        await compareLooks(database, world)
        await applyPending(database)
        await compareLooks(database, world)
        await compareStamps(database, world)
      } finally {
        await database.close()
      }
    }),
    { numRuns },
  )
})

test('a row that leads behind a wall through a single one of its fields is behind it', async () => {
  const database = await openWorld()
  try {
    const world: World = { rows: new Map(), walls: new Map(), isOn: true }
    await withFirm(database, 1, async (trx) => {
      const [open, walled] = [await makeChain(trx, world), await makeChain(trx, world)]
      for (const [kind, columns] of Object.entries(leadsOf).filter(([kind]) => kind !== 'ethical_wall'))
        for (const column of columns)
          await makeLeading(trx, world, { kind, targetOf: (each) => (each === column ? walled : open) })
      const around = { matter_id: null, client_id: walled.client ?? null }
      await raiseWall(trx, world, { leads: around, type: 'EXCLUSIONARY', people: timekeepers.slice(1) })
    })
    await compareLooks(database, world)
    await applyPending(database)
    await compareStamps(database, world)
  } finally {
    await database.close()
  }
})

/** One row of each kind, by kind, all leading to each other. */
async function makeChain(trx: Trx, world: World): Promise<Record<string, string>> {
  const chain: Record<string, string> = {}
  for (const kind of kinds.slice(0, -1)) chain[kind] = await makeLeading(trx, world, { kind, targetOf: () => chain })
  return chain
}

async function makeLeading(
  trx: Trx,
  { rows }: World,
  { kind, targetOf }: { kind: string; targetOf: (column: string) => Record<string, string> },
): Promise<string> {
  const leads = (leadsOf[kind] ?? []).map((column) => {
    const target = targetOf(column)[kindOfLead[column] ?? ''] ?? ''
    return [column, listsOfCases.includes(column) ? [target] : target]
  })
  const row: Row = { kind, id: newId(), leads: Object.fromEntries(leads) }
  await insertRow(trx, row)
  rows.set(row.id, row)
  return row.id
}

async function openWorld(): Promise<Database> {
  const database = await openReusedDatabase()
  await withSystem(database, async (trx) => {
    await sql`insert into firms (firm_id, id, name) values (1, 1, 'Hale & Osei LLP')`.execute(trx)
    for (const id of timekeepers)
      await sql`insert into timekeepers (firm_id, id, full_name, sort_name, email)
        values (1, ${id}::uuid, 'Someone', ${id}, ${`${id}@one.example`})`.execute(trx)
    await sql`insert into jurisdictions (firm_id, id, name) values (1, ${jurisdiction}::uuid, 'N.D. Cal.')`.execute(trx)
    await sql`insert into credentials (firm_id, id, name, kind) values (1, ${policy}::uuid, 'Files', 'folder')`.execute(
      trx,
    )
    await sql`insert into storage_policies (firm_id, id, name, document_path, document_name, dms_credential_id)
      values (1, ${policy}::uuid, 'Files', '/', '{title}', ${policy}::uuid)`.execute(trx)
  })
  return database
}

async function take(database: Database, world: World, step: Step): Promise<void> {
  const { act } = step
  if (act === 'apply') return void (await applyPending(database))
  if (act === 'look') return compareLooks(database, world)
  await withFirm(database, 1, async (trx) => {
    if (step.isFull) await sql`select set_config('courtcrier.rows_restamped', '500', true)`.execute(trx)
    await acts[act](trx, world, step)
  })
}

type Act = (trx: Trx, world: World, step: Step) => Promise<void>

const acts: Readonly<Record<Exclude<Step['act'], 'apply' | 'look'>, Act>> = {
  make: async (trx, world, { kind, pick, other }) => {
    const name = kinds[kind] ?? 'client'
    const row: Row = { kind: name, id: newId(), leads: leadsFor(world, name, { pick, other }) }
    await insertRow(trx, row)
    world.rows.set(row.id, row)
  },
  move: async (trx, world, { pick, other }) => {
    const row = [...world.rows.values()].filter(({ leads }) => Object.keys(leads).length > 0)[pick % world.rows.size]
    if (!row) return
    row.leads = leadsFor(world, row.kind, { pick: other, other: pick })
    await sql`update ${sql.table(tableOf(getResource(row.kind)))} set ${sql.join(
      columnsOf(row.leads).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    )} where firm_id = 1 and id = ${row.id}::uuid`.execute(trx)
  },
  raise: (trx, world, step) => raiseWall(trx, world, wallFor(world, step)),
  change: async (trx, world, step) => {
    const wall = pickOf([...world.walls.values()], step.other)
    if (!wall) return
    Object.assign(wall, wallFor(world, step))
    await sql`update ethical_walls set wall_type = ${wall.type}, matter_id = ${wall.leads.matter_id}::uuid,
      client_id = ${wall.leads.client_id}::uuid, timekeeper_ids = ${[...wall.people]}::uuid[]
      where firm_id = 1 and id = ${wall.id}::uuid`.execute(trx)
  },
  lift: async (trx, world, { pick }) => {
    const wall = pickOf([...world.walls.values()], pick)
    if (!wall) return
    await sql`delete from ethical_walls where firm_id = 1 and id = ${wall.id}::uuid`.execute(trx)
    world.walls.delete(wall.id)
    world.rows.delete(wall.id)
  },
  // Removes a case that only lists lead to, which no foreign key prevents.
  remove: async (trx, world, { pick }) => {
    const isLed = (id: string) =>
      [...world.rows.values()].some(({ leads }) => Object.values(leads).some((led) => led === id))
    const row = pickOf(
      [...world.rows.values()].filter(({ kind, id }) => kind === 'case' && !isLed(id)),
      pick,
    )
    if (!row) return
    await sql`delete from cases where firm_id = 1 and id = ${row.id}::uuid`.execute(trx)
    world.rows.delete(row.id)
    if (pick % 2 === 0) return
    // And is restored, as by an undo.
    await insertRow(trx, row)
    world.rows.set(row.id, row)
  },
  switch: async (trx, world) => {
    world.isOn = !world.isOn
    await sql`update firms set internal_walls_enabled = ${world.isOn} where firm_id = 1`.execute(trx)
  },
}

async function raiseWall(trx: Trx, world: World, of: Omit<Wall, 'kind' | 'id'>): Promise<void> {
  const wall: Wall = { kind: 'ethical_wall', id: newId(), ...of }
  await sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, client_id, timekeeper_ids) values (1,
    ${wall.id}::uuid, ${wall.id}, ${wall.type}, ${wall.leads.matter_id}::uuid, ${wall.leads.client_id}::uuid,
    ${[...wall.people]}::uuid[])`.execute(trx)
  world.walls.set(wall.id, wall)
  world.rows.set(wall.id, wall)
}

function pickOf<T>(all: readonly T[], pick: number): T | undefined {
  return all[pick % all.length]
}

function leadsFor({ rows }: World, kind: string, { pick, other }: Pick<Step, 'pick' | 'other'>): Row['leads'] {
  const numbers = [pick, other, pick + other]
  return Object.fromEntries(
    (leadsOf[kind] ?? []).map((column, position) => {
      const ids = [...rows.values()].filter((row) => row.kind === kindOfLead[column]).map(({ id }) => id)
      const number = numbers[position] ?? 0
      const one = ids[number % ids.length] ?? null
      if (listsOfCases.includes(column))
        return [column, number % 2 === 0 ? [] : ids.filter((_, n) => (number >> n) % 2 === 1)]
      return [column, number % 3 === 0 && !mustLead.has(`${kind} ${column}`) ? null : one]
    }),
  )
}

function wallFor(world: World, { pick, other, kind }: Step): Pick<Wall, 'leads' | 'type' | 'people'> {
  const { matter_id = null, client_id = null } = leadsFor(world, 'ethical_wall', { pick: pick + 1, other })
  const leads =
    matter_id || client_id ? { matter_id, client_id } : leadsFor(world, 'ethical_wall', { pick: 1, other: 1 })
  const people = kind % 3 === 0 ? timekeepers : timekeepers.filter((_, n) => n === kind % 2)
  return { leads, type: pick % 2 === 0 ? 'INCLUSIONARY' : 'EXCLUSIONARY', people }
}

function columnsOf(leads: Row['leads']): [string, RawBuilder<unknown>][] {
  return Object.entries(leads).map(([column, value]) => [
    column,
    Array.isArray(value) ? sql`${value}::uuid[]` : sql`${value}::uuid`,
  ])
}

const filled: Readonly<Record<string, (id: string) => Record<string, unknown>>> = {
  client: (id) => ({ name: id, number: id }),
  matter: (id) => ({ name: id, number: id }),
  case: (id) => ({ name: id, case_number: id, jurisdiction_id: jurisdiction }),
  envelope: () => ({}),
  inbox_item: (id) => ({ status: 'Succeeded', received_at: new Date(), raw_content: 'raw', fingerprint: id }),
  document: (id) => ({ position: Number.parseInt(id.slice(-6), 16), title: id }),
  delivery: (id) => ({ email: `${id}@one.example`, method: 'PDF', message_id: id, status: 'sent', attempts: 1 }),
  document_copy: (id) => ({ storage_policy_id: policy, copy_key: id, file_id: id }),
  auto_case_creation: (id) => ({ name: id }),
  jurisdiction_preference: (id) => ({ description: id }),
}

async function insertRow(trx: Trx, { kind, id, leads }: Row): Promise<void> {
  const values = Object.entries(filled[kind]?.(id) ?? {}).map(([column, value]): [string, RawBuilder<unknown>] => [
    column,
    sql`${value}`,
  ])
  const columns = [...values, ...columnsOf(leads)]
  await sql`insert into ${sql.table(tableOf(getResource(kind)))} (firm_id, id${sql.join([sql``, ...columns.map(([column]) => sql.ref(column))])})
    values (1, ${id}::uuid${sql.join([sql``, ...columns.map(([, value]) => value)])})`.execute(trx)
}

async function compareLooks(database: Database, world: World): Promise<void> {
  for (const timekeeperId of timekeepers) {
    const caller = callerOf(timekeeperId)
    for (const kind of kinds) {
      const all = [...world.rows.values()].filter((row) => row.kind === kind)
      const expected = all.filter((row) => isSeen(world, row, timekeeperId)).map(({ id }) => id)
      const resource = getResource(kind)
      expect(await listed(database, resource, caller), kind).toEqual(expected.toSorted())
      for (const { id } of all.slice(0, 4))
        expect(await isThere(database, resource, { caller, id })).toBe(expected.includes(id))
    }
  }
}

function callerOf(timekeeperId: string): Caller {
  return { firmId: 1, userId: newId(), timekeeperId, role: { id: newId(), ...systemRoles[0] } } as Caller
}

async function listed(database: Database, resource: Resource, caller: Caller): Promise<string[]> {
  const parsed = parseSearchQuery(resource, { max: '500' }, caller.role)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const wanted = { query: parsed.query, caller }
  const { rows, total } = await runSearch({ database }, resource, wanted)
  expect([total, await runCount({ database }, resource, wanted)]).toEqual([rows.length, rows.length])
  return rows.map(({ id }) => String(id)).toSorted()
}

async function isThere(
  database: Database,
  resource: Resource,
  { caller, id }: { caller: Caller; id: string },
): Promise<boolean> {
  return withFirm(database, 1, (trx) => getRow(trx, resource, { ...caller, id })).then(
    () => true,
    () => false,
  )
}

/** Compares the stamps themselves, once everything is applied: including walls that exclude no one. */
async function compareStamps(database: Database, world: World): Promise<void> {
  for (const kind of kinds) {
    const { rows } = await withFirm(database, 1, (trx) =>
      sql<{ id: string; walls: string[] | null }>`
        select t.id, s.wall_ids as walls from ${sql.table(tableOf(getResource(kind)))} t
          left join wall_sets s on s.firm_id = t.firm_id and s.id = t.wall_set`.execute(trx),
    )
    const stamped = new Map(rows.map(({ id, walls }) => [id, (walls ?? []).toSorted()]))
    const all = [...world.rows.values()].filter((row) => row.kind === kind)
    expect(stamped).toEqual(new Map(all.map((row) => [row.id, [...wallsOf(world, row)].toSorted()])))
  }
  expect(await checkStamps({ database, log: pino({ level: 'silent' }) })).toBe(0)
}
