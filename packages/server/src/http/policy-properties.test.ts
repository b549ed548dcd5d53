import { startFakeImanage } from '@courtcrier/connectors/imanage/fake-imanage.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { freePort } from '@courtcrier/lib/free-port.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { plantPastFiling } from '../testing/past-filing.ts'
import { resourceRoutes } from './resources.ts'
import { trialRoutes } from './trials.ts'

/** What a storage policy's preview says of the document properties: what will be written. */

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({
    environment: { COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback' },
    register: (app, services) => {
      resourceRoutes(app, services)
      trialRoutes(app, services)
    },
  })
  await plantPastFiling(api, 1, { client: 'Acme/Globex Corporation', document: 'Motion to Dismiss' })
})
afterAll(() => api.close())

async function create(entity: string, body: AnyRow): Promise<string> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

interface Trial {
  caught: { properties: { property: string | null; name: string | null; value: string; why: string | null }[] }[]
  warnings: string[]
}

const document_properties = { Matter: '{{ matter.number }}', Client: '{{ client.name }}' }

async function properties(more: AnyRow, as: TestRole = 'Administrator') {
  const body = { document_path: 'x', document_name: 'y', document_properties, ...more }
  const answer = await api.call({ as, method: 'POST', url: '/api/v1/storage_policy/try', body })
  expect(answer.status, answer.text).toBe(200)
  const { caught, warnings } = answer.json() as unknown as Trial
  return { properties: caught[0]?.properties, warnings }
}

test('what will be written is shown for each filing, by the names that the DMS gets, with what it does not get and why', async () => {
  const settings = { region: 'us-east-1', database: 'b', api_key: 'k', api_secret: 's' }
  const dms_credential_id = await create('generic_credential', { name: 'Bucket', driver: 'S3', ...settings })
  const shown = await properties({ dms_credential_id, document_properties: { ...document_properties, matter: 'x' } })
  expect(shown).toEqual({
    properties: [
      { property: 'Matter', name: 'x-amz-meta-matter', value: '1001.004', why: null },
      { property: 'Client', name: 'x-amz-meta-client', value: 'Acme/Globex Corporation', why: null },
      { property: 'matter', name: null, value: 'x', why: 'Another property has this name.' },
    ],
    warnings: [],
  })
})

test('what will be written includes what the credential says of every document, for those who may see that, and what the DMS objects to', async () => {
  const { credential, fake } = await imanage()
  fake.state.classes = { MOTION: [] }
  const shown = await properties({
    dms_credential_id: credential,
    document_properties: { 'Custom 1': 'a', Judge: 'b' },
  })
  expect(shown.properties).toEqual([
    { property: null, name: 'author', value: 'CCRIER', why: null },
    { property: null, name: 'class', value: 'COURT', why: 'The library has no class "COURT".' },
    { property: null, name: 'subclass', value: 'NOTICE', why: null },
    { property: 'Custom 1', name: 'custom1', value: 'a', why: null },
    { property: 'Judge', name: null, value: 'b', why: 'iManage has no field of this name.' },
    { property: null, name: 'comment', value: 'From a court notice', why: null },
  ])
  const blind = await create('user_security_role', {
    ...{ name: 'No classes', user_ids: [api.userIds[1].Manager], storage_policy_access: 'FULL' },
    ...{ inbox_item_access: 'READ', envelope_access: 'READ', document_access: 'READ' },
    ...{ imanage_cloud_credential_access: 'READ', imanage_cloud_credential_permissions: { document_class: 'DENY' } },
  })
  await api.giveRole('Manager', blind)
  const seen = await properties({ dms_credential_id: credential }, 'Manager')
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
  expect(seen.properties?.map(({ name, value }) => `${name} ${value}`)).toEqual([
    ...['author CCRIER', 'subclass NOTICE', 'null ', 'null '],
    'comment From a court notice',
  ])
})

test('what will be written is not shown if the DMS cannot be asked, and the preview says so', async () => {
  const credential = await credentialAt(await freePort())
  const shown = await properties({ dms_credential_id: credential })
  expect(shown).toEqual({
    properties: [],
    warnings: [expect.stringMatching(/^How the DMS names the document properties isn't known: 127.0.0.1 couldn't/)],
  })
})

const viaAgent = { use_agent: true, agent: 'Office', agent_credential: 'files' }

test('what an agent that is away will write is shown as far as nothing there decides it, and the preview says so', async () => {
  const dav = await create('generic_credential', { name: 'Share', driver: 'WEBDAV', ...viaAgent })
  expect(await properties({ dms_credential_id: dav, document_properties: { Matter: 'a', '!': 'b' } })).toEqual({
    properties: [
      { property: 'Matter', name: 'matter', value: 'a', why: null },
      { property: '!', name: null, value: 'b', why: 'Its name has no letter and no digit.' },
    ],
    warnings: [],
  })
  const work = await create('imanage_server_credential', { name: 'Work', ...viaAgent })
  const none = 'There is no agent named "Office". Enroll it, or choose another one.'
  const lacks = expect.stringMatching(/^Where the policy has no author, .* kept at the agent\. There is no agent named/)
  const document_properties = { Class: 'PLEADING', Judge: 'b' }
  expect(await properties({ dms_credential_id: work, document_properties })).toEqual({
    properties: [
      { property: 'Class', name: 'class', value: 'PLEADING', why: null },
      { property: 'Judge', name: null, value: 'b', why: 'iManage has no field of this name.' },
      { property: null, name: 'comment', value: 'From a court notice', why: null },
    ],
    warnings: [lacks],
  })
  const columns = await create('sharepoint_server_credential', { name: 'Site', ...viaAgent })
  expect(await properties({ dms_credential_id: columns })).toEqual({
    properties: [],
    warnings: [`How the DMS names the document properties isn't known: ${none}`],
  })
})

async function imanage() {
  const account = { username: 'CCRIER', password: 'right', clientId: 'id', clientSecret: 'secret' }
  const fake = await startFakeImanage({ ...account, library: 'ACTIVE' })
  onTestFinished(() => fake.service.close())
  return { credential: await credentialAt(fake.service.port), fake }
}

function credentialAt(port: number): Promise<string> {
  return create('imanage_cloud_credential', {
    ...{ name: `iManage ${port}`, base_url: `http://127.0.0.1:${port}`, customer_id: 516, database: 'ACTIVE' },
    ...{ client_id: 'id', client_secret: 'secret', username: 'CCRIER', password: 'right' },
    ...{ author_field: 'CCRIER', document_class: 'COURT', document_subclass: 'NOTICE' },
  })
}
