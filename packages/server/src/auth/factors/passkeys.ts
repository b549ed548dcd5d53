import { mostPasskeys } from '@courtcrier/contract/calls/second-factors.ts'
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import type { FactorOwner, StoredPasskey } from './find-factors.ts'
import type { RelyingParty } from './relying-party.ts'

/** WebAuthn's own JSON, as a browser sends it. */
export type WebAuthnJson = Readonly<Record<string, unknown>>

interface Registering {
  party: RelyingParty
  challenge: string
  user: { id: string; email: string; fullName: string }
  existing: readonly StoredPasskey[]
}

/** Returns the options with which a browser makes a passkey. */
export async function registrationOptions({ party, challenge, user, existing }: Registering): Promise<WebAuthnJson> {
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: `Courtcrier, ${party.firmName}`,
    userID: Uint8Array.from(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
    userName: user.email,
    userDisplayName: user.fullName,
    challenge: bytesOf(challenge),
    excludeCredentials: existing.map(describe),
    // A key that can't store passkeys still is a second factor.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { ...options }
}

/** Returns the options with which a browser signs by one of these passkeys, or by any passkey it has for the firm. */
export async function signingOptions({
  party,
  challenge,
  among,
}: {
  party: RelyingParty
  challenge: string
  /** Those of a user whose password was right; absent where the passkey is the only factor. */
  among?: readonly StoredPasskey[]
}): Promise<WebAuthnJson> {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    ...(among ? { allowCredentials: among.map(describe) } : {}),
    userVerification: among ? 'discouraged' : 'required',
  })
  return { ...options }
}

interface NewPasskey extends FactorOwner {
  party: RelyingParty
  challenge: string
  name: string
  answer: WebAuthnJson
  now: Date
  log: Logger
}

/** Keeps a passkey that the browser made; returns whether its answer was right and the passkey new. */
export async function keepPasskey(trx: Trx, made: NewPasskey): Promise<boolean> {
  const { firmId, userId, party, challenge, name, answer, now, log } = made
  const info = await registered({ party, challenge, answer, log })
  if (!info) return false
  const { credential, credentialBackedUp } = info
  const { rows } = await sql`
    insert into passkeys (firm_id, id, user_id, name, credential_id, public_key, counter, transports, is_backed_up,
      created_at)
    values (${firmId}::integer, ${newId()}::uuid, ${userId}::uuid, ${name}, ${credential.id},
      ${Buffer.from(credential.publicKey)}::bytea, ${credential.counter}::bigint,
      ${credential.transports ?? []}::text[], ${credentialBackedUp}, ${now}::timestamptz)
    on conflict (firm_id, credential_id) do nothing returning id`.execute(trx)
  return rows.length > 0
}

/** Returns whether the user may add another one. */
export function hasRoomForPasskey(existing: readonly StoredPasskey[]): boolean {
  return existing.length < mostPasskeys
}

interface Signed {
  firmId: number
  party: RelyingParty
  challenge: string
  answer: WebAuthnJson
  log: Logger
  /** Whose passkey it must be; absent where it is the only factor, and must have verified its user itself. */
  userId?: string
}

/** A passkey that signed, and what to keep of it. */
export interface SigningPasskey {
  id: string
  userId: string
  name: string
  counter: number
  isBackedUp: boolean
}

/** Returns the passkey that signed the challenge. Locks it until the transaction ends. */
export async function findSigningPasskey(trx: Trx, signed: Signed): Promise<SigningPasskey | undefined> {
  const { firmId, party, challenge, answer, log, userId } = signed
  const { rows } = await sql<StoredKey>`
    select id, user_id as "userId", name, credential_id as "credentialId", public_key as "publicKey", counter, transports
    from passkeys where firm_id = ${firmId} and credential_id = ${String(answer.id ?? '')}
      and (${userId ?? null}::uuid is null or user_id = ${userId ?? null}::uuid)
    for update`.execute(trx)
  const [key] = rows
  if (!key) return undefined
  const info = await verified({ party, challenge, answer, log, key, isAlone: userId === undefined })
  if (!info) return undefined
  return {
    ...{ id: key.id, userId: key.userId, name: key.name },
    ...{ counter: info.newCounter, isBackedUp: info.credentialBackedUp },
  }
}

/** Notes that a passkey was used. */
export async function usePasskey(
  trx: Trx,
  { firmId, key, now }: { firmId: number; key: SigningPasskey; now: Date },
): Promise<void> {
  await sql`update passkeys set counter = ${key.counter}::bigint, is_backed_up = ${key.isBackedUp},
      last_used_at = ${now}::timestamptz
    where firm_id = ${firmId} and id = ${key.id}::uuid`.execute(trx)
}

interface StoredKey {
  id: string
  userId: string
  name: string
  credentialId: string
  publicKey: Uint8Array
  counter: string | number
  transports: string[]
}

/** The library throws for every answer that isn't right: forged, of another site, or malformed. */
async function registered({
  party,
  challenge,
  answer,
  log,
}: Pick<NewPasskey, 'party' | 'challenge' | 'answer' | 'log'>) {
  try {
    const result = await verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    })
    return result.verified ? result.registrationInfo : undefined
  } catch (err) {
    log.info({ err }, 'a new passkey was refused')
    return undefined
  }
}

async function verified({
  party,
  challenge,
  answer,
  log,
  key,
  isAlone,
}: Omit<Signed, 'firmId' | 'userId'> & { key: StoredKey; isAlone: boolean }) {
  try {
    const result = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: isAlone,
      credential: {
        id: key.credentialId,
        publicKey: Uint8Array.from(key.publicKey),
        counter: Number(key.counter),
        transports: key.transports as AuthenticatorTransport[],
      },
    })
    return result.verified ? result.authenticationInfo : undefined
  } catch (err) {
    log.info({ err }, 'a passkey was refused')
    return undefined
  }
}

function describe({ credentialId, transports }: StoredPasskey) {
  return { id: credentialId, transports }
}

function bytesOf(challenge: string) {
  return Uint8Array.from(Buffer.from(challenge, 'base64url'))
}
