import { credentialKinds, kindsWithSignIn } from '@courtcrier/contract/credential-kinds.ts'
import { ethicalWall } from '@courtcrier/contract/resources/ethical-wall.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { mailSender } from '@courtcrier/contract/resources/mail-sender.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { webhook } from '@courtcrier/contract/resources/webhook.ts'

/**
 * Records that decide who may see and do what, where events go, or hold secrets: every way of writing them. The firm's own
 * turns all ethical walls off, and says how everyone signs in; a preference group has the address of its chat channel.
 */
const records: readonly string[] = [
  ...[
    ...[user, userSecurityRole, ethicalWall, firm, mailbox, mailSender, identityProvider, webhook],
    timekeeperGroup,
  ].map(({ name }) => name),
  ...credentialKinds,
]

const ofRecords = new RegExp(`^/api/v1/(${records.join('|')})(/:id|/bulk-update|/bulk-delete|/import|/import/upload)?$`)

/**
 * Other calls that make or take away access. Removing one's own second factor or adding another is the most telling. Mail
 * that comes from a domain of the firm is believed as its people's own.
 */
const others = [
  'POST /api/v1/firm/domains',
  'POST /api/v1/firm/import-token',
  'DELETE /api/v1/firm/import-token',
  'POST /api/v1/firm/agent-tokens',
  'POST /api/v1/api_key',
  'POST /api/v1/api_key/:id/rotate',
  'POST /api/v1/identity_provider/:id/provisioning-token',
  'POST /api/v1/webhook/:id/secret',
  'POST /api/v1/mailbox/:id/sign-in',
  'POST /api/v1/mail_sender/:id/sign-in',
  ...kindsWithSignIn.map((kind) => `POST /api/v1/${kind}/:id/sign-in`),
  'DELETE /api/v1/user/:id/factors',
  'POST /api/v1/user/:id/invitation',
  'POST /api/v1/user/invitations',
  'POST /api/v1/auth/factors/totp',
  'DELETE /api/v1/auth/factors/totp',
  'POST /api/v1/auth/factors/passkeys/begin',
  'DELETE /api/v1/auth/factors/passkeys/:id',
  'POST /api/v1/auth/factors/recovery-codes',
]

/** Whether changing records of an entity asks for confirmation; undoing such a change asks for it, too. */
export function isSensitiveRecord(entity: string): boolean {
  return records.includes(entity)
}

/** Whether a route asks a signed-in user to confirm that it is them, unless they just did. */
export function isSensitive(method: string, route: string): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return false
  return ofRecords.test(route) || others.includes(`${method} ${route}`)
}
