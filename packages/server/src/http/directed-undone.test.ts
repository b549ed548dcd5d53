import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { change, free, held, plantPeople, raiseWall, undo } from '../testing/directed-people.ts'
import {
  chatPath,
  type DirectedWorld,
  type MarkedFiling,
  openDirectedWorld,
  unusedName,
} from '../testing/directed-world.ts'

const own = 'bob@elsewhere.example'

let world: DirectedWorld
let hidden: MarkedFiling
let open: MarkedFiling
let bob: string
let ann: string
let group: string

beforeAll(async () => {
  world = await openDirectedWorld()
  ;({ ann, bob, hidden, open } = await plantPeople(world))
  await world.system(
    sql`update users set security_role_id = (select security_role_id from users where id = ${world.api.userIds[1][free]}::uuid) where id = ${world.api.userIds[1][held]}::uuid`,
  )
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.forget()
  for (const table of ['ethical_walls', 'deliveries', 'chat_messages', 'notification_rules'])
    await world.system(sql`delete from ${sql.table(table)}`)
  await world.system(sql`update firms set additional_receipt_emails = '{}', reply_to_email = null`)
  await world.system(sql`update timekeepers set timekeeper_group_id = null`)
  const values = { name: unusedName(), time_zone: 'America/New_York', timekeeper_ids: [ann] }
  group = String((await world.write(free, 'POST', 'timekeeper_group', values)).id)
})

/** Raises a wall that excludes Bob, and returns the words of the filings of which something reached the place. */
async function reached(place: string): Promise<string[]> {
  await raiseWall(world, hidden, { people: [bob] })
  for (const filing of [hidden, open]) await world.notice(filing)
  const left = (await world.send()).filter(({ to, text }) => to.includes(place) || text.includes(place))
  return ['Zinc', 'Opal'].filter((word) => left.some(({ text }) => text.includes(word)))
}

const channel = (name: string) => ({ chat_service: 'SLACK', chat_url: `${world.hookUrl}${chatPath}${name}` })

const directions: readonly [string, () => string, (to: string) => object, place: string][] = [
  ['an address of the firm', () => 'firm/1', (to) => ({ additional_receipt_emails: [to] }), own],
  ["the firm's reply address", () => 'firm/1', (to) => ({ reply_to_email: to }), own],
  ['a chat channel', () => `timekeeper_group/${group}`, channel, own],
]

test.each(directions)(
  '%s is still the first person’s if someone else changes it and takes that back',
  async (...row) => {
    const [, url, values, place] = row
    await change(world, held, url(), values(place))
    const changed = await change(world, free, url(), values('other@elsewhere.example'))
    await undo(world, free, changed)
    expect(await reached(place)).toEqual(['Opal'])
  },
)

test.each(directions)('%s is still the first person’s if they take back what someone else changed', async (...row) => {
  const [, url, values, place] = row
  await change(world, held, url(), values(place))
  const changed = await change(world, free, url(), values('other@elsewhere.example'))
  await undo(world, held, changed)
  expect(await reached(place)).toEqual(['Opal'])
})

test.each(directions)('%s is someone else’s again once a change is taken back', async (...row) => {
  const [, url, values, place] = row
  await change(world, free, url(), values(place))
  const changed = await change(world, held, url(), values('other@elsewhere.example'))
  await undo(world, free, changed)
  expect(await reached(place)).toEqual(['Zinc', 'Opal'])
})

test('a rule is still the first person’s, with what they had it apply to, if someone else’s change is taken back', async () => {
  const made = { name: unusedName(), include_emails: [own], template: 'court is "S.D. Fla."' }
  const { id } = await world.write(free, 'POST', 'notification_rule', made)
  await change(world, held, `notification_rule/${id}`, { template: 'court is "N.D. Cal."' })
  const changed = await change(world, free, `notification_rule/${id}`, { template: null })
  await undo(world, free, changed)
  expect(await reached(own)).toEqual(['Opal'])
})
