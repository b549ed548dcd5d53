import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import type { CustomFetch } from 'openid-client'

/** How a certificate leads to a root: `unknown` if there is no telling, because who issued it isn't there. */
export type Chain = 'trusted' | 'broken' | 'unknown'

interface Trust {
  fetch: CustomFetch
  now: Date
  /** Who is trusted; if absent, everyone Node trusts. */
  roots?: readonly X509Certificate[] | undefined
}

/** Amazon's has one intermediate certificate. */
const longest = 6

/**
 * Follows the signatures from the first certificate to a root. The intermediate ones are those that come with it, or else
 * what Amazon publishes at the address in the certificate. Each must be valid now and allowed to issue others.
 */
export async function followChain(certificates: readonly X509Certificate[], trust: Trust): Promise<Chain> {
  const { roots = nodeRoots() } = trust
  const [leaf, ...given] = certificates
  if (!leaf) return 'broken'
  let current = leaf
  for (let length = 1; length < longest; length++) {
    if (roots.some((root) => isIssuedBy(current, root))) return 'trusted'
    const issuer = given.find((each) => isIssuedBy(current, each)) ?? (await requestIssuer(current, trust.fetch))
    if (!issuer) return given.length === 0 && length === 1 ? 'unknown' : 'broken'
    if (!isIssuedBy(current, issuer) || !issuer.ca || !isValid(issuer, trust.now)) return 'broken'
    current = issuer
  }
  return 'broken'
}

/** Returns the certificates in a text; undefined if one of them can't be read. */
export function parseCertificates(pem: string): readonly X509Certificate[] | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]{1,20000}-----END CERTIFICATE-----/g) ?? []
  try {
    return blocks.slice(0, longest).map((block) => new X509Certificate(block))
  } catch {
    // Whatever it is, nothing can be verified with it.
    return undefined
  }
}

/** Whether a certificate is in its time. */
export function isValid({ validFromDate, validToDate }: X509Certificate, now: Date): boolean {
  return validFromDate <= now && now <= validToDate
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

let parsedRoots: readonly X509Certificate[] | undefined

/** The roots that are part of Node. */
function nodeRoots(): readonly X509Certificate[] {
  parsedRoots ??= rootCertificates.map((pem) => new X509Certificate(pem))
  return parsedRoots
}

/**
 * Returns who issued a certificate, as Amazon publishes it ("CA Issuers", RFC 5280, section 4.2.2.1), always encrypted;
 * undefined if it isn't there. What else is named isn't requested.
 */
async function requestIssuer(certificate: X509Certificate, fetch: CustomFetch): Promise<X509Certificate | undefined> {
  const named = /^CA Issuers - URI:https?:\/\/([a-z0-9.-]{1,100}\.amazontrust\.com)(\/[\w./-]{1,200})$/m
  const [, host, path] = named.exec(certificate.infoAccess ?? '') ?? []
  if (host === undefined || path === undefined) return undefined
  try {
    const init = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' as const }
    const answer = await fetch(`https://${host}${path}`, init)
    return answer.status === 200 ? new X509Certificate(Buffer.from(await answer.arrayBuffer())) : undefined
  } catch {
    // Where this server may not connect to, or what isn't a certificate, tells nothing about the one that names it.
    return undefined
  }
}
