import { checkedBytes } from '@courtcrier/connectors/checked-bytes.ts'
import type { Connector, FileToStore, Problem } from '@courtcrier/connectors/connector.ts'
import { problemError } from '@courtcrier/connectors/problems.ts'
import {
  type AgentOperation,
  type AgentResult,
  type AgentWork,
  agentOperations,
} from '@courtcrier/contract/calls/agent-work.ts'
import { version } from '../base/version.ts'
import type { AgentCalls } from './agent-calls.ts'
import type { KeptConnectors } from './kept-connectors.ts'
import type { KeptCredential } from './saved-credentials.ts'

export interface Performing {
  calls: Pick<AgentCalls, 'document'>
  connectors: KeptConnectors
  credentials: readonly KeptCredential[]
  /** Aborted when the work is no longer the agent's. */
  signal: AbortSignal
  /** Asks the server whether it still wants the work. Throws if it doesn't. */
  confirm: () => Promise<void>
}

/** Does a piece of work with the credential that it names. */
export async function performWork(work: AgentWork, performing: Performing): Promise<AgentResult> {
  const { connectors, credentials } = performing
  if (!isKnown(work.operation)) return tooOld(work)
  const kept = credentials.find(({ name }) => name === work.credential)
  const problem = kept ? whyOther(kept, work) : missing(work)
  if (problem || !kept) return problem ?? missing(work)
  const connector = await connectors.open(kept)
  // It may have taken long to sign in.
  performing.signal.throwIfAborted()
  return 'problem' in connector ? resultOf(connector) : perform(connector, work, performing)
}

async function perform(connector: Connector, work: AgentWork, performing: Performing): Promise<AgentResult> {
  const path = work.path ?? ''
  if (work.operation === 'ensure_folder') {
    const ready = await connector.ensureFolder(path, { mayMake: work.mayMake ?? true })
    return 'problem' in ready ? resultOf(ready) : { made: ready.made }
  }
  if (work.operation === 'exists') {
    const found = await connector.exists(path)
    return 'problem' in found ? resultOf(found) : { exists: found.exists }
  }
  if (work.operation === 'check') return { steps: await connector.check() }
  if (work.operation === 'plan') return planDocuments(connector, work.documents ?? [])
  const stored = await connector.put(fileOf(work, performing))
  if ('problem' in stored) return resultOf(stored)
  const link = stored.link ?? connector.link(path)
  const { wasThere, remark } = stored
  return { wasThere, ...(remark === undefined ? {} : { remark }), ...(link === undefined ? {} : { link }) }
}

/** What was entered at the agent stays there, also what it says of every document. */
async function planDocuments(
  { plan }: Connector,
  documents: readonly Readonly<Record<string, string>>[],
): Promise<AgentResult> {
  const plans: Exclude<AgentResult['plans'], undefined>[number][] = []
  for (const properties of documents) {
    const planned = plan ? await plan(properties) : []
    if ('problem' in planned) return resultOf(planned)
    plans.push(planned.filter(({ setting }) => setting === null).map(({ setting: _, ...each }) => each))
  }
  return { plans }
}

/** The document as the connector wants it: its bytes come from the server, each time it reads them. */
function fileOf(work: AgentWork, { calls, signal, confirm }: Performing): FileToStore {
  if (!work.file || work.path === null) throw new Error('the server gave a document to save without saying which')
  const { file, path } = work
  const fetched = async function* () {
    yield* await calls.document(work, signal)
  }
  return {
    ...file,
    path,
    open: () => lastConfirmed(arrived({ ...file, path, open: fetched }), confirm),
  }
}

/** Compared here as well: what didn't arrive as a whole is no damaged document. */
async function* arrived(file: FileToStore): AsyncGenerator<Uint8Array> {
  try {
    yield* checkedBytes(file)
  } catch (cause) {
    throw Object.assign(problemError('transient', notArrived), { cause })
  }
}

/** Holds the last bytes back until the server confirms that it wants the file. Without them, none is saved. */
async function* lastConfirmed(
  bytes: AsyncIterable<Uint8Array>,
  confirm: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array | undefined
  for await (const chunk of bytes) {
    if (held) yield held
    held = chunk
  }
  await confirm()
  if (held) yield held
}

const notArrived = 'The document did not arrive at the agent as a whole.'

function isKnown(operation: string): operation is AgentOperation {
  return agentOperations.some((known) => known === operation)
}

/** The credential can't be used until someone acts: its copies wait, and one of them tries now and then. */
function tooOld({ serverVersion }: AgentWork): AgentResult {
  const sentence =
    serverVersion === undefined
      ? "The agent is too old for that: install the server's version on its machine."
      : `The agent, of version ${version}, is too old for that: install version ${serverVersion} on its machine.`
  return { problem: 'auth', sentence }
}

function missing({ credential }: AgentWork): AgentResult {
  const sentence = `The agent has no credential named "${credential}". On its machine, run: courtcrier agent credential set`
  return { problem: 'auth', sentence }
}

function whyOther({ kind, driver }: KeptCredential, work: AgentWork): AgentResult | undefined {
  if (kind === work.kind && driver === work.driver) return undefined
  const sentence = `The agent's credential "${work.credential}" is of another type than the one here.`
  return { problem: 'auth', sentence }
}

function resultOf({ problem, sentence, retryAfterMs, isUnanswered }: Problem): AgentResult {
  return {
    ...{ problem, sentence },
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(isUnanswered ? { isUnanswered } : {}),
  }
}
