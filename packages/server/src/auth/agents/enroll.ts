import { ApiError } from '@courtcrier/contract/errors.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { recordEvent } from '../../records/audit.ts'
import { announceKeys } from '../api-keys/key-rows.ts'
import { makeKeySecret, type NewSecret } from '../api-keys/secret.ts'
import { endedEnrollment } from '../api-keys/why-refused.ts'
import type { Enrollment } from './agent-holder.ts'

/** An agent's key ends this many days after it was last used. */
const idleDays = 90
/** How often its end is moved, in days. */
const prolongDays = 1

interface Enrolling {
  enrollment: Enrollment
  version: string
  now: Date
}

/**
 * Uses up a token, and returns the key of the agent that it enrolls. Throws if the token has ended meanwhile, or another
 * program was faster.
 */
export async function enroll(trx: Trx, { enrollment, version, now }: Enrolling): Promise<string> {
  const { firmId, name, key } = enrollment
  const { rows } = await sql<{ createdBy: string | null }>`update api_keys set revoked_at = ${now}::timestamptz
    where firm_id = ${firmId}::integer and id = ${key.id}::uuid and revoked_at is null
      and expires_at > ${now}::timestamptz
    returning created_by as "createdBy"`.execute(trx)
  const [used] = rows
  if (!used) throw new ApiError('key_refused', { sentence: endedEnrollment })
  await refuseTaken(trx, { firmId, name })
  const [agentId, secret] = [newId(), makeKeySecret('enrolled_agent')]
  const { rows: made } = await sql`insert into agents (firm_id, id, name, version)
    values (${firmId}::integer, ${agentId}::uuid, ${name}, ${version})
    on conflict do nothing returning id`.execute(trx)
  // Another token for the name was faster.
  if (made.length === 0) throw nameTaken(name)
  await insertAgentKey(trx, { ...enrollment, ...used, agentId, secret, now })
  await announceKeys(trx, firmId)
  await recordEvent(trx, {
    ...{ firmId, level: 'AUDIT', type: 'other', action: 'agent_enrolled' },
    sentence: `The agent "${name}" was enrolled, with version ${version}.`,
    ...{ entity: firm.name, entityId: String(firmId), facts: { agent: name, version } },
  })
  return secret.secret
}

/** Throws `wrong_state` if there is an agent of the name. */
export async function refuseTaken(trx: Trx, { firmId, name }: { firmId: number; name: string }): Promise<void> {
  const { rows } = await sql`select from agents
    where firm_id = ${firmId}::integer and name_key(name) = name_key(${name}) and revoked_at is null`.execute(trx)
  if (rows.length > 0) throw nameTaken(name)
}

function nameTaken(name: string): ApiError {
  const sentence = `There already is an agent named "${name}". Revoke it first, or choose another name.`
  return new ApiError('wrong_state', { sentence })
}

interface AgentKeyRow {
  firmId: number
  agentId: string
  name: string
  createdBy: string | null
  secret: NewSecret
  now: Date
}

async function insertAgentKey(trx: Trx, { firmId, agentId, name, createdBy, secret, now }: AgentKeyRow): Promise<void> {
  await sql`insert into api_keys (firm_id, id, kind, name, agent_id, created_by, secret_hash, hint, created_at, expires_at)
    values (${firmId}::integer, ${newId()}::uuid, 'enrolled_agent', ${name}, ${agentId}::uuid, ${createdBy}::uuid,
      ${secret.hash}, ${secret.hint}, ${now}::timestamptz,
      ${now}::timestamptz + make_interval(days => ${idleDays}))`.execute(trx)
}

/** Moves the end of a key that is used, at most once a day. */
export async function prolongAgentKey(
  trx: Trx,
  { firmId, id, now }: { firmId: number; id: string; now: Date },
): Promise<void> {
  await sql`update api_keys set expires_at = ${now}::timestamptz + make_interval(days => ${idleDays})
    where firm_id = ${firmId}::integer and id = ${id}::uuid and revoked_at is null
      and expires_at < ${now}::timestamptz + make_interval(days => ${idleDays - prolongDays})`.execute(trx)
}
