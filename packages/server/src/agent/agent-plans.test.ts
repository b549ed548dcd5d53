import { startFakeImanage } from '@courtcrier/connectors/imanage/fake-imanage.ts'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { findCredential } from '../stores/find-credential.ts'
import { planProperties } from '../stores/plan-properties.ts'
import { type AgentBench, hurried, keepAt, openAgentBench, untilThere } from '../testing/agent-bench.ts'

const kind = 'imanage_server_credential'
const documents: readonly Readonly<Record<string, string>>[] = [{ Class: 'PLEADING', Judge: 'b' }, { 'Custom 1': 'a' }]

let bench: AgentBench
beforeEach(async () => {
  bench = await openAgentBench()
})
afterEach(() => bench.close())

test('an agent that is there says what its DMS will get, without what its own settings say', async () => {
  const place = await openImanage()
  const agent = await bench.enroll('Office')
  await keepAt(agent, { name: 'files', type: 'imanage', settings: place })
  agent.start()
  await untilThere(bench)
  const plan = await planOf()
  expect(plan.warning).toMatch(/kept at the agent\.$/)
  expect(plan.planned.map((each) => each.map(({ name, property, value }) => `${property} ${name} ${value}`))).toEqual([
    ['Class class PLEADING', 'Judge null b', 'null comment From a court notice'],
    ['Custom 1 custom1 a', 'null comment From a court notice'],
  ])
  // The stand-in has a list of classes, which only the agent can look at.
  expect(plan.planned[0]?.[0]?.why).toBe('The library has no class "PLEADING".')
})

test('an agent that is away, or takes nothing in time, has the preview say so', async () => {
  const agent = await bench.enroll('Office')
  await keepAt(agent, { name: 'files', type: 'imanage', settings: await openImanage() })
  const away = await planOf()
  expect(away.warning).toMatch(/kept at the agent\. The agent "Office" isn't connected\./)
  expect(away.planned[0]?.map(({ name }) => name)).toEqual(['class', null, 'comment'])
  const running = agent.start()
  await untilThere(bench)
  await running.stop()
  Object.assign(bench.pace, hurried)
  expect((await planOf()).warning).toMatch(/The agent "Office" (is busy|isn't connected)/)
})

async function planOf() {
  const { credentialId } = await bench.plantCopy({}, 'a document', { kind })
  const key = await withFirm(bench.services.database, 1, (trx) => findCredential(trx, { firmId: 1, credentialId }))
  if (!key) throw new Error('the credential was not planted')
  return planProperties(bench.services, key, documents)
}

async function openImanage(): Promise<Record<string, string>> {
  const account = { username: 'CCRIER', password: 'right', clientId: 'id', clientSecret: 'secret' }
  const fake = await startFakeImanage({ ...account, library: 'ACTIVE' })
  onTestFinished(() => fake.service.close())
  fake.state.hasTokens = false
  fake.state.classes = { MOTION: [] }
  const base_url = `http://127.0.0.1:${fake.service.port}`
  const own = { author_field: 'CCRIER', document_class: 'COURT', document_subclass: 'NOTICE' }
  const app = { client_id: 'id', client_secret: 'secret', username: 'CCRIER', password: 'right' }
  return { base_url, customer_id: '516', database: 'ACTIVE', folder_id: '100', ...app, ...own }
}
