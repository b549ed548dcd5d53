import type { Connector, Problem } from '@courtcrier/connectors/connector.ts'
import type { PlannedProperty } from '@courtcrier/connectors/planned-property.ts'
import { findConnectorKind } from '@courtcrier/connectors/registry.ts'
import { driversWithProperties, kindsWithProperties } from '@courtcrier/contract/credential-kinds.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { asSentence } from '@courtcrier/lib/sentence.ts'
import type { Services } from '../base/services.ts'
import type { AgentKey } from './agents/agent-connector.ts'
import type { StoreKey } from './open-stores.ts'

interface Target {
  kind: string
  driver: string | null
}

/** The properties of a storage policy, as templates by their names. */
interface Properties {
  documentProperties: Readonly<Record<string, string>>
}

/** Returns a sentence if a policy has document properties that the DMS of its credential does not store. */
export function lostProperties(target: Target, { documentProperties }: Properties): string | undefined {
  if (Object.keys(documentProperties).length === 0 || storesProperties(target)) return undefined
  const { kind, driver } = target
  const isGeneric = kind === genericCredential.name
  if (isGeneric && driver === null) return undefined
  const name = isGeneric
    ? (findField(genericCredential, 'driver')?.valueLabels?.[driver ?? ''] ?? driver)
    : (findField(credential, 'kind')?.valueLabels?.[kind] ?? kind)
  return `The document properties aren't saved: ${name} doesn't support them.`
}

function storesProperties({ kind, driver }: Target): boolean {
  return kind === genericCredential.name
    ? driversWithProperties.some((known) => known === driver)
    : kindsWithProperties.some((known) => known === kind)
}

/** In milliseconds. A service that doesn't name its fields by then has to wait for the next look at the preview. */
const patienceMs = 5_000

interface PlanDeps extends Pick<Services, 'stores'> {
  waitMs?: number
}

export interface Plan {
  /** For each document that was asked about, in the same order; empty if the DMS didn't say. */
  planned: readonly (readonly PlannedProperty[])[]
  warning?: string
}

type Documents = readonly Readonly<Record<string, string>>[]

/** Returns what the DMS of a credential would get of documents' properties. Uses the network: not within a transaction. */
export async function planProperties(
  { stores, waitMs = patienceMs }: PlanDeps,
  key: StoreKey,
  documents: Documents,
): Promise<Plan> {
  if (documents.length === 0 || !storesProperties(key)) return { planned: [] }
  if (key.agent) return planByAgent({ stores }, { ...key, agent: key.agent }, documents)
  const connector = await stores.open(key)
  return 'problem' in connector ? unplanned(connector) : planWith(connector, documents, waitMs)
}

/** Returns the same for a connector that is open. */
export async function planWith(
  { plan }: Pick<Connector, 'plan'>,
  documents: Documents,
  waitMs = patienceMs,
): Promise<Plan> {
  if (!plan || documents.length === 0) return { planned: [] }
  const waited = Promise.withResolvers<Problem>()
  const timer = setTimeout(() => waited.resolve(tooSlow), waitMs)
  try {
    const plans = await Promise.all(documents.map((each) => Promise.race([plan(each), waited.promise])))
    const problem = plans.find(isProblem)
    return problem ? unplanned(problem) : { planned: plans.flatMap((plan) => (isProblem(plan) ? [] : [plan])) }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns the same for a credential of an agent, which is asked where the DMS or its settings there decide. What was entered
 * at the agent stays there, also what it says of every document.
 */
async function planByAgent(
  { stores }: Pick<Services, 'stores'>,
  key: StoreKey & AgentKey,
  documents: Documents,
): Promise<Plan> {
  const unset = findConnectorKind(key)?.planUnset
  if (unset && unset.lacks === undefined) return planForAgent(key, documents)
  const said = await stores.askForPlans(key, documents)
  if (!('problem' in said)) {
    const planned = said.map((plan) => plan.map((each) => ({ ...each, setting: null })))
    return { planned, ...(unset?.lacks === undefined ? {} : { warning: unset.lacks }) }
  }
  if (!unset) return unplanned(said)
  return { planned: documents.map(unset.of), warning: `${unset.lacks} ${asSentence(said.sentence)}` }
}

/** Returns the same without asking the agent: as far as no setting there decides it. */
export function planForAgent(key: StoreKey, documents: Documents): Plan {
  const unset = findConnectorKind(key)?.planUnset
  if (!unset) return unplanned(byAgent)
  return { planned: documents.map(unset.of), ...(unset.lacks === undefined ? {} : { warning: unset.lacks }) }
}

function isProblem(plan: readonly PlannedProperty[] | Problem): plan is Problem {
  return 'problem' in plan
}

const byAgent: Problem = { problem: 'transient', sentence: 'An agent saves there.' }
const tooSlow: Problem = { problem: 'transient', sentence: 'The DMS took too long to answer.' }

function unplanned({ sentence }: Problem): Plan {
  return { planned: [], warning: `How the DMS names the document properties isn't known: ${asSentence(sentence)}` }
}
