import type { PlannedProperty } from '@courtcrier/connectors/planned-property.ts'
import type { TestStep } from '@courtcrier/contract/credential-test.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { SearchScope } from '../records/viewer.ts'
import { isVisible } from '../records/visible-rows.ts'
import type { TriedConnector } from './agents/agent-connector.ts'
import type { StoreKey } from './open-stores.ts'
import { lostProperties, type Plan, planForAgent, planWith } from './plan-properties.ts'

/** A storage policy that saves document properties. */
export interface WritingPolicy {
  name: string
  /** Templates by the names of the properties. */
  documentProperties: Readonly<Record<string, string>>
}

/** What the steps of policies reveal. */
const waysOfPolicies: Way = [
  [storagePolicy, 'name'],
  [storagePolicy, 'documentProperties'],
  [storagePolicy, 'dmsCredentialId'],
]

/** More than this would make a test slow, and its result long. */
const mostChecked = 50

/** Returns the policies that save properties with a credential, as far as the role may know them, by their names. */
export async function findWritingPolicies(
  trx: Trx,
  scope: SearchScope,
  credentialId: string,
): Promise<readonly WritingPolicy[]> {
  if (!seesWay(sightOf(scope.role), waysOfPolicies)) return []
  const { rows } = await sql<WritingPolicy>`
    select p.name, p.document_properties as "documentProperties" from storage_policies p
    where p.firm_id = ${scope.firmId}::integer and p.dms_credential_id = ${credentialId}::uuid
      and p.document_properties <> '{}'::jsonb and ${isVisible('p', storagePolicy, scope)}
    order by p.name, p.id limit ${mostChecked + 1}::integer`.execute(trx)
  return rows
}

/** What policies are checked with: the connector that was tested, and by what it was opened. */
interface Tested {
  connector: TriedConnector
  key: StoreKey
}

/**
 * Looks up what policies save in the service's own lists. Returns a step for each. Uses the network: not within a
 * transaction.
 */
export async function checkPolicies(tested: Tested, policies: readonly WritingPolicy[]): Promise<TestStep[]> {
  const checked = policies.slice(0, mostChecked)
  const plan = await planOf(tested, checked)
  const steps = checked.map((policy, index) => stepOf(policy, { tested, plan, planned: plan.planned[index] }))
  if (policies.length <= mostChecked) return steps
  return [...steps, stepAs('skipped', `Only the first ${mostChecked} storage policies were checked.`)]
}

/** Each template stands for its value: a text without placeholders is one, and which others there are only filings say. */
async function planOf({ connector, key }: Tested, policies: readonly WritingPolicy[]): Promise<Plan> {
  const documents = policies.map(({ documentProperties }) => documentProperties)
  if (!key.agent) return planWith(connector, documents)
  return documents.length === 0 ? { planned: [] } : planForAgent(key, documents)
}

interface Found {
  tested: Tested
  plan: Plan
  planned: readonly PlannedProperty[] | undefined
}

function stepOf(policy: WritingPolicy, { tested: { key }, plan, planned }: Found): TestStep {
  const lost = lostProperties(key, policy)
  if (lost !== undefined) return stepAs('attention', `${inPolicy(policy)} ${lost}`)
  if (!planned) return stepAs('skipped', `${inPolicy(policy)} ${plan.warning ?? 'The DMS names no properties.'}`)
  const objections = planned.flatMap((each) => objectionTo(each, policy))
  if (objections.length > 0) return stepAs('attention', [inPolicy(policy), ...objections].join(' '))
  return stepAs('ok', `The DMS takes every document property of the storage policy "${policy.name}".`)
}

function inPolicy({ name }: WritingPolicy): string {
  return `Check the storage policy "${name}".`
}

/** What is said of a template itself, in quotes, is about a value that the policy doesn't know yet. */
function objectionTo({ property, why }: PlannedProperty, { documentProperties }: WritingPolicy): string[] {
  if (property === null || why === null) return []
  const template = documentProperties[property] ?? ''
  const isOfValue = template.includes('{{') && why.includes(`"${template.trim()}"`)
  return isOfValue ? [] : [`The property "${property}" has a problem: ${why}`]
}

function stepAs(state: TestStep['state'], sentence: string): TestStep {
  return { step: 'properties', state, sentence }
}
