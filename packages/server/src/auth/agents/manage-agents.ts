import { enrollmentHours } from '@courtcrier/contract/calls/agents.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { EventAction } from '@courtcrier/contract/event-actions.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { recordEvent } from '../../records/audit.ts'
import type { Caller } from '../../records/caller.ts'
import { announceKeys, insertKey } from '../api-keys/key-rows.ts'
import { makeKeySecret } from '../api-keys/secret.ts'
import { refuseTaken } from './enroll.ts'

interface AgentRequest {
  caller: Caller
  now: Date
}

/** A token that may still enroll an agent. */
export interface EnrollmentToken {
  id: string
  name: string
  hint: string | null
  createdBy: string | null
  createdAt: Date
  expiresAt: Date
}

/** Returns the tokens that may still enroll an agent, the newest first. */
export async function findEnrollmentTokens(
  trx: Trx,
  { firmId, now }: { firmId: number; now: Date },
): Promise<readonly EnrollmentToken[]> {
  const { rows } = await sql<EnrollmentToken>`
    select k.id, k.name, k.hint, u.full_name as "createdBy", k.created_at as "createdAt", k.expires_at as "expiresAt"
    from api_keys k left join users u on u.firm_id = k.firm_id and u.id = k.created_by
    where k.firm_id = ${firmId}::integer and k.kind = 'agent_enrollment' and k.revoked_at is null
      and k.expires_at > ${now}::timestamptz
    order by k.created_at desc, k.id`.execute(trx)
  return rows
}

/** Creates a token that enrolls one agent. */
export async function makeEnrollmentToken(
  trx: Trx,
  { caller, now }: AgentRequest,
  { name, hours = enrollmentHours.usual }: { name: string; hours: number | undefined },
): Promise<{ id: string; secret: string }> {
  const { firmId, userId: createdBy } = caller
  await refuseTaken(trx, { firmId, name })
  const secret = makeKeySecret('agent_enrollment')
  const id = await insertKey(trx, {
    ...{ firmId, kind: 'agent_enrollment', name, userId: null, createdBy, scopes: {}, networks: [], secret, now },
    expiresAt: new Date(now.getTime() + hours * 3_600_000),
  })
  const sentence = `${caller.user.fullName} created a token to enroll the agent "${name}".`
  await record(trx, caller, { name, action: 'agent_token_made', sentence })
  return { id, secret: secret.secret }
}

/** Revokes a token that has enrolled no agent yet. */
export async function revokeEnrollmentToken(trx: Trx, { caller, now }: AgentRequest, id: string): Promise<void> {
  const { firmId } = caller
  const { rows } = await sql<{ name: string }>`update api_keys set revoked_at = ${now}::timestamptz
    where firm_id = ${firmId}::integer and id = ${id}::uuid and kind = 'agent_enrollment' and revoked_at is null
    returning name`.execute(trx)
  const [token] = rows
  if (!token) throw new ApiError('not_found')
  await announceKeys(trx, firmId)
  const sentence = `${caller.user.fullName} revoked the token to enroll the agent "${token.name}".`
  await record(trx, caller, { ...token, action: 'agent_token_revoked', sentence })
}

/** Revokes an agent, in every process at once. What it hasn't done yet waits for another agent of its name. */
export async function revokeAgentRow(trx: Trx, { caller, now }: AgentRequest, id: string): Promise<void> {
  const { firmId } = caller
  const { rows } = await sql<{ name: string }>`update agents set revoked_at = ${now}::timestamptz, updated_at = now()
    where firm_id = ${firmId}::integer and id = ${id}::uuid and revoked_at is null returning name`.execute(trx)
  const [agent] = rows
  if (!agent) throw new ApiError('not_found')
  await sql`update api_keys set revoked_at = ${now}::timestamptz
    where firm_id = ${firmId}::integer and agent_id = ${id}::uuid and revoked_at is null`.execute(trx)
  await announceKeys(trx, firmId)
  const sentence = `${caller.user.fullName} revoked the agent "${agent.name}".`
  await record(trx, caller, { ...agent, action: 'agent_revoked', sentence })
}

async function record(
  trx: Trx,
  { firmId, userId }: Caller,
  { name, action, sentence }: { name: string; action: EventAction; sentence: string },
): Promise<void> {
  await recordEvent(trx, {
    ...{ firmId, level: 'AUDIT', type: 'other', userId, action, sentence },
    ...{ entity: firm.name, entityId: String(firmId), facts: { agent: name } },
  })
}
