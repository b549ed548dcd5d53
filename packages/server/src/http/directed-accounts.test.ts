import { permissionSubjects } from '@courtcrier/contract/access.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { free, held, plantPeople, raiseWall } from '../testing/directed-people.ts'
import { type DirectedWorld, type MarkedFiling, openDirectedWorld, unusedName } from '../testing/directed-world.ts'

let world: DirectedWorld
let hidden: MarkedFiling

beforeAll(async () => {
  world = await openDirectedWorld()
  const people = await plantPeople(world)
  hidden = people.hidden
  const grants = Object.fromEntries(permissionSubjects.map((subject) => [`${subject}_access`, 'FULL']))
  const role = { name: unusedName(), ...grants, user_ids: [world.api.userIds[1][held]] }
  await world.write(free, 'POST', 'user_security_role', role)
  await raiseWall(world, hidden, { people: [people.bob] })
})
afterAll(() => world.close())
beforeEach(() => world.system(sql`delete from document_copies`))

const app = { client_id: 'firm', client_secret: 's' }
const netDocuments = { region: 'US', repository: 'CA-1', cabinet: 'NG-1', ...app }
const rest = { driver: 'REST', base_url: 'https://dms.example/api', upload_path: '/{path}', read_path: '/{path}' }

test.each<[kind: string, firms: object, own: object]>([
  ['box_credential', { ...app, folder_id: '1', refresh_token: 'firm' }, { folder_id: '2' }],
  ['box_credential', { ...app, folder_id: '1', refresh_token: 'firm' }, { refresh_token: 'own' }],
  ['box_client_credential', { ...app, folder_id: '1' }, { client_id: 'own', client_secret: 'own' }],
  ['clio_credential', { region: 'US', ...app, refresh_token: 'firm' }, { refresh_token: 'own' }],
  ['smokeball_credential', { region: 'US', api_key: 'k', ...app }, { client_id: 'own', client_secret: 'own' }],
  ['netdocuments_client_credential', netDocuments, { repository: 'CA-2', cabinet: 'NG-2' }],
  ['generic_credential', { driver: 'DROPBOX', ...app, token: 'firm' }, { token: 'own' }],
  ['generic_credential', { ...rest, headers: { Authorization: 'Bearer firm' } }, { headers: { Authorization: 'own' } }],
])(
  'someone a wall excludes has a %s save nothing from behind it to an account of their own',
  async (kind, firms, own) => {
    const { id } = await world.write(free, 'POST', kind, { name: unusedName(), ...firms })
    const policy = { name: unusedName(), dms_credential_id: id }
    const { id: policyId } = await world.write(free, 'POST', 'storage_policy', policy)
    await world.write(free, 'PUT', 'firm/1', { storage_policy_id: policyId })
    await world.write(held, 'PUT', `${kind}/${id}`, own)
    await world.notice(hidden)
    await world.send()
    const copies = await world.system(sql`select status, sentence from document_copies`)
    expect(copies).toEqual([
      { status: 'failed', sentence: expect.stringContaining('it excludes the person who directed it here') },
    ])
  },
)
