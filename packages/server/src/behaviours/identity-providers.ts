import { isAdmin } from '@courtcrier/contract/access.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { findProviderProblems } from '@courtcrier/contract/provider-rules.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { followGroups } from '../auth/provisioning/follow-groups.ts'
import { findProvider } from '../auth/sign-on/providers.ts'
import { findNamed, parseGroupRole } from '../auth/sign-on/role-by-groups.ts'
import { parseIdpMetadata } from '../auth/sign-on/saml/idp-metadata.ts'
import { SignOnProblem } from '../auth/sign-on/sign-on-problem.ts'
import type { Trx } from '../base/db/database.ts'
import { isPublicMailDomain } from '../mail/public-mail-domains.ts'
import type { Behaviour, Save } from '../records/behaviour.ts'
import { type Touch, touchedFields } from '../records/touch.ts'
import { programScope } from '../records/viewer.ts'

/** The settings a test depends on: a change of one of these ends its result. */
const tested = [
  'protocol',
  'metadataUrl',
  'metadata',
  'issuer',
  'clientId',
  'clientSecret',
  'scopes',
  'admits',
  'trustedDomains',
  'groupsClaim',
  'groupRoles',
]
/** Subjects belong to one issuer, and with some issuers to one application; those of SAML name theirs. */
const ofSubjects = ['protocol', 'issuer', 'clientId']

/**
 * Setting up a provider decides who is signed in as whom, with any role: only administrators may. A firm with
 * single sign-on always has a provider in use.
 */
export const identityProviderBehaviour: Behaviour = {
  whyBeyond: async (_, touch) => whyNotAdministrator(touch),
  beforeSave: async (trx, save) => [
    ...findProviderProblems(save),
    ...metadataProblems(save),
    ...domainProblems(save.values),
    ...(await roleProblems(trx, save)),
    ...(await lastProblems(trx, save)),
  ],
  afterSave: async (trx, { firmId, id, values, current, writer }) => {
    if (!current) return
    const changed = new Set(touchedFields({ before: current, after: values }))
    // A secret can't be compared: one that is sent is another, and an empty one removes it.
    if (Object.hasOwn(values, 'clientSecret')) changed.add('clientSecret')
    const changes = (keys: readonly string[]) => keys.some((key) => changed.has(key))
    if (changes(['groupRoles', 'defaultRoleId'])) await applyMapping(trx, { firmId, id, writer })
    if (changes(ofSubjects))
      await sql`delete from sign_on_links where firm_id = ${firmId} and provider_id = ${id}::uuid`.execute(trx)
    if (!changes(tested)) return
    await sql`delete from sign_on_tests where firm_id = ${firmId} and provider_id = ${id}::uuid`.execute(trx)
    await sql`delete from sign_on_attempts where firm_id = ${firmId} and provider_id = ${id}::uuid`.execute(trx)
    await sql`update identity_providers set tested_at = null, sentence = null
      where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  },
  whyNotDeleted: async (trx, row, firmId) =>
    row.isActive === true && (await isLastInUse(trx, { firmId, id: String(row.id) }))
      ? "The firm signs in by this provider and has no other. Set the firm's sign-on to email and password first."
      : undefined,
}

/** Gives everyone in the provider's groups the role they now have: a person changed the mapping, so it is a rule's doing. */
async function applyMapping(
  trx: Trx,
  { firmId, id, writer }: { firmId: number; id: string; writer: Save['writer'] },
): Promise<void> {
  const provider = await findProvider(trx, { firmId, id })
  const { box } = writer
  if (provider && box) await followGroups(trx, { provider, writer: { ...programScope(firmId), box, by: 'a rule' } })
}

function whyNotAdministrator(touch: Touch): readonly Problem[] {
  if (isAdmin(touch.writer.role)) return []
  const fields = touch.after ? touchedFields(touch) : ['id']
  return fields.map((field) => ({ field, code: 'administrators_only' }))
}

function metadataProblems({ values, current }: Save): readonly Problem[] {
  const { protocol } = { ...current, ...values } as AnyRow
  const isReadable = protocol !== 'SAML' || !values.metadata || isMetadata(String(values.metadata))
  return isReadable ? [] : [{ field: 'metadata', code: 'not_saml_metadata' }]
}

function isMetadata(xml: string): boolean {
  try {
    parseIdpMetadata(xml)
    return true
  } catch (error) {
    if (error instanceof SignOnProblem) return false
    throw error
  }
}

function domainProblems({ trustedDomains }: AnyRow): Problem[] {
  const open = (Array.isArray(trustedDomains) ? trustedDomains : []).map(String).filter(isPublicMailDomain)
  return open.length > 0 ? [{ field: 'trustedDomains', code: `public_mail_domain:${open.join(', ')}` }] : []
}

async function roleProblems(trx: Trx, { firmId, values: { groupRoles } }: Save): Promise<Problem[]> {
  const texts = Array.isArray(groupRoles) ? groupRoles.map(String) : []
  if (texts.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select name from user_security_roles where firm_id = ${firmId}`.execute(trx)
  for (const text of texts) {
    const entry = parseGroupRole(text)
    if (!entry) return [{ field: 'groupRoles', code: 'not_group_role' }]
    if (!findNamed(rows, entry.role)) return [{ field: 'groupRoles', code: `unknown_role:${entry.role}` }]
  }
  return []
}

async function lastProblems(trx: Trx, { firmId, id, values, current }: Save): Promise<Problem[]> {
  const isTaken = current?.isActive === true && values.isActive === false
  return isTaken && (await isLastInUse(trx, { firmId, id })) ? [{ field: 'isActive', code: 'last_provider' }] : []
}

async function isLastInUse(trx: Trx, { firmId, id }: { firmId: number; id: string }): Promise<boolean> {
  // The lock makes two changes at once wait for each other.
  const { rows } = await sql<{ id: string }>`
    select p.id from firms f join identity_providers p on p.firm_id = f.id and p.is_active
    where f.id = ${firmId} and f.signon_type <> 'local' for update of f, p`.execute(trx)
  return rows.length > 0 && rows.every((row) => row.id === id)
}
