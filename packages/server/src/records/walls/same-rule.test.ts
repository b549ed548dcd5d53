import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Trx } from '../../base/db/database.ts'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import {
  insert,
  openTestServices,
  plantFiling,
  type TestFiling,
  type TestServices,
} from '../../outbox/copies/test-filing.ts'
import { plantDelivery } from '../../outbox/deliveries/planted-delivery.fixture.ts'
import { isLongRun } from '../../testing/long-run.ts'
import { isVisible } from '../visible-rows.ts'
import { applyPending } from './apply.ts'
import { allWalled } from './leads.ts'
import { isReached } from './reach.ts'
import { everyWall, findWallsAroundCases, isAround, whyWalledOff } from './walls.ts'

const people = [newId(), newId(), newId()]
/** Every address that belongs to someone, by whose it is. */
const addresses = [1, 2, 3, 4, 5, 6, 7].map((bits) => people.filter((_, n) => (bits >> n) % 2 === 1))
const count = 4

let services: TestServices
let ids: Readonly<Record<'clients' | 'matters' | 'cases' | 'envelopes', readonly string[]>>

beforeAll(async () => {
  services = await openTestServices()
  const filings: TestFiling[] = []
  for (let n = 0; n < count; n++) {
    const filing = await plantFiling(services)
    await plantDelivery(services, filing)
    filings.push(filing)
  }
  await withSystem(services.database, async (trx) => {
    for (const id of people)
      await insert(trx, 'timekeepers', { firm_id: 1, id, full_name: id, sort_name: id, email: `${id}@one.example` })
    const idsIn = async (table: string) =>
      (await sql<{ id: string }>`select id from ${sql.table(table)} order by id`.execute(trx)).rows.map(({ id }) => id)
    ids = {
      clients: await idsIn('clients'),
      matters: await idsIn('matters'),
      cases: filings.map(({ caseId }) => caseId),
      envelopes: filings.map(({ envelopeId }) => envelopeId),
    }
  })
})
afterAll(() => services.close())

const index = fc.nat(count - 1)
const each = fc.array(index, { minLength: count, maxLength: count })
const anyWorld = fc.record({
  /** Where each matter, case and filing leads. */
  clients: each,
  matters: each,
  cases: fc.array(fc.option(index), { minLength: count, maxLength: count }),
  otherCases: fc.array(fc.uniqueArray(index, { maxLength: 2 }), { minLength: count, maxLength: count }),
  walls: fc.array(
    fc.record({
      wall_type: fc.constantFrom('INCLUSIONARY', 'EXCLUSIONARY'),
      around: fc.constantFrom<readonly Side[]>(['matters'], ['clients'], ['matters', 'clients']),
      at: index,
      timekeeper_ids: fc.subarray(people),
    }),
    { maxLength: 4 },
  ),
  isOn: fc.boolean(),
  isApplied: fc.boolean(),
  role: fc.constantFrom(...systemRoles),
})
type Side = 'matters' | 'clients'
type World = typeof anyWorld extends fc.Arbitrary<infer T> ? T : never

async function build(trx: Trx, world: World): Promise<void> {
  await sql`delete from ethical_walls`.execute(trx)
  for (let n = 0; n < count; n++) {
    const { clients, matters, cases, envelopes } = ids
    const at = (list: readonly string[], place: number | null | undefined) => (place == null ? null : list[place])
    await sql`update matters set client_id = ${at(clients, world.clients[n])}::uuid where id = ${matters[n]}::uuid`.execute(
      trx,
    )
    await sql`update cases set matter_id = ${at(matters, world.matters[n])}::uuid where id = ${cases[n]}::uuid`.execute(
      trx,
    )
    await sql`update envelopes set case_id = ${at(cases, world.cases[n])}::uuid,
      other_case_ids = ${(world.otherCases[n] ?? []).map((place) => cases[place])}::uuid[]
      where id = ${envelopes[n]}::uuid`.execute(trx)
  }
  for (const { around, at, wall_type, timekeeper_ids } of world.walls)
    await insert(trx, 'ethical_walls', {
      ...{ firm_id: 1, id: newId(), name: newId(), wall_type, timekeeper_ids },
      ...(around.includes('matters') && { matter_id: ids.matters[at] }),
      ...(around.includes('clients') && { client_id: ids.clients[at] }),
    })
  await sql`update firms set internal_walls_enabled = ${world.isOn}`.execute(trx)
}

test('the database and the program agree on whom a wall keeps out of what', async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, async (world) => {
      await withSystem(services.database, (trx) => build(trx, world))
      if (world.isApplied) await applyPending(services.database)
      await withFirm(services.database, 1, async (trx) => {
        await compareAddresses(trx)
        await compareCases(trx, world)
        await compareReach(trx)
      })
    }),
    { numRuns: isLongRun ? 100 : 12 },
  )
}, 120_000)

/** An address may be notified if no wall keeps any of those out to whom it belongs. */
async function compareAddresses(trx: Trx): Promise<void> {
  const { rows } = await sql<{ wallType: string; timekeeperIds: string[]; keptOut: string[] }>`
    select w.wall_type as "wallType", w.timekeeper_ids as "timekeeperIds",
      array(select p from unnest(${people}::uuid[]) p where wall_keeps_out(w.wall_type, w.timekeeper_ids, p)) as "keptOut"
    from ${everyWall(1)} w`.execute(trx)
  for (const { keptOut, ...wall } of rows)
    for (const owners of addresses)
      expect(
        whyWalledOff(owners, [{ ...wall, id: '', name: '' }]) !== undefined,
        JSON.stringify({ wall, owners }),
      ).toBe(owners.some((id) => keptOut.includes(id)))
}

/** Those who may see a case may be notified of it, and no one else, whatever their role. */
async function compareCases(trx: Trx, { role }: World): Promise<void> {
  const walls = await findWallsAroundCases(trx, { firmId: 1, ids: ids.cases })
  for (const timekeeperId of people) {
    const scope = { firmId: 1, role: { ...role, id: newId() }, userId: newId(), timekeeperId }
    const { rows } = await sql<{ id: string }>`
      select t.id from cases t where t.firm_id = 1 and ${isVisible('t', courtCase, scope)}`.execute(trx)
    const notified = ids.cases.filter(
      (id) =>
        whyWalledOff(
          [timekeeperId],
          walls.filter((wall) => wall.ids.includes(id)),
        ) === undefined,
    )
    expect(rows.map(({ id }) => id).toSorted()).toEqual(notified.toSorted())
  }
}

/** A wall reaches down to the rows that lead up to it. */
async function compareReach(trx: Trx): Promise<void> {
  const { rows: walls } = await sql<{ id: string; matter_id: string | null; client_id: string | null }>`
    select id, matter_id, client_id from ${everyWall(1)} w`.execute(trx)
  for (const { id, ...around } of walls)
    for (const { resource, table } of allWalled()) {
      const reached = isReached('t', resource, { firmId: 1, around }) ?? sql<boolean>`false`
      const { rows } = await sql`
        select t.id from ${sql.table(table)} t, ${everyWall(1)} w
        where t.firm_id = 1 and w.id = ${id}::uuid
          and coalesce(${reached}, false) <> coalesce(${isAround('t', resource)}, false)`.execute(trx)
      expect(rows, resource.name).toEqual([])
    }
}
