import { permissionSubjects } from '@courtcrier/contract/access.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestRole } from '../testing/api.ts'
import { change, free, held, plantPeople, raiseWall, undo } from '../testing/directed-people.ts'
import {
  chatPath,
  type DirectedWorld,
  type MarkedFiling,
  openDirectedWorld,
  unusedName,
} from '../testing/directed-world.ts'

/** May change preference groups and timekeepers, and sees no cases. */
const blind = 'Docketing'

let world: DirectedWorld
let hidden: MarkedFiling
let open: MarkedFiling
let bob: string
let ann: string
let group: string

beforeAll(async () => {
  world = await openDirectedWorld()
  ;({ ann, bob, hidden, open } = await plantPeople(world))
  const all = Object.fromEntries(permissionSubjects.map((subject) => [`${subject}_access`, 'FULL']))
  const userIds = world.api.userIds[1]
  const roles = [
    { ...all, user_ids: [userIds[held]] },
    { ...all, case_access: 'DENY', envelope_access: 'DENY', user_ids: [userIds[blind]] },
  ]
  for (const role of roles) await world.write(free, 'POST', 'user_security_role', { name: unusedName(), ...role })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.forget()
  for (const table of ['ethical_walls', 'deliveries', 'chat_messages'])
    await world.system(sql`delete from ${sql.table(table)}`)
  await world.system(sql`update timekeepers set timekeeper_group_id = null`)
  await makeGroup([ann, bob])
})

const channel = () => ({ chat_service: 'SLACK', chat_url: `${world.hookUrl}${chatPath}${group}` })

async function makeGroup(members: readonly string[]): Promise<void> {
  const values = { name: unusedName(), time_zone: 'America/New_York', timekeeper_ids: members }
  group = String((await world.write(free, 'POST', 'timekeeper_group', values)).id)
  await world.write(free, 'PUT', `timekeeper_group/${group}`, channel())
}

const wall = () => raiseWall(world, hidden, { people: [bob] })

/** Returns the words of the filings that the group's channel hears of. */
async function announced(): Promise<string[]> {
  await world.forget()
  for (const filing of [hidden, open]) await world.notice(filing)
  const left = (await world.send()).filter(({ by, to }) => by === 'chat' && to.includes(group))
  return ['Zinc', 'Opal'].filter((word) => left.some(({ text }) => text.includes(word)))
}

const members = (as: TestRole, ids: readonly string[]) =>
  world.write(as, 'PUT', `timekeeper_group/${group}`, { timekeeper_ids: ids })

const move = (as: TestRole, who: string, to: string | null) =>
  world.write(as, 'PUT', `timekeeper/${who}`, { timekeeper_group_id: to })

const leavings: readonly [string, (as: TestRole) => Promise<unknown>][] = [
  ['at the group', (as) => members(as, [ann])],
  ['at the timekeeper', (as) => move(as, bob, null)],
  [
    'by a bulk edit',
    async (as) => {
      const body = { ids: [bob], values: { timekeeper_group_id: null } }
      const answer = await world.api.call({ as, method: 'POST', url: '/api/v1/timekeeper/bulk-update', body })
      expect(answer.status, answer.text).toBeLessThan(300)
    },
  ],
  [
    'by another group',
    async (as) => {
      const values = { name: unusedName(), time_zone: 'America/New_York', timekeeper_ids: [bob] }
      await world.write(as, 'POST', 'timekeeper_group', values)
    },
  ],
  [
    'by undoing that they were added',
    async (as) => {
      await members(free, [ann])
      await undo(world, as, await change(world, free, `timekeeper_group/${group}`, { timekeeper_ids: [ann, bob] }))
    },
  ],
]

test.each(leavings)('the channel learns nothing from behind the wall of who leaves the group %s', async (_, leave) => {
  await leave(held)
  await wall()
  expect(await announced()).toEqual(['Opal'])
  expect(await world.history(hidden)).toContain('was removed from the group')
})

test.each(leavings)('it does if someone who sees the case took them out %s', async (_, leave) => {
  await leave(free)
  await wall()
  expect(await announced()).toEqual(['Zinc', 'Opal'])
})

test('the same holds for who isn’t named by a wall that lets others in', async () => {
  await members(held, [ann])
  await raiseWall(world, hidden, { people: [ann], type: 'INCLUSIONARY' })
  expect(await announced()).toEqual(['Opal'])
})

test('who entered the address since, or added and removed them again, vouches for the people in the group', async () => {
  await wall()
  await members(held, [ann])
  await world.write(free, 'PUT', `timekeeper_group/${group}`, channel())
  expect(await announced()).toEqual(['Zinc', 'Opal'])
  await members(free, [ann, bob])
  await members(held, [ann])
  expect(await announced()).toEqual(['Opal'])
  await members(free, [ann, bob])
  await members(free, [ann])
  expect(await announced()).toEqual(['Zinc', 'Opal'])
})

test('someone whom a wall excludes adds no one whose filings the channel would learn of', async () => {
  await makeGroup([])
  await members(held, [ann])
  await wall()
  expect(await announced()).toEqual(['Opal'])
  expect(await world.history(hidden)).toContain('were added by someone')
})

test('someone who sees no cases silences no channel by removing people, nor for those who were there', async () => {
  const { id } = await world.write(free, 'POST', 'timekeeper', { full_name: unusedName() })
  await members(blind, [ann, bob, String(id)])
  await members(blind, [ann])
  expect(await announced()).toEqual(['Zinc', 'Opal'])
})

test('the filings of people added by someone who sees no cases aren’t announced, and the notice says so', async () => {
  await makeGroup([])
  await members(blind, [ann])
  expect(await announced()).toEqual([])
  expect(await world.history(open)).toContain('were added by someone')
})

test('a channel that someone turned off learns no more than who turns it on again may see', async () => {
  const turn = (as: TestRole, isOn: boolean) =>
    world.write(as, 'PUT', `timekeeper_group/${group}`, { is_chat_active: isOn })
  await makeGroup([ann])
  await wall()
  await turn(free, false)
  await turn(held, true)
  expect(await announced()).toEqual(['Opal'])
  expect(await world.history(hidden)).toContain('it excludes the person who directed it here')
  await turn(held, false)
  await turn(free, true)
  expect(await announced()).toEqual(['Zinc', 'Opal'])
})
