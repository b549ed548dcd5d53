import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { allCourts, mailDomain } from '../world/courts.ts'
import type { Court, StateSystem } from '../world/make-court.ts'
import { firm } from '../world/names.ts'
import { signWith } from './dkim.ts'
import { type SigningWayName, signingWays } from './signing-ways.ts'

/** The key that signs a sandbox's notices; one for all its courts. PEM. */
export interface SigningKey {
  privateKey: string
  selector: string
}

/** Creates a new 2048-bit RSA key. */
export function makeSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { privateKey, selector: 'ecf2026' }
}

/** Adds a DKIM-Signature before the message, in one of the courts' ways. */
export function signMessage(
  message: Buffer,
  { key, domain, way, at }: { key: SigningKey; domain: string; way: SigningWayName; at: Date },
): Buffer {
  // Regenerated notices have a later date, and a signature dated in the future isn't valid.
  const signedAt = new Date(Math.min(at.getTime(), Date.now()))
  return signWith(message, signingWays[way], { ...key, domain, at: signedAt })
}

/**
 * How a court signs, and for which domain: CM/ECF for the whole judiciary, all others for their own. No public notice
 * shows how the states' e-filing systems sign, so they have the ways of the mail services that other courts use.
 */
export function signingOf(court: Court): { domain: string; way: SigningWayName } {
  if (court.kind === 'acms') return { domain: mailDomain(court), way: 'acms' }
  if (court.system) return { domain: mailDomain(court), way: waysOfSystems[court.system] }
  return { domain: 'uscourts.gov', way: court.kind === 'bankruptcy' ? 'cmecf2024' : 'cmecf2025' }
}

const waysOfSystems: Readonly<Record<StateSystem, SigningWayName>> = {
  tyler: 'scotus',
  oneLegal: 'scotus',
  nyscef: 'microsoft365',
  florida: 'microsoft365',
}

/**
 * Returns the DNS records: SPF, DKIM and DMARC of every court in the sandbox and of its firm, by lower-case name, as
 * Node's resolveTxt returns them. The sandbox itself is the permitted sender, since its mail comes from there.
 */
export function makeTxtRecords(key: SigningKey): ReadonlyMap<string, string[][]> {
  const publicKey = createPublicKey(key.privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
  const dkim = `v=DKIM1; k=rsa; p=${publicKey}`
  const domains = [...allCourts.map(mailDomain), firm.domain, 'uscourts.gov']
  const records = domains.flatMap((domain): [string, string[][]][] => [
    [domain, [['v=spf1 ip4:127.0.0.0/8 ip6:::1 ip6:::ffff:127.0.0.0/104 -all']]],
    [`${key.selector}._domainkey.${domain}`, [dkim.match(/.{1,255}/g) ?? []]],
    [`_dmarc.${domain}`, [['v=DMARC1; p=reject; sp=reject; adkim=r; aspf=r']]],
  ])
  return new Map(records)
}
