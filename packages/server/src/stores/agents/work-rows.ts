import type { AgentOperation, AgentResult } from '@courtcrier/contract/calls/agent-work.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'

/** Announced with the ID of an agent for which there is work. */
export const workEntity = 'agent_work'
/** Announced with the ID of work that was answered. */
export const answerEntity = 'agent_answer'

/** What a piece of work is about; which of it is there depends on the operation. */
export interface WorkArguments {
  /** The name of the agent's credential, and what it must be for. */
  credential: string
  kind: string
  driver: string | null
  path?: string
  mayMake?: boolean
  file?: WorkFile
  /** The document properties of each document that is asked about. */
  documents?: readonly Readonly<Record<string, string>>[]
}

export interface WorkFile {
  idempotencyKey: string
  attempt: number
  sha256: string
  size: number
  properties: Readonly<Record<string, string>>
}

export interface NewWork {
  firmId: number
  agentId: string
  credentialId: string
  operation: AgentOperation
  work: WorkArguments
  /** How long the agent has to take it, and then to answer or to prolong it, in milliseconds. */
  takeMs: number
  leaseMs: number
}

interface WorkKey {
  firmId: number
  id: string
}

/** Whose work it is: only who has taken it may go on with it. */
export interface WorkOwner extends WorkKey {
  agentId: string
  owner: string
}

/** Rows whose answer no one read, because a process ended, are removed after this many minutes. */
const forgottenMinutes = 60

/**
 * Adds work for an agent, and wakes it. Returns its ID. An earlier attempt at the same copy that still goes on at the
 * agent is removed: it can't be answered any more.
 */
export async function addWork(trx: Trx, { firmId, agentId, credentialId, ...wish }: NewWork): Promise<string> {
  const id = newId()
  const { operation, work, takeMs, leaseMs } = wish
  await sql`delete from agent_work where firm_id = ${firmId}
    and expires_at < now() - make_interval(mins => ${forgottenMinutes})`.execute(trx)
  if (work.file)
    await sql`delete from agent_work where firm_id = ${firmId} and credential_id = ${credentialId}::uuid
      and arguments -> 'file' ->> 'idempotencyKey' = ${work.file.idempotencyKey}`.execute(trx)
  await sql`insert into agent_work (firm_id, id, agent_id, credential_id, operation, arguments, expires_at, lease_ms)
    values (${firmId}, ${id}::uuid, ${agentId}::uuid, ${credentialId}::uuid, ${operation},
      ${JSON.stringify(work)}::text::jsonb, ${fromNow(sql`${takeMs}::integer`)}, ${leaseMs}::integer)`.execute(trx)
  await announce(trx, { firmId, entity: workEntity, ids: [agentId] })
  return id
}

/** Work that an agent has taken. */
export interface TakenWork {
  id: string
  owner: string
  operation: AgentOperation
  work: WorkArguments
  remainingMs: number
  /** Until when it could be taken, by the database's clock. */
  takeUntil: string
}

/** An agent that asks for work. */
export interface AskingAgent {
  firmId: number
  agentId: string
  /** The names of the credentials with which it does as much as it can at a time. */
  busy?: readonly string[]
}

/**
 * Gives an agent the oldest work that isn't too late; no other request gets it. A test of a credential, or a
 * question for a preview, isn't held back by copies to a DMS that takes long: a person waits for it, who may want to know
 * why it does.
 */
export async function takeWork(trx: Trx, { firmId, agentId, busy = [] }: AskingAgent): Promise<TakenWork | undefined> {
  const owner = newId()
  const { rows } = await sql<TakenWork>`
    with next as (
      select id, expires_at from agent_work where firm_id = ${firmId} and agent_id = ${agentId}::uuid
        and state = 'waiting' and expires_at > now()
        and (operation in ('check', 'plan') or arguments ->> 'credential' <> all(${[...busy]}::text[]))
        and ${isUnrevoked({ firmId, agentId })}
      order by created_at, id limit 1 for update skip locked
    )
    update agent_work w set state = 'taken', owner = ${owner}::uuid, expires_at = ${fromNow(sql`w.lease_ms`)}
    from next where w.firm_id = ${firmId} and w.id = next.id
    returning w.id, w.owner, w.operation, w.arguments as work, w.lease_ms as "remainingMs",
      next.expires_at::text as "takeUntil"`.execute(trx)
  return rows[0]
}

