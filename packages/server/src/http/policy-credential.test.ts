import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
})
afterAll(() => api.close())

const dav = { driver: 'WEBDAV', base_url: 'https://files.example/dav', username: 'u' }

test('a policy cannot be given a credential that failed when it was last tried, and keeps one that fails later', async () => {
  const id = await addCredential({ ...dav, password: 'p' })
  await setHealth(id, 'failing')
  expect(await refusal(id)).toBe(
    'This credential failed when it was last tried, so nothing can be saved with it. Correct it on its page, and test it there first.',
  )
  // Correcting it is enough: only a test tells whether that helped.
  expect((await save('PUT', `generic_credential/${id}`, { username: 'v', password: 'q' })).status).toBe(200)
  const policyId = await addPolicy(id)
  await setHealth(id, 'failing')
  const renamed = await save('PUT', `storage_policy/${policyId}`, { name: 'Renamed' })
  expect(renamed.status, renamed.text).toBe(200)
})

test('a policy cannot be given a credential that has expired, and keeps one that expires later', async () => {
  const id = await addCredential({ ...dav, password: 'p', expires_at: dayFromNow(-2) })
  expect(await refusal(id)).toBe(
    'This credential has expired, so nothing can be saved with it. Replace its secret, and enter when the new one expires, on its page first.',
  )
  const renewed = await save('PUT', `generic_credential/${id}`, { password: 'q', expires_at: dayFromNow(2) })
  expect(renewed.status, renewed.text).toBe(200)
  const policyId = await addPolicy(id)
  await run(sql`update credentials set expires_at = ${dayFromNow(-2)}::date where id = ${id}::uuid`)
  const renamed = await save('PUT', `storage_policy/${policyId}`, { name: 'Renamed after its day' })
  expect(renamed.status, renamed.text).toBe(200)
})

test("a credential expires when its day is over in the firm's time zone", async () => {
  const id = await addCredential({ ...dav, password: 'p' })
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await run(sql`update firms set default_time_zone = ${zone} where id = 1`)
    await run(sql`update credentials set expires_at = (now() at time zone ${zone}::text)::date where id = ${id}::uuid`)
    await addPolicy(id)
    await run(sql`update credentials set expires_at = expires_at - 1 where id = ${id}::uuid`)
    expect(await refusal(id)).toContain('has expired')
  }
})

test('a policy cannot be given a credential whose agent is not enrolled, and can while that is only away', async () => {
  const id = await addCredential({ ...dav, use_agent: true, agent: 'Vault', agent_credential: 'dav' })
  expect(await refusal(id)).toBe(
    "The agent of this credential isn't enrolled, so nothing can be saved with it. Enroll it, or choose another one on the credential's page first.",
  )
  await run(sql`insert into agents (firm_id, id, name, version) values (1, ${newId()}::uuid, 'vault', '1.0.0')`)
  await addPolicy(id)
})

const dayFromNow = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10)
const save = (method: 'POST' | 'PUT', url: string, body: object) =>
  api.call({ as: 'Administrator', method, url: `/api/v1/${url}`, body })
const run = (statement: ReturnType<typeof sql>) => withSystem(api.services.database, (trx) => statement.execute(trx))
const setHealth = (id: string, health: string) =>
  run(sql`update credentials set health = ${health} where id = ${id}::uuid`)

async function addCredential(settings: object): Promise<string> {
  const made = await save('POST', 'generic_credential', { name: newId(), ...settings })
  expect(made.status, made.text).toBe(201)
  return String(made.json().id)
}

function savePolicy(credentialId: string) {
  const templates = { document_path: 'All', document_name: 'Motion' }
  return save('POST', 'storage_policy', { name: newId(), ...templates, dms_credential_id: credentialId })
}

async function addPolicy(credentialId: string): Promise<string> {
  const made = await savePolicy(credentialId)
  expect(made.status, made.text).toBe(201)
  return String(made.json().id)
}

async function refusal(credentialId: string): Promise<string> {
  const refused = await savePolicy(credentialId)
  const [problem] = refused.json().errors as { field: string; message: string }[]
  expect([refused.status, problem?.field], refused.text).toEqual([400, 'dms_credential_id'])
  return String(problem?.message)
}
