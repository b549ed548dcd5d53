import { credential } from '@courtcrier/contract/resources/credential.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { type RawBuilder, sql } from 'kysely'
import { announce, announceLater } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { storableJson, storableText } from '../base/db/storable-text.ts'
import type { Services } from '../base/services.ts'
import { recordEvent } from '../records/audit.ts'
import { insertEvents } from '../records/insert-events.ts'
import { findCredential } from './find-credential.ts'
import type { KnownHealth } from './known-health.ts'
import { isOut } from './outage.ts'

/** A successful save updates its credential at most once in this time; otherwise every copy would need a write. */
const freshMs = 60 * 60_000
/** While a credential is failing, one of its copies tries this often whether it has been fixed on the other side. */
export const probeMs = 15 * 60_000

/**
 * Whether a copy waits without trying, because the credential was refused a short time ago. A check time in the future
 * comes from a clock that has since been set back.
 */
export function isPaused({ health, checkedAt }: KnownHealth, now = Date.now()): boolean {
  return health === 'failing' && checkedAt !== null && Math.abs(now - checkedAt.getTime()) < probeMs * 0.7
}

/** Records a successful save with a credential, if that changes anything. */
export async function noteWell(trx: Trx, known: KnownHealth): Promise<void> {
  if (known.health === 'healthy' && known.checkedAt && Date.now() - known.checkedAt.getTime() < freshMs) return
  const { firmId, credentialId } = known
  const { rows } = await sql<{ id: string }>`
    update credentials set health = 'healthy', sentence = null, checked_at = now(), updated_at = now()
    where firm_id = ${firmId} and id = ${credentialId}::uuid
      and (health <> 'healthy' or checked_at < now() - interval '1 minute')
    returning id`.execute(trx)
  if (rows.length > 0) await announceLater(trx, { firmId, entity: credential.name, ids: [credentialId] })
}

/**
 * Records that a credential was refused, unless someone changed it meanwhile; administrators are notified once a day while
 * copies wait, never once per copy, and at once where a test of it succeeded since.
 */
export async function noteRefused(trx: Trx, known: KnownHealth, answer: string): Promise<void> {
  const { firmId, credentialId, name } = known
  await lockCredential(trx, known)
  const current = await findCredential(trx, known)
  if (known.version !== undefined && current?.version !== known.version) return
  const sentence = storableText(answer)
  const said = `The DMS rejects the credential "${name}", and its copies wait: ${sentence}`
  const isNews = await isRefusalNews(trx, { firmId, credentialId })
  const { rows } = await sql<{ id: string }>`
    with changed as (
      update credentials set health = 'failing', sentence = ${sentence.slice(0, 1000)}, outage = null, checked_at = now(), updated_at = now()
      where firm_id = ${firmId} and id = ${credentialId}::uuid
      returning id
    ), event as (
      ${insertEvents({
        firmId,
        columns: ['id', 'level', 'type', 'sentence', 'entity', 'entity_id', 'action', 'record_title', 'facts'],
        from: sql`select ${newId()}::uuid, 'ERROR', 'DMS upload failure', ${said}::text, 'credential', id,
            'credential_refused', ${name}::text, ${storableJson({ reason: sentence.slice(0, 1000) })}::text::jsonb
          from changed where ${isNews}::boolean`,
      })}
      returning id
    )
    select id from event`.execute(trx)
  await announceLater(trx, { firmId, entity: credential.name, ids: [credentialId] })
  if (rows.length > 0) await announceLater(trx, { firmId, entity: 'system_event', ids: [] })
}

type CredentialKey = Pick<KnownHealth, 'firmId' | 'credentialId'>

/**
 * Others that note the same, or change the credential, wait for the commit, and only a statement after the lock sees what
 * they have recorded in the meantime. Policies may refer to the credential all the same.
 */
async function lockCredential(trx: Trx, { firmId, credentialId }: CredentialKey): Promise<void> {
  await sql`
    select 1 from credentials where firm_id = ${firmId} and id = ${credentialId}::uuid for no key update`.execute(trx)
}

/**
 * Whether administrators don't know of it yet, or need to be reminded. That a copy was saved meanwhile says nothing: a DMS
 * may refuse the credential for some of its folders.
 */
async function isRefusalNews(trx: Trx, { firmId, credentialId }: CredentialKey): Promise<boolean> {
  const told = await sql`
    select 1 from system_events e where firm_id = ${firmId} and entity = 'credential' and entity_id = ${credentialId}
      and action = 'credential_refused' and created_at > now() - interval '1 day' and not exists (
        select from system_events t where t.firm_id = e.firm_id and t.entity = e.entity and t.entity_id = e.entity_id
          and t.action = 'credential_tested' and t.level = 'INFO' and t.created_at > e.created_at)
    limit 1`.execute(trx)
  return told.rows.length === 0
}

