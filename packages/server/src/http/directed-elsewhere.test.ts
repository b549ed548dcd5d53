import { permissionSubjects } from '@courtcrier/contract/access.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import type { TestRole } from '../testing/api.ts'
import { free, held, plantPeople, raiseWall } from '../testing/directed-people.ts'
import { type DirectedWorld, type MarkedFiling, openDirectedWorld, unusedName } from '../testing/directed-world.ts'

let world: DirectedWorld
let hidden: MarkedFiling
let open: MarkedFiling
let bob: string
let ann: string

beforeAll(async () => {
  world = await openDirectedWorld()
  ;({ ann, bob, hidden, open } = await plantPeople(world))
  await roleWith({})
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.forget()
  await world.system(sql`delete from ethical_walls`)
  await world.system(sql`delete from webhooks`)
  await world.system(sql`delete from deliveries`)
  await world.system(sql`delete from document_copies`)
  await world.system(sql`delete from notification_rules`)
  await world.system(sql`update firms set additional_receipt_emails = '{}', storage_policy_id = null,
    reply_to_email = null, default_email_template_id = null`)
  await world.system(sql`update timekeepers set additional_receipt_emails = '{}'`)
})

/** Gives Bob a role that may do everything except what `limits` says. */
async function roleWith(limits: AnyRow): Promise<string> {
  const grants = Object.fromEntries(permissionSubjects.map((subject) => [`${subject}_access`, 'FULL']))
  const body = { name: unusedName(), ...grants, ...limits, user_ids: [world.api.userIds[1][held]] }
  return String((await world.write(free, 'POST', 'user_security_role', body)).id)
}

const wall = () => raiseWall(world, hidden, { people: [bob] })

/** Processes a notice in each case, and returns the words of the cases that this place received something about. */
async function received(place: RegExp): Promise<string[]> {
  for (const filing of [hidden, open]) await world.notice(filing)
  const left = (await world.send()).filter(({ to }) => place.test(to))
  return ['Zinc', 'Opal'].filter((word) => left.some(({ text }) => text.includes(word)))
}

const firm = (as: TestRole, values: object) => world.write(as, 'PUT', 'firm/1', values)

const own = 'bob@elsewhere.example'
const ownPlace = /bob@elsewhere\.example|^1\/bob\/|^bob\//

/** A DMS whose folder only Bob reads. */
async function ownStore(as: TestRole): Promise<string> {
  const body = { name: unusedName(), driver: 'FILE_SYSTEM', folder_id: '/bob' }
  return String((await world.write(as, 'POST', 'generic_credential', body)).id)
}

const policy = async (as: TestRole, values: object) =>
  String((await world.write(as, 'POST', 'storage_policy', { name: unusedName(), ...values })).id)

/** Each way to have something sent to a place of one's own; the firm's own settings are the Administrator's. */
const ways: readonly [name: string, direct: (as: TestRole) => Promise<unknown>][] = [
  [
    'a notification rule with an address of their own',
    (as) => world.write(as, 'POST', 'notification_rule', { name: unusedName(), include_emails: [own] }),
  ],
  ['an additional address of the firm', (as) => firm(as, { additional_receipt_emails: [own] })],
  [
    'an additional address of a timekeeper',
    (as) => world.write(as, 'PUT', `timekeeper/${ann}`, { additional_receipt_emails: [own] }),
  ],
  [
    'an additional storage policy with a DMS of their own',
    async (as) => {
      const additional = await policy(as, { dms_credential_id: await ownStore(as) })
      const { rows } = { rows: await world.system(sql`select id from generic_credentials order by created_at limit 1`) }
      const main = await policy(free, { dms_credential_id: rows[0]?.id })
      await firm(free, { storage_policy_id: main })
      await world.write(as, 'PUT', `storage_policy/${main}`, { additional_storage_policy_id: additional })
    },
  ],
  [
    "a change of where the firm's DMS is",
    async (as) => {
      const body = { name: unusedName(), driver: 'FILE_SYSTEM', folder_id: '/dms' }
      const { id } = await world.write(free, 'POST', 'generic_credential', body)
      await firm(free, { storage_policy_id: await policy(free, { dms_credential_id: id }) })
      await world.write(as, 'PUT', `generic_credential/${id}`, { folder_id: '/bob' })
    },
  ],
]

describe.each(ways)('someone a wall excludes, with %s,', (_, direct) => {
  test('receives nothing from behind a wall, and everything else', async () => {
    await direct(held)
    await wall()
    expect(await received(ownPlace)).toEqual(['Opal'])
    expect(JSON.stringify(await trail())).toContain('it excludes the person who directed it here')
  })

  test('receives nothing if the wall is raised before it is sent', async () => {
    await direct(held)
    for (const filing of [hidden, open]) await world.notice(filing)
    await wall()
    const left = (await world.send()).filter(({ to }) => ownPlace.test(to))
    expect(['Zinc', 'Opal'].filter((word) => left.some(({ text }) => text.includes(word)))).toEqual(['Opal'])
  })

  test('is not in the way of someone no wall excludes who directed the same', async () => {
    await direct(free)
    await wall()
    expect(await received(ownPlace)).toEqual(['Zinc', 'Opal'])
  })
})

