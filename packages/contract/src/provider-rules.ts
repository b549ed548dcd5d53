import { isAbsent, lacks } from './entered-row.ts'
import type { Problem } from './messages.ts'
import type { AnyRow, EnteredRow } from './resource.ts'

/** Returns what is wrong with an identity provider's settings taken together. */
export function findProviderProblems(entered: EnteredRow): readonly Problem[] {
  const row: AnyRow = { ...entered.current, ...entered.values }
  const missing = row.protocol === 'SAML' ? findMissingMetadata(row) : findMissingClient(entered)
  return [...missing, ...findIssuerProblems(entered.values), ...findPeopleProblems(row)]
}

function findMissingMetadata({ metadataUrl, metadata }: AnyRow): Problem[] {
  return isAbsent(metadataUrl) && isAbsent(metadata) ? [{ field: 'metadataUrl', code: 'metadata_required' }] : []
}

function findMissingClient(entered: EnteredRow): Problem[] {
  return ['issuer', 'clientId', 'clientSecret']
    .filter((field) => lacks(field, entered))
    .map((field) => ({ field, code: 'required' }))
}

/** Microsoft's issuers for accounts of every directory, or of anyone. */
const anyDirectory = /^https:\/\/login\.microsoftonline\.[a-z]+\/(?:common|organizations|consumers)\b/i

function findIssuerProblems({ issuer, scopes }: AnyRow): Problem[] {
  const isAnyDirectory = typeof issuer === 'string' && anyDirectory.test(issuer)
  const lacksScope = typeof scopes === 'string' && !scopes.split(/\s+/).includes('openid')
  return [
    ...(isAnyDirectory ? [{ field: 'issuer', code: 'not_one_directory' }] : []),
    ...(lacksScope ? [{ field: 'scopes', code: 'openid_scope' }] : []),
  ]
}

function findPeopleProblems({ admits, defaultRoleId }: AnyRow): Problem[] {
  return admits === 'CREATED' && isAbsent(defaultRoleId) ? [{ field: 'defaultRoleId', code: 'required' }] : []
}
