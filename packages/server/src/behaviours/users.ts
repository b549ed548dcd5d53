import { sql } from 'kysely'
import { noteAddressChange } from '../auth/address-changes.ts'
import { invitationStateOf } from '../auth/invitation-state.ts'
import { sameEmail } from '../auth/lock-out.ts'
import { findOwnTimekeeper, whyAmbiguous } from '../auth/own-timekeeper.ts'
import { endSuspension, provisionedByOf } from '../auth/provisioning/provisioned.ts'
import { removeWaysIn } from '../auth/remove-ways-in.ts'
import { revokeSessions } from '../auth/sessions.ts'
import type { Behaviour } from '../records/behaviour.ts'
import { areLastAdministrators, demandAdministrator } from './administrators.ts'
import { whyUserBeyond } from './user-reach.ts'

/** A firm must not lock itself out: the last active administrator stays one. */
export const userBehaviour: Behaviour = {
  // A restored user has their previous password and must log in again.
  dependents: [
    { table: 'user_secrets', column: 'id', comesBack: 'row' },
    { table: 'sessions', column: 'user_id', comesBack: 'never' },
    { table: 'password_resets', column: 'user_id', comesBack: 'never' },
    { table: 'invitations', column: 'id', comesBack: 'row' },
    { table: 'import_runs', column: 'user_id', comesBack: 'link' },
    { table: 'api_keys', column: 'user_id', comesBack: 'row' },
    { table: 'api_keys', column: 'created_by', comesBack: 'link' },
    { table: 'export_runs', column: 'user_id', comesBack: 'never' },
    { table: 'sign_on_links', column: 'user_id', comesBack: 'row' },
    { table: 'sign_on_attempts', column: 'user_id', comesBack: 'never' },
    { table: 'sign_on_attempts', column: 'tester_id', comesBack: 'never' },
    { table: 'sign_on_tests', column: 'user_id', comesBack: 'never' },
    { table: 'sign_ins', column: 'user_id', comesBack: 'row' },
    { table: 'sign_in_alerts', column: 'user_id', comesBack: 'row' },
    { table: 'totp_factors', column: 'id', comesBack: 'row' },
    { table: 'passkeys', column: 'user_id', comesBack: 'row' },
    { table: 'recovery_codes', column: 'user_id', comesBack: 'row' },
    { table: 'factor_challenges', column: 'user_id', comesBack: 'never' },
    { table: 'factor_duties', column: 'id', comesBack: 'never' },
    { table: 'session_proofs', column: 'user_id', comesBack: 'never' },
    { table: 'mail_sign_in_attempts', column: 'user_id', comesBack: 'never' },
    { table: 'dms_sign_in_attempts', column: 'user_id', comesBack: 'never' },
    { table: 'provisioned_users', column: 'id', comesBack: 'row' },
    { table: 'provisioned_members', column: 'user_id', comesBack: 'row' },
  ],
  computed: { invitation: invitationStateOf, provisionedBy: provisionedByOf },
  whyBeyond: whyUserBeyond,
  complete: findOwnTimekeeper,
  beforeSave: async (trx, save) => {
    const { firmId, id, values, current } = save
    const ambiguous = await whyAmbiguous(trx, save)
    if (ambiguous.length > 0) return ambiguous
    const given = current ? demotingField(values, current) : undefined
    if (!given || !(await areLastAdministrators(trx, { firmId, ids: [id] }))) return []
    return [{ field: given, code: 'last_administrator' }]
  },
  afterSave: async (trx, { firmId, id, values, current, writer }) => {
    const isSwitched = values.isActive !== undefined && values.isActive !== current?.isActive
    if (current && isSwitched && writer.by !== 'provisioning') await endSuspension(trx, { firmId, userId: id })
    const given = current ? demotingField(values, current) : undefined
    if (given) await demandAdministrator(trx, firmId, given)
    if (current?.email && values.email && sameEmail(String(values.email)) !== sameEmail(String(current.email))) {
      await noteAddressChange(trx, {
        firmId,
        userId: id,
        formerEmail: String(current.email),
        fullName: String(current.fullName),
      })
      // An account at a provider is theirs again once it has the new address.
      await sql`delete from sign_on_links where firm_id = ${firmId} and user_id = ${id}::uuid`.execute(trx)
    }
    // A service account that becomes a person has to be invited.
    if (values.isServiceAccount === true) await removeWaysIn(trx, { firmId, userId: id })
    if (!current || (values.isActive !== false && values.isServiceAccount !== true)) return
    await revokeSessions(trx, { firmId, userId: id, now: new Date() })
  },
  whyNotDeleted: async (trx, row, firmId) =>
    (await areLastAdministrators(trx, { firmId, ids: [String(row.id)] }))
      ? 'The last administrator cannot be removed.'
      : undefined,
  afterDelete: async (trx, { firmId }) => demandAdministrator(trx, firmId, 'id'),
}

/** Returns the field by which the user may cease to be an administrator. */
function demotingField(
  values: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
): 'isActive' | 'isServiceAccount' | 'securityRoleId' | undefined {
  if (values.isActive === false) return 'isActive'
  if (values.isServiceAccount === true && !current.isServiceAccount) return 'isServiceAccount'
  const role = values.securityRoleId
  return role === undefined || role === current.securityRoleId ? undefined : 'securityRoleId'
}
