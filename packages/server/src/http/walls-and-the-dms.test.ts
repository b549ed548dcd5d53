import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { permissionSubjects } from '@courtcrier/contract/access.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestRole } from '../testing/api.ts'
import { free, held, plantPeople, raiseWall } from '../testing/directed-people.ts'
import { type DirectedWorld, type MarkedFiling, openDirectedWorld, unusedName } from '../testing/directed-world.ts'

/** What a DMS says of a copy names the client whose folder it is for; what is said of the DMS itself is read by everyone. */
let world: DirectedWorld
let hidden: MarkedFiling
let bob: string
const refusing = createServer((_, response) => response.writeHead(401).end())

beforeAll(async () => {
  world = await openDirectedWorld()
  ;({ bob, hidden } = await plantPeople(world))
  const grants = Object.fromEntries(permissionSubjects.map((subject) => [`${subject}_access`, 'FULL']))
  await make('user_security_role', { name: unusedName(), ...grants, user_ids: [world.api.userIds[1][held]] })
  await raiseWall(world, hidden, { people: [bob] })
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  refusing.close()
  await world.close()
})
beforeEach(() => world.system(sql`delete from system_events`))

const make = async (entity: string, body: object) => String((await world.write(free, 'POST', entity, body)).id)

/** Processes the notice behind the wall, whose copy goes to this DMS. */
async function saveTo(store: object): Promise<string> {
  const id = await make('generic_credential', { name: unusedName(), ...store })
  const policy = { name: unusedName(), dms_credential_id: id, document_path: '{{ client.name }}/{{ matter.name }}' }
  await world.write(free, 'PUT', 'firm/1', { storage_policy_id: await make('storage_policy', policy) })
  await world.notice(hidden)
  await world.send()
  return id
}

const read = async (as: TestRole, url: string) => {
  const answer = await world.api.call({ as, url: `/api/v1/${url}` })
  expect(answer.status, answer.text).toBe(200)
  return answer.text
}
const logOf = (as: TestRole) => read(as, 'system_event/search?max=500')

test('a folder that a DMS lacks is named in the log only to those who may see whose it is', async () => {
  await saveTo({ driver: 'FILE_SYSTEM', folder_id: '/dms', create_folders: false })
  expect(await logOf(free)).toMatch(/wait for what it doesn't have: The folder \\"dms\/Zincclient/)
  expect(await logOf(held)).not.toMatch(/zinc/i)
})

test('a DMS that rejects the sign-in says where only of the copy, and the credential says why', async () => {
  const { port } = refusing.address() as AddressInfo
  const address = { driver: 'WEBDAV', base_url: `http://127.0.0.1:${port}/dav/`, username: 'a', password: 'b' }
  const id = await saveTo(address)
  const [copy] = await world.system(sql`select sentence from document_copies order by created_at desc limit 1`)
  expect(copy?.sentence).toMatch(/rejected the sign-in \(401\).*Zincclient/)
  for (const text of [await read(free, `credential/${id}`), await read(held, `credential/${id}`), await logOf(held)]) {
    expect(text).toContain('rejected the sign-in (401)')
    expect(text).not.toMatch(/zinc/i)
  }
})