/** Has work that was taken for a connection that is gone wait again, for the agent's next request. */
export async function giveBackWork(
  trx: Trx,
  { firmId, agentId, taken }: { firmId: number; agentId: string; taken: TakenWork },
): Promise<void> {
  await sql`update agent_work w set state = 'waiting', owner = null, expires_at = ${taken.takeUntil}::timestamptz
    where ${isOwn({ firmId, agentId, ...taken })}`.execute(trx)
  await announce(trx, { firmId, entity: workEntity, ids: [agentId] })
}

/** Prolongs work that is still the agent's. Returns for how long, in milliseconds; undefined if it is too late. */
export async function prolongWork(trx: Trx, owner: WorkOwner): Promise<number | undefined> {
  const { rows } = await sql<{ remainingMs: number }>`
    update agent_work w set expires_at = ${fromNow(sql`w.lease_ms`)} where ${isOwn(owner)}
    returning w.lease_ms as "remainingMs"`.execute(trx)
  return rows[0]?.remainingMs
}

/** Returns what work is about while it is the agent's. */
export async function findOwnWork(trx: Trx, owner: WorkOwner): Promise<WorkArguments | undefined> {
  const { rows } = await sql<{ work: WorkArguments }>`
    select w.arguments as work from agent_work w where ${isOwn(owner)}`.execute(trx)
  return rows[0]?.work
}

/** Records what came of work that is still the agent's, and wakes who waits for it. Returns false if it is too late. */
export async function answerWork(trx: Trx, owner: WorkOwner, result: AgentResult): Promise<boolean> {
  const { firmId, id } = owner
  const { rows } = await sql`
    update agent_work w set state = 'done', result = ${JSON.stringify(result)}::text::jsonb where ${isOwn(owner)}
    returning 1`.execute(trx)
  if (rows.length === 0) return false
  await announce(trx, { firmId, entity: answerEntity, ids: [id] })
  return true
}

/**
 * How far work is: answered, still possible, or too late: not begun, perhaps done without an answer, or ended by who had
 * asked for it.
 */
export type WorkState =
  | { result: AgentResult }
  | { remainingMs: number }
  | { tooLate: 'untaken' | 'unanswered' | 'ended' }

/**
 * Returns how far work is. What is answered, too late or ended is removed: no one can take or answer it from then on.
 * Work that goes on isn't locked: an agent that is just taking some would pass over it, and nothing wakes it again.
 */
export async function settleWork(trx: Trx, { firmId, id }: WorkKey, { isEnded = false } = {}): Promise<WorkState> {
  const isKey = sql`firm_id = ${firmId} and id = ${id}::uuid`
  const remainingMs = sql<number>`ceil(extract(epoch from expires_at - now()) * 1000)::integer`
  const { rows } = await sql<{ state: string; result: AgentResult | null; remainingMs: number; isRemoved: boolean }>`
    with removed as (
      delete from agent_work where ${isKey} and (state = 'done' or expires_at <= now() or ${isEnded}::boolean)
      returning state, result, ${remainingMs} as "remainingMs"
    )
    select *, true as "isRemoved" from removed
    union all
    select state, null, ${remainingMs}, false from agent_work where ${isKey} and not exists (select from removed)`.execute(
    trx,
  )
  const [row] = rows
  if (!row) return { tooLate: 'unanswered' }
  if (!row.isRemoved) return { remainingMs: row.remainingMs }
  if (row.result) return { result: row.result }
  if (row.remainingMs > 0) return { tooLate: 'ended' }
  return { tooLate: row.state === 'waiting' ? 'untaken' : 'unanswered' }
}

function isOwn({ firmId, id, agentId, owner }: WorkOwner) {
  return sql`w.firm_id = ${firmId} and w.id = ${id}::uuid and w.agent_id = ${agentId}::uuid
    and w.owner = ${owner}::uuid and w.state = 'taken' and w.expires_at > now() and ${isUnrevoked({ firmId, agentId })}`
}

/** Asked with each step of its work: another process may know its key for a moment longer. */
function isUnrevoked({ firmId, agentId }: { firmId: number; agentId: string }) {
  return sql`exists (select from agents a
    where a.firm_id = ${firmId} and a.id = ${agentId}::uuid and a.revoked_at is null)`
}

/** By the database's clock, which is the only one that counts. */
function fromNow(ms: ReturnType<typeof sql>) {
  return sql`now() + make_interval(secs => ${ms} / 1000.0)`
}