describe('someone a wall excludes', () => {
  const textToAnn = async () => {
    const left = await world.send()
    return left.flatMap(({ by, to, text }) => (by === 'mail' && to === 'ann@one.example' ? [text] : [])).join()
  }

  test('changes no email about what is behind the wall with a template, whose pictures could report it', async () => {
    const body = '<img src="http://elsewhere.example/{{ case.name }}"><p>Seen</p>'
    const { id } = await world.write(held, 'POST', 'email_template', { name: unusedName(), body })
    await firm(free, { default_email_template_id: id })
    await wall()
    await world.notice(open)
    expect(await textToAnn()).toContain('elsewhere.example/Opal')
    await world.forget()
    await world.notice(hidden)
    const text = await textToAnn()
    expect(text).toContain('Zinc')
    expect(text).not.toContain('elsewhere.example')
  })

  test('gets no answers to emails about what is behind the wall', async () => {
    await firm(held, { reply_to_email: own })
    await wall()
    await world.notice(open)
    expect(await textToAnn()).toContain(own)
    await world.forget()
    await world.notice(hidden)
    expect(await textToAnn()).not.toContain(own)
  })
})

describe('what a person directs', () => {
  const makeRule = async (as: TestRole, values: object = {}) =>
    String(
      (await world.write(as, 'POST', 'notification_rule', { name: unusedName(), include_emails: [own], ...values })).id,
    )
  const change = (as: TestRole, id: string, values: object) => world.write(as, 'PUT', `notification_rule/${id}`, values)

  test('stays theirs when someone else changes something else, or adds another address', async () => {
    const id = await makeRule(held)
    await change(free, id, { name: unusedName() })
    await change(free, id, { include_emails: [own, 'other@elsewhere.example'] })
    await wall()
    expect(await received(ownPlace)).toEqual(['Opal'])
    await world.forget()
    expect(await received(/other@/)).toEqual(['Zinc', 'Opal'])
  })

  test("is someone else's once they enter it again", async () => {
    const id = await makeRule(held)
    await change(free, id, { include_emails: ['other@elsewhere.example'] })
    await change(free, id, { include_emails: [own] })
    await wall()
    expect(await received(ownPlace)).toEqual(['Zinc', 'Opal'])
  })

  test('includes what goes to an address of someone else', async () => {
    const id = await makeRule(free, { template: 'court is "S.D. Fla."' })
    await change(held, id, { template: null })
    await wall()
    expect(await received(ownPlace)).toEqual(['Opal'])
    await world.forget()
    await change(free, id, { template: 'court is "N.D. Cal."' })
    expect(await received(ownPlace)).toEqual(['Zinc', 'Opal'])
  })

  test('stays theirs if someone else brings the record back', async () => {
    const id = await makeRule(held)
    const deleted = await world.api.call({ as: free, method: 'DELETE', url: `/api/v1/notification_rule/${id}` })
    const undone = await world.api.call({
      as: free,
      method: 'POST',
      url: `/api/v1/undo/${deleted.headers['x-undo-id']}`,
    })
    expect(undone.status, undone.text).toBeLessThan(300)
    await wall()
    expect(await received(ownPlace)).toEqual(['Opal'])
  })

  test('passes no wall once their user is deleted', async () => {
    await makeRule(held)
    await world.system(
      sql`update directors set user_id = ${newId()}::uuid where user_id = ${world.api.userIds[1][held]}::uuid`,
    )
    await wall()
    expect(await received(ownPlace)).toEqual(['Opal'])
  })

  test('is sent if someone no wall excludes entered the same address elsewhere', async () => {
    await makeRule(held)
    await firm(free, { additional_receipt_emails: [own] })
    await wall()
    expect(await received(ownPlace)).toEqual(['Zinc', 'Opal'])
  })

  test('is not known from before it was recorded: only the owner of an address counts, as before', async () => {
    await makeRule(held)
    await world.system(sql`delete from directors`)
    await wall()
    expect(await received(ownPlace)).toEqual(['Zinc', 'Opal'])
    await world.forget()
    await world.system(sql`update timekeepers set additional_receipt_emails = ${[own]}::text[] where id = ${bob}::uuid`)
    expect(await received(ownPlace)).toEqual(['Opal'])
  })
})

/** Everything the records of both filings say happened. */
async function trail(): Promise<unknown[]> {
  const copies = await world.system(sql`select sentence from document_copies where sentence is not null`)
  return [await world.history(hidden), copies]
}
