import { startFakeImanage } from '@courtcrier/connectors/imanage/fake-imanage.ts'
import type { TestStep } from '@courtcrier/contract/credential-test.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
let fake: Awaited<ReturnType<typeof startFakeImanage>>
const account = { username: 'CCRIER', password: 'right', clientId: 'courtcrier', clientSecret: 'secret' }
beforeAll(async () => {
  fake = await startFakeImanage({ ...account, library: 'ACTIVE' })
  fake.state.classes = { COURT: ['NOTICE'] }
  const environment = { COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback' }
  api = await openTestApi({ register: productRoutes, environment })
})
afterAll(async () => {
  await api.close()
  await fake.service.close()
})

test('the test of a credential names what storage policies save with it that the DMS does not know', async () => {
  const id = await addImanage()
  await addPolicy('Right', id, { 'Custom 1': '{{ client.number }}', class: 'COURT', subclass: 'NOTICE' })
  await addPolicy('Mistyped', id, { Judge: '{{ case.caption }}', class: 'COURTS' })
  await addPolicy('By the filing', id, { class: '{{ client.number }}' })
  await addPolicy('Nothing', id, {})
  const answer = (await testOf('imanage_server_credential', id)).json()
  expect(answer).toMatchObject({ ok: true, sentence: 'Every step succeeded.' })
  expect(policySteps(answer)).toEqual([
    'ok The DMS takes every document property of the storage policy "By the filing".',
    [
      'attention Check the storage policy "Mistyped".',
      'The property "Judge" has a problem: iManage has no field of this name.',
      'The property "class" has a problem: The library has no class "COURTS".',
    ].join(' '),
    'ok The DMS takes every document property of the storage policy "Right".',
  ])
})

test('what is objected to keeps no one from saving with the credential', async () => {
  const id = await addImanage()
  await addPolicy('Unknown field', id, { Judge: 'x' })
  await testOf('imanage_server_credential', id)
  const kept = (await api.call({ as: 'Administrator', url: `/api/v1/credential/${id}` })).json()
  expect(kept).toMatchObject({ health: 'healthy', sentence: null })
  await addPolicy('Later', id, {})
})

test('a DMS that saves no properties is named, also while changes are tested', async () => {
  const id = await add('generic_credential', { name: 'Folder', driver: 'FILE_SYSTEM', folder_id: '/' })
  await addPolicy('To a folder', id, { Judge: 'x' })
  const sentence =
    'attention Check the storage policy "To a folder". The document properties aren\'t saved: Folder on this server doesn\'t support them.'
  expect(policySteps((await testOf('generic_credential', id)).json())).toEqual([sentence])
  expect(policySteps((await testOf('generic_credential', id, { folder_id: '/b' })).json())).toEqual([sentence])
})

test('policies are not checked after a sign-in that failed, nor for a role that may not see them', async () => {
  const wrong = await addImanage({ password: 'wrong' })
  await addPolicy('Never asked', wrong, { Judge: 'x' })
  const refused = (await testOf('imanage_server_credential', wrong)).json()
  expect(refused).toMatchObject({ ok: false })
  expect(policySteps(refused)).toEqual([])
  const id = await addImanage()
  await addPolicy('Secret policy', id, { Judge: 'x' })
  const role = { name: 'No policies', user_ids: [api.userIds[1].Manager], imanage_server_credential_access: 'FULL' }
  await api.giveRole('Manager', await add('user_security_role', role))
  const answer = await api.call({ as: 'Manager', method: 'POST', url: `/api/v1/imanage_server_credential/${id}/test` })
  expect(answer.json(), answer.text).toMatchObject({ ok: true })
  expect(answer.text).not.toContain('Secret policy')
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
})

function policySteps(answer: AnyRow): string[] {
  const steps = answer.steps as readonly TestStep[]
  return steps.flatMap(({ step, state, sentence }) => (step === 'properties' ? [`${state} ${sentence}`] : []))
}

async function add(entity: string, body: object): Promise<string> {
  const made = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body: { ...body } })
  expect(made.status, made.text).toBe(201)
  return String(made.json().id)
}

function addImanage(more: object = {}): Promise<string> {
  return add('imanage_server_credential', {
    ...{ name: newId(), base_url: `http://127.0.0.1:${fake.service.port}`, customer_id: 516, database: 'ACTIVE' },
    ...{ username: 'CCRIER', password: 'right', client_id: 'courtcrier', client_secret: 'secret', folder_id: '100' },
    ...{ author_field: 'CCRIER', document_class: 'COURT', document_subclass: 'NOTICE', ...more },
  })
}

function addPolicy(name: string, credentialId: string, properties: object): Promise<string> {
  const templates = { document_path: 'All', document_name: 'Motion', document_properties: properties }
  return add('storage_policy', { name, ...templates, dms_credential_id: credentialId })
}

function testOf(kind: string, id: string, body?: object) {
  const url = `/api/v1/${kind}/${id}/test`
  return api.call({ as: 'Administrator', method: 'POST', url, ...(body ? { body: { ...body } } : {}) })
}
