import type { ApiError } from '@courtcrier/contract/errors.ts'
import { user as userResource } from '@courtcrier/contract/resources/user.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import type { SecretBox } from '../../base/db/rows.ts'
import { attempt, refusalSentence } from '../../records/attempt.ts'
import { recordEvent } from '../../records/audit.ts'
import { programScope } from '../../records/viewer.ts'
import type { Writer } from '../../records/write/change.ts'
import { writeRow } from '../../records/write/write-rows.ts'
import { whyNeeded } from '../provisioning/last-way-in.ts'
import type { Identity } from './identity.ts'
import type { Provider } from './providers.ts'
import { type Recognized, recognize } from './recognize.ts'
import { SignOnProblem } from './sign-on-problem.ts'

interface Admission {
  provider: Provider
  identity: Identity
  now: Date
  box: SecretBox
}

/**
 * Returns the ID of the user who signs in, created and linked if that is due, and with the role of their groups. Throws
 * a `SignOnProblem` for someone who may not sign in.
 */
export async function admit(trx: Trx, { provider, identity, now, box }: Admission): Promise<string> {
  const { firmId, row } = provider
  // Two sign-ins of one person at once must not create or link them twice.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-on:${firmId}:${row.id}`}, 0))`.execute(trx)
  const recognized = await recognize(trx, { firmId, row, identity })
  const writer: Writer = { ...programScope(firmId), box, by: 'a rule' }
  const userId = recognized.kind === 'new' ? await addUser(trx, recognized, writer) : recognized.user.id
  await link(trx, { provider, identity, userId, now })
  if (recognized.kind !== 'new') await followGroups(trx, recognized, writer)
  return userId
}

async function addUser(
  trx: Trx,
  { email, fullName, role }: Extract<Recognized, { kind: 'new' }>,
  writer: Writer,
): Promise<string> {
  const made: { id?: string } = {}
  const input = { email, fullName, securityRoleId: role.id }
  const refusal = await attempt(trx, async () => {
    made.id = (await writeRow(trx, userResource, { kind: 'create', input }, writer)).id
  })
  if (refusal || made.id === undefined)
    throw new SignOnProblem('broken', `No user could be created for ${email}: ${whyNot(refusal)}`, refusal)
  return made.id
}

function whyNot(refusal: ApiError | undefined): string {
  return refusal ? refusalSentence(userResource, refusal) : ''
}

async function link(
  trx: Trx,
  { provider: { firmId, row }, identity, userId, now }: Omit<Admission, 'box'> & { userId: string },
): Promise<void> {
  await sql`insert into sign_on_links (firm_id, id, provider_id, user_id, subject, linked_at, last_at)
    values (${firmId}::integer, ${newId()}::uuid, ${row.id}::uuid, ${userId}::uuid, ${identity.subject},
      ${now}::timestamptz, ${now}::timestamptz)
    on conflict (firm_id, provider_id, subject) do update set last_at = excluded.last_at`.execute(trx)
}

/**
 * Gives the role of the groups. Where a rule forbids that, as for the last administrator or the last with a way in of
 * their own, the role stays.
 */
async function followGroups(
  trx: Trx,
  { user, role }: Exclude<Recognized, { kind: 'new' }>,
  writer: Writer,
): Promise<void> {
  if (!role || role.id === user.securityRoleId) return
  const change = { kind: 'update' as const, id: user.id, input: { securityRoleId: role.id } }
  const needed = await whyNeeded(trx, { firmId: writer.firmId, userId: user.id })
  const why = needed ?? whyNot(await attempt(trx, () => writeRow(trx, userResource, change, writer)))
  if (why === '') return
  await recordEvent(trx, {
    firmId: writer.firmId,
    level: 'WARNING',
    type: 'other',
    sentence: `The groups of ${user.fullName} give the role ${role.name}, but the role was left as it is. ${why}`,
    userId: user.id,
    entity: userResource.name,
    entityId: user.id,
    recordTitle: user.fullName,
  })
}