/**
 * Records that the DMS lacks what a copy needs; administrators are notified once a day, never once per copy. The event is
 * about the copy, so that the walls around it hide which client's folder is missing.
 */
export async function noteMissing(
  trx: Trx,
  { firmId, credentialId, name }: KnownHealth,
  { copyId, sentence }: { copyId: string; sentence: string },
): Promise<void> {
  if (await wasMissingToldToday(trx, { firmId, credentialId })) return
  await lockCredential(trx, { firmId, credentialId })
  if (await wasMissingToldToday(trx, { firmId, credentialId })) return
  await recordEvent(trx, {
    ...{ firmId, action: 'missing_in_dms', entity: documentCopy.name, entityId: copyId },
    ...{ level: 'ERROR', type: 'DMS upload failure' },
    facts: { reason: sentence.slice(0, 1000), dms: name, credentialId },
    sentence: `Documents for the DMS "${name}" wait for what it doesn't have: ${sentence}`,
  })
}

async function wasMissingToldToday(trx: Trx, { firmId, credentialId }: CredentialKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from system_events where firm_id = ${firmId} and type = 'DMS upload failure'
      and action = 'missing_in_dms' and facts ->> 'credentialId' = ${credentialId}
      and created_at > now() - interval '1 day' limit 1`.execute(trx)
  return rows.length > 0
}

/** Where the ID of a record is that decides by what a copy is saved. */
const wayRecords: ReadonlyMap<string, RawBuilder<unknown>> = new Map([
  [credential.name, sql`c.id`],
  [storagePolicy.name, sql`p.id`],
])

/**
 * Releases copies whose credential works again or was changed, whose DMS answers again, or whose policy got another one.
 * Such a change is announced, which notifies the workers. A worker that misses it finds out with its next attempt.
 */
export function releaseOnRepair(services: Services): () => void {
  return services.feed.subscribe(({ entity, firmId, ids }) => {
    const id = wayRecords.get(entity)
    if (!id || ids.length === 0) return
    releaseCopies(services, firmId, sql`${id} = any(${[...ids]}::uuid[])`).catch((err: unknown) =>
      services.log.error({ err, firm: firmId }, 'waiting copies could not be resumed'),
    )
  })
}

/**
 * For a copy that is recorded as waiting for a credential or its DMS: releases it if the credential was mended, the DMS
 * answered, or the policy got another one, after it was looked up. The locks make a change at the same time wait for the
 * commit, so that its own release finds the copy.
 */
export async function releaseIfMended(trx: Trx, { policyId, known }: { policyId: string; known: KnownHealth }) {
  const { firmId } = known
  const current = await lockCurrent(trx, { firmId, policyId })
  if (!current || current.health === 'failing' || isOut(current.outage)) return
  const isOther = current.id !== known.credentialId || known.health === 'failing' || isOut(known.outage)
  if (isOther || (await findCredential(trx, { firmId, credentialId: current.id }))?.version !== known.version)
    await announce(trx, { firmId, entity: credential.name, ids: [current.id] })
}

/**
 * The credential that a policy has now. One after the other: of a joined row, a policy that got another one while it was
 * waited for would leave nothing.
 */
async function lockCurrent(
  trx: Trx,
  { firmId, policyId }: { firmId: number; policyId: string },
): Promise<(Pick<KnownHealth, 'health' | 'outage'> & { id: string }) | undefined> {
  const { rows: policies } = await sql<{ credentialId: string | null }>`
    select dms_credential_id as "credentialId" from storage_policies
    where firm_id = ${firmId} and id = ${policyId}::uuid for share`.execute(trx)
  const { rows } = await sql<Pick<KnownHealth, 'health' | 'outage'> & { id: string }>`
    select id, health, outage from credentials
    where firm_id = ${firmId} and id = ${policies[0]?.credentialId ?? null}::uuid for share`.execute(trx)
  return rows[0]
}

/**
 * Of the copies, `c` is the credential and `p` the policy. One that waited for an agent goes on while its DMS is paused: to
 * wait like the others.
 */
async function releaseCopies({ database, jobs }: Services, firmId: number, where: RawBuilder<unknown>): Promise<void> {
  await withFirm(database, firmId, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      update document_copies d set waits_for = 'retry', due_at = null, updated_at = now()
      from storage_policies p join credentials c on c.firm_id = p.firm_id and c.id = p.dms_credential_id
      where d.firm_id = ${firmId} and d.waits_for in ('credential', 'answer') and d.status = 'delayed'
        and p.firm_id = d.firm_id and p.id = d.storage_policy_id and ${where}
        and c.health <> 'failing' and (d.waits_for = 'credential' or c.outage ->> 'nextAt' is null)
      returning d.id`.execute(trx)
    await jobs.enqueue(
      trx,
      'copy',
      rows.map(({ id }) => ({ firmId, id })),
    )
  })
}
