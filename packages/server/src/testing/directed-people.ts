import { sql } from 'kysely'
import { expect } from 'vitest'
import { newId } from '../base/db/ids.ts'
import type { TestRole } from './api.ts'
import type { DirectedWorld, MarkedFiling } from './directed-world.ts'

/** No wall applies to this user. */
export const free = 'Administrator'
/** The timekeeper Bob, whom walls exclude. */
export const held = 'Manager'

interface DirectedPeople {
  /** Has every case, and receives its notices. */
  ann: string
  bob: string
  /** The filing that walls are around. */
  hidden: MarkedFiling
  open: MarkedFiling
}

/** Plants two filings, Ann and Bob. */
export async function plantPeople(world: DirectedWorld): Promise<DirectedPeople> {
  const timekeeper = async (values: object) => String((await world.write(free, 'POST', 'timekeeper', values)).id)
  const ann = await timekeeper({ full_name: 'Ann Lee', email: 'ann@one.example' })
  const bob = await timekeeper({ full_name: 'Bob Held' })
  const hidden = await world.plant('Zinc')
  const open = await world.plant('Opal')
  await world.system(sql`update cases set assigned_timekeepers = ${[ann]}::uuid[]`)
  await world.system(sql`update users set timekeeper_id = ${bob}::uuid where id = ${world.api.userIds[1][held]}::uuid`)
  return { ann, bob, hidden, open }
}

/** Puts a wall around a filing's matter that excludes these people, or everyone but them. */
export async function raiseWall(
  world: DirectedWorld,
  { matterId }: MarkedFiling,
  { people, type = 'EXCLUSIONARY' }: { people: readonly string[]; type?: 'EXCLUSIONARY' | 'INCLUSIONARY' },
): Promise<void> {
  await world.system(sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
    values (1, ${newId()}::uuid, 'Screen', ${type}, ${matterId}::uuid, ${people}::uuid[])`)
}

/** Changes a record, and returns what undoes the change. */
export async function change(world: DirectedWorld, as: TestRole, url: string, body: object): Promise<string> {
  const answer = await world.api.call({ as, method: 'PUT', url: `/api/v1/${url}`, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return String(answer.headers['x-undo-id'])
}

/** Takes a change back, all of it. */
export async function undo(world: DirectedWorld, as: TestRole, id: string): Promise<void> {
  const undone = await world.api.call({ as, method: 'POST', url: `/api/v1/undo/${id}` })
  expect([undone.status, undone.json()]).toMatchObject([200, { refused: 0 }])
}
