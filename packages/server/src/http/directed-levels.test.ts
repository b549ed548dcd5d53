import { permissionSubjects } from '@courtcrier/contract/access.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestRole } from '../testing/api.ts'
import { free, held, plantPeople, raiseWall } from '../testing/directed-people.ts'
import { type DirectedWorld, type MarkedFiling, openDirectedWorld, unusedName } from '../testing/directed-world.ts'

/** Filings behind a wall are saved to a folder of their own, and all others to one that everyone at the firm reads. */
let world: DirectedWorld
let hidden: MarkedFiling
let open: MarkedFiling
let bob: string
let ids: { client: string; group: string; location: string }
let apart: string

beforeAll(async () => {
  world = await openDirectedWorld()
  ;({ bob, hidden, open } = await plantPeople(world))
  const grants = Object.fromEntries(permissionSubjects.map((subject) => [`${subject}_access`, 'FULL']))
  await make('user_security_role', { name: unusedName(), ...grants, user_ids: [world.api.userIds[1][held]] })
  const [row] = await world.system(sql`select client_id from matters where id = ${hidden.matterId}::uuid`)
  const [group, location] = [
    await make('practice_group', { name: unusedName(), practice_code: 'P1' }),
    await make('location', { name: unusedName(), code: 'L1' }),
  ]
  ids = { client: String(row?.client_id), group, location }
  await world.system(sql`update matters set practice_group_id = ${group}::uuid, location_id = ${location}::uuid
    where id = ${hidden.matterId}::uuid`)
  apart = await policyOf('/apart')
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.forget()
  for (const table of ['ethical_walls', 'document_copies', 'directors'])
    await world.system(sql`delete from ${sql.table(table)}`)
  for (const table of ['clients', 'practice_groups', 'locations', 'matters', 'cases'])
    await world.system(sql`update ${sql.table(table)} set storage_policy_id = null`)
  await world.write(free, 'PUT', 'firm/1', {
    storage_policy_id: await policyOf('/everyone'),
    storage_policy_hierarchy: ['case', 'matter', 'client', 'practice_group', 'location', 'firm'],
  })
})

const make = async (entity: string, body: object) => String((await world.write(free, 'POST', entity, body)).id)

async function policyOf(folder: string): Promise<string> {
  const store = { name: unusedName(), driver: 'FILE_SYSTEM', folder_id: folder }
  return make('storage_policy', { name: unusedName(), dms_credential_id: await make('generic_credential', store) })
}

/** Processes both notices, and returns the words of the cases that were saved to a folder. */
async function saved(folder: string): Promise<string[]> {
  for (const filing of [hidden, open]) await world.notice(filing)
  const left = (await world.send()).filter(({ by, to }) => by === 'copy' && to.split('/').includes(folder))
  return ['Zinc', 'Opal'].filter((word) => left.some(({ text }) => text.includes(word)))
}

const sentences = async () =>
  (await world.system(sql`select sentence from document_copies where sentence is not null`))
    .map(({ sentence }) => String(sentence))
    .join('\n')

const setApart = (record: string) => world.write(free, 'PUT', record, { storage_policy_id: apart })
const clear = (as: TestRole, record: string) => world.write(as, 'PUT', record, { storage_policy_id: null })

/** Where the hidden matter's own folder is set, and what leads its filings to everyone's instead. */
const ways: readonly [name: string, record: () => string, lead: (as: TestRole) => Promise<unknown>][] = [
  [
    'puts the firm first in the storage hierarchy',
    () => `matter/${hidden.matterId}`,
    (as) => world.write(as, 'PUT', 'firm/1', { storage_policy_hierarchy: ['firm', 'case', 'matter'] }),
  ],
  ["takes the client's storage policy away", () => `client/${ids.client}`, (as) => clear(as, `client/${ids.client}`)],
  [
    "takes the practice group's storage policy away",
    () => `practice_group/${ids.group}`,
    (as) => clear(as, `practice_group/${ids.group}`),
  ],
  [
    "takes the location's storage policy away",
    () => `location/${ids.location}`,
    (as) => clear(as, `location/${ids.location}`),
  ],
]

describe.each(ways)('someone behind a wall who %s', (_, record, lead) => {
  beforeEach(async () => {
    await setApart(record())
    await raiseWall(world, hidden, { people: [bob] })
    expect([await saved('apart'), await saved('everyone')]).toEqual([['Zinc'], ['Opal']])
    await world.forget()
  })

  test('has nothing from behind it saved where everyone reads it, and the copy says why', async () => {
    await lead(held)
    expect(await saved('everyone')).toEqual(['Opal'])
    expect(await sentences()).toContain('it excludes the person who directed it here')
  })

  test('is not in the way of someone no wall excludes who does the same', async () => {
    await lead(free)
    expect(await saved('everyone')).toEqual(['Zinc', 'Opal'])
  })
})

test('the order of the levels is no direction where only one has a policy', async () => {
  await world.write(held, 'PUT', 'firm/1', { storage_policy_hierarchy: ['firm', 'case', 'matter'] })
  await raiseWall(world, hidden, { people: [bob] })
  expect(await saved('everyone')).toEqual(['Zinc', 'Opal'])
})

test('a storage policy that a matter behind a wall has is not deleted by someone behind it', async () => {
  await setApart(`matter/${hidden.matterId}`)
  await raiseWall(world, hidden, { people: [bob] })
  const gone = await world.api.call({ as: held, method: 'DELETE', url: `/api/v1/storage_policy/${apart}` })
  expect([gone.status, gone.text]).toMatchObject([409, expect.not.stringMatching(/zinc/i)])
  expect(await saved('apart')).toEqual(['Zinc'])
})
