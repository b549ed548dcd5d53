import { credential } from '@courtcrier/contract/resources/credential.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { agentCredentials } from './agent-credentials.ts'
import { ageOf } from './agent-version.ts'

/** A credential as an agent names it. */
export interface NamedCredential {
  name: string
  kind: string
  driver: string | null
}

/** An agent that is enrolled. */
export interface AgentRow {
  id: string
  name: string
  version: string
  createdAt: Date
  /** Null while it is away. */
  connectedAt: Date | null
  lastSeenAt: Date | null
  credentials: readonly NamedCredential[]
  /** How many copies wait for it. */
  waiting: number
}

/** An agent asks for work at least every half minute; without a word for this long, in seconds, it is away. */
const awaySeconds = 60
/** While it works it says so more often; its row is written at most this often, in seconds. */
const noteSeconds = 10

const isThere = sql<boolean>`(a.last_seen_at is not null and a.last_seen_at > now() - make_interval(secs => ${awaySeconds}))`

/** Returns the agents of a firm, with as much as the viewer may see of what waits for them; without one, of all firms. */
export async function findAgents(trx: Trx, viewer?: SearchScope): Promise<readonly (AgentRow & { firmId: number })[]> {
  const { rows } = await sql<AgentRow & { firmId: number }>`
    select a.firm_id as "firmId", a.id, a.name, a.version, a.credentials, a.created_at as "createdAt",
      case when ${isThere} then a.connected_at end as "connectedAt", a.last_seen_at as "lastSeenAt",
      (select count(*)::integer from document_copies d
        join storage_policies p on p.firm_id = d.firm_id and p.id = d.storage_policy_id
        join ${agentCredentials} c on c.firm_id = p.firm_id and c.id = p.dms_credential_id
        where d.firm_id = a.firm_id and d.status in ('new', 'started', 'delayed')
          and ${viewer ? isVisible('d', documentCopy, viewer) : sql`true`}
          and name_key(c.agent) = name_key(a.name)) as waiting
    from agents a where ${viewer ? sql`a.firm_id = ${viewer.firmId}` : sql`true`} and a.revoked_at is null
    order by a.firm_id, lower(a.name)`.execute(trx)
  return rows
}

/** Returns the agent that has a name, its version, and whether it is there. */
export async function findAgent(
  trx: Trx,
  { firmId, name }: { firmId: number; name: string },
): Promise<{ id: string; version: string; isThere: boolean } | undefined> {
  const { rows } = await sql<{ id: string; version: string; isThere: boolean }>`
    select a.id, a.version, ${isThere} as "isThere" from agents a
    where a.firm_id = ${firmId} and name_key(a.name) = name_key(${name}) and a.revoked_at is null
    order by a.name <> ${name} limit 1`.execute(trx)
  return rows[0]
}

interface Seen {
  firmId: number
  agentId: string
  /** What it says of itself; absent when it only goes on with its work. */
  says?: { version: string; credentials: readonly NamedCredential[]; isFirst?: boolean | undefined }
}

/**
 * Notes that an agent is there. If it was away or has just started, the copies that waited for it are released, unless
 * it is too old to get any work.
 */
export async function noteSeen(trx: Trx, { firmId, agentId, says }: Seen): Promise<void> {
  const set = says
    ? sql`, version = ${says.version}, credentials = ${JSON.stringify(says.credentials)}::text::jsonb`
    : sql``
  const differs = says
    ? sql`or a.version <> ${says.version} or a.credentials <> ${JSON.stringify(says.credentials)}::text::jsonb`
    : sql``
  const isTooOld = says !== undefined && ageOf(says.version) === 'tooOld'
  const hasStarted = sql`${(says?.isFirst ?? false) && !isTooOld}::boolean`
  const { rows } = await sql<{ name: string; isBack: boolean }>`
    with before as (
      select a.id, not ${isThere} or ${hasStarted} as is_back from agents a
      where a.firm_id = ${firmId} and a.id = ${agentId}::uuid
        and (a.last_seen_at is null or a.last_seen_at < now() - make_interval(secs => ${noteSeconds}) or ${hasStarted} ${differs})
      for update
    )
    update agents a set last_seen_at = now(), updated_at = now(),
      connected_at = case when b.is_back then now() else a.connected_at end ${set}
    from before b where a.firm_id = ${firmId} and a.id = b.id
    returning a.name, b.is_back as "isBack"`.execute(trx)
  const [row] = rows
  if (row?.isBack && !isTooOld) await releaseWaiting(trx, { firmId, name: row.name })
}

/**
 * For a copy that is recorded as waiting for an agent: releases it if the agent came back since it was looked for. The
 * lock has an agent that comes back now wait for the commit, so that its own release finds the copy.
 */
export async function releaseIfBack(
  trx: Trx,
  { firmId, credentialId, name }: { firmId: number; credentialId: string; name: string },
): Promise<void> {
  const { rows } = await sql<{ version: string; isThere: boolean }>`
    select a.version, ${isThere} as "isThere" from agents a
    where a.firm_id = ${firmId} and name_key(a.name) = name_key(${name}) and a.revoked_at is null for share`.execute(
    trx,
  )
  const [agent] = rows
  if (agent?.isThere && ageOf(agent.version) !== 'tooOld')
    await announce(trx, { firmId, entity: credential.name, ids: [credentialId] })
}

/** Workers resume the copies of a credential that is announced. */
async function releaseWaiting(trx: Trx, { firmId, name }: { firmId: number; name: string }): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select c.id from ${agentCredentials} c where c.firm_id = ${firmId} and name_key(c.agent) = name_key(${name})`.execute(
    trx,
  )
  if (rows.length > 0) await announce(trx, { firmId, entity: credential.name, ids: rows.map(({ id }) => id) })
}
