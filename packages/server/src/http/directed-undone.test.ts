import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import type { TestRole } from '../testing/api.ts'
import {
  chatPath,
  type DirectedWorld,
  type MarkedFiling,
  openDirectedWorld,
  unusedName,
} from '../testing/directed-world.ts'

/** No wall applies to this user. */
const free = 'Administrator'
/** May change everything else; a wall excludes this user's timekeeper. */
const held = 'Manager'
const own = 'bob@elsewhere.example'

let world: DirectedWorld
let hidden: MarkedFiling
let open: MarkedFiling
let bob: string
let ann: string
let group: string

beforeAll(async () => {
  world = await openDirectedWorld()
  const timekeeper = async (values: object) => String((await world.write(free, 'POST', 'timekeeper', values)).id)
  ann = await timekeeper({ full_name: 'Ann Lee', email: 'ann@one.example' })
  bob = await timekeeper({ full_name: 'Bob Held' })
  hidden = await world.plant('Zinc')
  open = await world.plant('Opal')
  await world.system(sql`update cases set assigned_timekeepers = ${[ann]}::uuid[]`)
  await world.system(sql`update users set timekeeper_id = ${bob}::uuid, security_role_id = (select security_role_id
    from users where id = ${world.api.userIds[1][free]}::uuid) where id = ${world.api.userIds[1][held]}::uuid`)
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

/** Changes a record, and returns what undoes the change. */
async function change(as: TestRole, url: string, body: object): Promise<string> {
  const answer = await world.api.call({ as, method: 'PUT', url: `/api/v1/${url}`, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return String(answer.headers['x-undo-id'])
}

async function undo(as: TestRole, id: string): Promise<void> {
  const undone = await world.api.call({ as, method: 'POST', url: `/api/v1/undo/${id}` })
  expect([undone.status, undone.json()]).toMatchObject([200, { refused: 0 }])
}

/** Raises a wall that excludes Bob, and returns the words of the filings of which something reached the place. */
async function reached(place: string): Promise<string[]> {
  await world.system(sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
    values (1, ${newId()}::uuid, 'Screen', 'EXCLUSIONARY', ${hidden.matterId}::uuid, ${[bob]}::uuid[])`)
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
    await change(held, url(), values(place))
    const changed = await change(free, url(), values('other@elsewhere.example'))
    await undo(free, changed)
    expect(await reached(place)).toEqual(['Opal'])
  },
)

test.each(directions)('%s is still the first person’s if they take back what someone else changed', async (...row) => {
  const [, url, values, place] = row
  await change(held, url(), values(place))
  const changed = await change(free, url(), values('other@elsewhere.example'))
  await undo(held, changed)
  expect(await reached(place)).toEqual(['Opal'])
})

test.each(directions)('%s is someone else’s again once a change is taken back', async (...row) => {
  const [, url, values, place] = row
  await change(free, url(), values(place))
  const changed = await change(held, url(), values('other@elsewhere.example'))
  await undo(free, changed)
  expect(await reached(place)).toEqual(['Zinc', 'Opal'])
})

test('a rule is still the first person’s, with what they had it apply to, if someone else’s change is taken back', async () => {
  const made = { name: unusedName(), include_emails: [own], template: 'court is "S.D. Fla."' }
  const { id } = await world.write(free, 'POST', 'notification_rule', made)
  await change(held, `notification_rule/${id}`, { template: 'court is "N.D. Cal."' })
  const changed = await change(free, `notification_rule/${id}`, { template: null })
  await undo(free, changed)
  expect(await reached(own)).toEqual(['Opal'])
})
