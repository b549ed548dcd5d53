import type { IdentityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { storableText } from '../../base/db/storable-text.ts'
import type { SessionUser } from '../../records/session-user.ts'
import { isInvitationRevoked } from '../invitation-state.ts'
import { sameEmail } from '../lock-out.ts'
import { googleIssuer } from './google.ts'
import type { Identity } from './identity.ts'
import { defaultRole, type NamedRole, roleOf } from './role-by-groups.ts'
import { refusalOf, SignOnProblem } from './sign-on-problem.ts'

/** Whose sign-in it is, and the role it gives; undefined leaves a user's role as it is. */
export type Recognized =
  | { kind: 'linked' | 'byEmail'; user: SessionUser; role: NamedRole | undefined }
  | { kind: 'new'; email: string; fullName: string; role: NamedRole }

interface Wanted {
  firmId: number
  row: IdentityProvider
  identity: Identity
}

/**
 * Finds the user of an identity, by the account once linked and else by a verified address; changes nothing. Throws a
 * `SignOnProblem` for someone who may not sign in.
 */
export async function recognize(trx: Trx, wanted: Wanted): Promise<Recognized> {
  const { firmId, row, identity } = wanted
  refuseStrangeSubject(identity)
  const linked = await findLinked(trx, wanted)
  if (linked) return { kind: 'linked', user: active(linked), role: await roleOf(trx, wanted) }
  const email = verifiedEmailOf(identity)
  const byEmail = await findByEmail(trx, { ...wanted, email })
  if (byEmail) {
    const user = active(byEmail)
    if (byEmail.isTaken) {
      const sentence = `${email} belongs to a user who signs in by another account of this provider.`
      throw refusalOf('taken', sentence, { userId: user.id, reason: 'OTHER_ACCOUNT' })
    }
    if (await isInvitationRevoked(trx, { firmId, userId: user.id })) {
      const sentence = `The invitation of ${user.fullName} was revoked. Invite them again to let them in.`
      throw refusalOf('revoked', sentence, { userId: user.id, reason: 'INVITATION_REVOKED' })
    }
    return { kind: 'byEmail', user, role: await roleOf(trx, wanted) }
  }
  if (row.admits !== 'CREATED') throw new SignOnProblem('unknown', `No user has the address ${email}.`)
  if (isOpenToAnyone(wanted, email))
    throw new SignOnProblem(
      'unknown',
      `No user has the address ${email}. Google may let anyone in, so new users are created only for its trusted domains: enter the domain there.`,
    )
  const role = (await roleOf(trx, wanted)) ?? (await defaultRole(trx, firmId, row))
  if (!role) throw new SignOnProblem('unknown', `No role is given to a new user with the address ${email}.`)
  return { kind: 'new', email, fullName: identity.name ?? email, role }
}

/** In bytes: OpenID Connect allows 255, SAML has the names of both sides beside those of the person. */
const longestSubject = 2000

/** What the database couldn't find again, and what would be everyone's whom the provider gives none. */
function refuseStrangeSubject({ subject }: Identity): void {
  const isLong = Buffer.byteLength(subject) > longestSubject
  if (!isLong && subject.trim() !== '' && subject === storableText(subject)) return
  throw new SignOnProblem(
    'broken',
    `The ID that the provider gives this person (subject, name ID) is ${isLong ? `longer than ${longestSubject} bytes` : 'empty, or no text'}. Let it send the one by which it knows them.`,
  )
}

/** Returns an identity's address if it counts as theirs. Throws a `SignOnProblem` with what to do. */
function verifiedEmailOf({ email, denial, isVerified }: Identity): string {
  if (email === undefined)
    throw new SignOnProblem(
      'unverified',
      'The provider sends no email address. Add email to the scopes, or with SAML an attribute named email.',
    )
  if (denial === 'unverified')
    throw new SignOnProblem('unverified', `The provider says that the address ${email} is not verified.`)
  if (denial === 'personal')
    throw new SignOnProblem(
      'unverified',
      `${email} is the address of a personal Google account, which keeps it even when the address is no longer its owner's. Only accounts of Google Workspace and Gmail are signed in by their address.`,
    )
  if (!isVerified)
    throw new SignOnProblem(
      'unverified',
      `The provider doesn't say that the address ${email} is verified. If it gives addresses of this domain to no one else, enter it among its trusted domains.`,
    )
  return email
}

/** Whether the provider may sign in everyone with an account at Google, and isn't trusted for the domain of this one. */
function isOpenToAnyone({ row, identity }: Wanted, email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return identity.issuer === googleIssuer && !row.trustedDomains.includes(domain)
}

interface CandidateUser extends SessionUser {
  isActive: boolean
  isServiceAccount: boolean
  /** Linked to another account of the provider. */
  isTaken: boolean
}

function active({ isActive, isServiceAccount, isTaken: _, ...user }: CandidateUser): SessionUser {
  const { id: userId, fullName } = user
  if (!isActive) throw refusalOf('deactivated', `${fullName} is deactivated.`, { userId, reason: 'DEACTIVATED' })
  if (isServiceAccount) {
    const sentence = `${fullName} is a service account, which can't sign in.`
    throw refusalOf('deactivated', sentence, { userId, reason: 'SERVICE_ACCOUNT' })
  }
  return user
}

const userColumns = sql`u.id, u.email, u.full_name as "fullName", u.display_name as "displayName",
  u.security_role_id as "securityRoleId", u.timekeeper_id as "timekeeperId", u.is_active as "isActive", u.is_service_account as "isServiceAccount"`

async function findLinked(trx: Trx, { firmId, row, identity }: Wanted): Promise<CandidateUser | undefined> {
  const { rows } = await sql<CandidateUser>`
    select ${userColumns}, false as "isTaken" from sign_on_links l
      join users u on u.firm_id = l.firm_id and u.id = l.user_id
    where l.firm_id = ${firmId} and l.provider_id = ${row.id}::uuid and l.subject = ${identity.subject}`.execute(trx)
  return rows[0]
}

async function findByEmail(
  trx: Trx,
  { firmId, row, email }: Wanted & { email: string },
): Promise<CandidateUser | undefined> {
  const { rows } = await sql<CandidateUser>`
    select ${userColumns}, exists (select from sign_on_links l
        where l.firm_id = u.firm_id and l.provider_id = ${row.id}::uuid and l.user_id = u.id) as "isTaken"
    from users u where u.firm_id = ${firmId} and lowered(u.email) = ${sameEmail(email)}`.execute(trx)
  return rows[0]
}
