import { isEmail } from '@courtcrier/contract/fields/email.ts'
import type { IdentityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { oneLine } from '@courtcrier/lib/mail-text.ts'
import { isStorableTime } from '../../base/db/storable-time.ts'
import { googleIssuer } from './google.ts'
import type { Claims, ClaimsFound } from './protocol.ts'

/** Someone who signed in at a provider, as it describes them. */
export interface Identity {
  issuer: string
  subject: string
  email: string | undefined
  /** Whether the address counts as theirs: the provider says so, or is trusted for its domain. */
  isVerified: boolean
  /** Why the address doesn't count although the provider is trusted for its domain; undefined if nothing speaks against it. */
  denial: 'unverified' | 'personal' | undefined
  name: string | undefined
  /** Undefined if the provider doesn't list them, or couldn't be asked for them: they say nothing about the role then. */
  groups: readonly string[] | undefined
  /** When they last logged in at the provider; undefined if it doesn't say. */
  authenticatedAt: Date | undefined
  /** Whether the provider is one that says so. */
  saysWhen: boolean
}

/** Reads the claims. */
export function identityOf({ claims, isPartial, saysWhen }: ClaimsFound, provider: IdentityProvider): Identity {
  const email = typeof claims.email === 'string' && isEmail(claims.email.trim()) ? claims.email.trim() : undefined
  const said = findVerdict(claims.email_verified)
  const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const denial = said === false ? 'unverified' : isPersonal(claims, domain) ? 'personal' : undefined
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    isVerified: email !== undefined && !denial && (said === true || provider.trustedDomains.includes(domain ?? '')),
    denial,
    name: nameOf(claims),
    groups: provider.groupsClaim ? groupsOf(claims, provider.groupsClaim, { isPartial }) : undefined,
    authenticatedAt: timeOf(claims.auth_time),
    saysWhen,
  }
}

/**
 * Whether a person made the account at Google for themselves with an address of another domain: someone who once read its
 * email, such as a former employee, has it for good, verified. Those of Workspace name their organization as `hd`
 * (Google, "Verify the Google ID token on your server side").
 */
function isPersonal({ iss, hd }: Claims, domain = ''): boolean {
  if (iss !== googleIssuer || domain === 'gmail.com' || domain === 'googlemail.com') return false
  return typeof hd !== 'string' || hd === ''
}

/**
 * Returns whether the provider says that an address is verified; undefined if it says nothing. Some send the word instead
 * of the value; whatever else is said isn't that it is.
 */
function findVerdict(said: unknown): boolean | undefined {
  if (said === undefined || said === null) return undefined
  return said === true || (typeof said === 'string' && said.toLowerCase() === 'true')
}

/** Reads a time in seconds; undefined for what is none. */
function timeOf(seconds: unknown): Date | undefined {
  const time = typeof seconds === 'number' ? new Date(seconds * 1000) : undefined
  return time && isStorableTime(time) ? time : undefined
}

export const longestName = 200

function nameOf({ name, given_name: given, family_name: family }: Claims): string | undefined {
  const parts = typeof name === 'string' && name.trim() ? [name] : [given, family]
  const text = parts.filter((part) => typeof part === 'string').join(' ')
  return oneLine(text, longestName) || undefined
}

/** Returns the groups; the claim may be a path, such as `realm_access.roles`. */
function groupsOf(
  claims: Claims,
  name: string,
  { isPartial }: Pick<ClaimsFound, 'isPartial'>,
): readonly string[] | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : atPath(claims, name.split('.'))
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string')
  if (typeof value === 'string') return [value]
  // Entra leaves out the groups of people who are in more than 200 ("groups overage claim").
  const isLeftOut = isPartial || Object.hasOwn((claims._claim_names ?? {}) as object, name)
  return isLeftOut ? undefined : []
}

function atPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, name) ? Reflect.get(part, name) : undefined,
    value,
  )
}
