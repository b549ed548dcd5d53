import { isOwnedKind } from '@courtcrier/contract/api-keys.ts'
import { openNetworks } from '@courtcrier/lib/networks.ts'
import type { FoundKey } from './find-key.ts'

/** Why a key is refused: 401 for one that doesn't work at all, 403 for one that doesn't work from there, or not yet. */
export interface KeyRefusal {
  code: 'key_refused' | 'forbidden' | 'second_factor_required'
  sentence: string
}

/** Returns why a key doesn't work now, from this address; undefined if it does. */
export function whyKeyRefused(key: FoundKey, { now, address }: { now: Date; address: string }): KeyRefusal | undefined {
  const ended = whyEnded(key, now)
  if (ended !== undefined) return { code: 'key_refused', sentence: ended }
  if (isOwnedKind(key.kind) && key.owner?.lacksFactor) return { code: 'second_factor_required', sentence: noFactor }
  if (key.networks.length === 0 || openNetworks(key.networks)(address)) return undefined
  return {
    code: 'forbidden',
    sentence: `This API key can't be used from ${address}, which is in none of its networks.`,
  }
}

const noFactor =
  'The role of the user this API key belongs to requires a second factor, and the time to add one is over. The key works again once the user has one.'

/** Said as well if another program uses the token up after it was looked up. */
export const endedEnrollment =
  'This token has expired, was revoked, or has already enrolled an agent. Create another one in Firm information, under Agents.'

function whyEnded({ kind, owner, expiresAt, isFormer, revokedAt }: FoundKey, now: Date): string | undefined {
  if (revokedAt && kind === 'enrolled_agent') return 'This agent was revoked. Enroll it again with a new token.'
  if (revokedAt && kind === 'agent_enrollment') return endedEnrollment
  if (revokedAt) return 'This API key was revoked. Create another one.'
  if (isFormer && (!expiresAt || expiresAt <= now))
    return 'This API key was given a new secret, and the one you sent no longer works.'
  if (expiresAt && expiresAt <= now) return whyExpired(kind, expiresAt.toISOString().slice(0, 10))
  if (!isOwnedKind(kind)) return undefined
  return owner?.isActive ? undefined : 'The user this API key belongs to is deactivated.'
}

function whyExpired(kind: FoundKey['kind'], day: string): string {
  if (kind === 'enrolled_agent')
    return `The key of this agent expired on ${day}, because it wasn't used. Revoke the agent, and enroll it again with a new token.`
  if (kind === 'agent_enrollment')
    return `This token expired on ${day}. Create another one in Firm information, under Agents.`
  return `This API key expired on ${day}. Rotate it or create another one.`
}
