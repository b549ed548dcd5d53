import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { arc } from 'mailauth/lib/arc/index.js'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { evaluateDmarc } from 'mailauth/lib/dmarc/index.js'
import { domainOf } from '../courts/directory/look-alike.ts'
import type { SignedHeaders } from '../courts/message/signed-reading.ts'
import { parseAuthenticationResults } from './authentication-results.ts'
import { type DnsResolver, findServer, isServerOf } from './delivering-server.ts'
import type { Resolve } from './dns-gateway.ts'
import { withOneKey } from './key-record.ts'
import type { Origin } from './origin.ts'
import { mostLookups, watchLookups } from './watch-lookups.ts'
import { findServerIn } from './witness.ts'
import { speaksFor } from './writers.ts'

/** The results of SPF, DKIM, DMARC and ARC for one message. */
export interface SenderEvidence {
  /** Addresses in the From header; DMARC and people need exactly one. */
  from: readonly string[]
  /** The domain whose intact signature covers the whole message and speaks for the From address, aligned with it. */
  signedBy?: string
  /** What that signature covers. */
  signed?: SignedHeaders
  /** What is wrong with the signature expected from the sender. */
  signatureProblem?: string
  /** The domain SPF was checked for: the envelope sender's, or the server's if there is none. */
  spfDomain?: string
  /** The SPF result for the delivering server; undefined if that server isn't known. */
  spf?: string
  /** SPF passed for a domain that is aligned with the From address. */
  isSentByDomain: boolean
  /** The mailbox's provider, if SPF is by its word. */
  witness?: string
  /** The From address's domain asks receivers to reject mail that fails its checks, and this mail fails them. */
  isDisowned: boolean
  /** A known forwarding service vouches that the message was authentic when it arrived there. */
  vouchedBy?: string
  /** What the service's own signature covers. */
  vouched?: SignedHeaders
  /** A DNS query had no answer, so a failed check may not be a real failure. */
  hasDnsTrouble: boolean
}

export interface Examination {
  raw: Uint8Array
  origin: Origin
  /**
   * Domains of forwarding services whose seal (ARC) counts, because anyone can seal anything. If there are none, the
   * check is skipped.
   */
  trustedSealers: readonly string[]
  /** How many questions to the DNS its check may take, if fewer than usual. */
  lookups?: number
}

/** Throws when the message can't be read, and a `BrokenOffError` when the check was interrupted. */
export type Examine = (examination: Examination) => Promise<SenderEvidence>

/** Examines on the calling thread. Mail from courts is examined on another one (examine-senders.ts). */
export function examineWith(resolve: Resolve): Examine {
  return (examination) => gatherEvidence(examination, resolve)
}

/**
 * Runs the checks one by one instead of mailauth's `authenticate`, which takes 1.3 ms per message rather than 0.7 and
 * looks up the sender's logo.
 */
async function gatherEvidence(
  { raw, origin, trustedSealers, lookups = mostLookups }: Examination,
  resolve: Resolve,
): Promise<SenderEvidence> {
  const dns = watchLookups(withOneKey(resolve), lookups)
  const bytes = withInternetLineEnds(raw)
  const signatures = await dkimVerify(bytes.length > chunkSize ? Readable.from(inTurns(bytes)) : bytes, {
    resolver: dns.resolve,
    rejectRsaSha1: true,
  })
  const server = await findServer(bytes, { origin, from: signatures.headerFrom, resolver: dns.resolve })
  const whole = signatures.results.filter((signature) => whyNotWhole(signature) === undefined)
  const { response, dkimAligned } = await evaluateDmarc(
    dmarcQuestion(signatures, { server, whole, resolver: dns.resolve }),
  )
  const own = findOwn(whole, { dkimAligned, writer: domainOf(signatures.headerFrom[0] ?? '') })
  const dmarc = publishedDmarc(response)
  const voucher = own ? {} : await findVoucher(signatures, { trustedSealers, resolver: dns.resolve })
  // What wasn't asked must not count as absent.
  dns.demandWithin()
  return {
    from: signatures.headerFrom,
    ...(own?.signingDomain && { signedBy: own.signingDomain, signed: signedHeaders(own) }),
    signatureProblem: own ? undefined : signatureProblem(signatures.results),
    spf: server?.result,
    spfDomain: server?.domain,
    isSentByDomain: isServerOf(signatures.headerFrom, { server, dmarc }),
    ...(server?.witness && { witness: server.witness }),
    isDisowned: dmarc && dmarc.status.result === 'fail' && dmarc.policy !== 'none' && Boolean(origin.ip),
    ...voucher,
    hasDnsTrouble: dns.hasTrouble(),
  }
}

interface Proofs {
  server: Awaited<ReturnType<typeof findServer>>
  whole: readonly Signature[]
  resolver: DnsResolver
}

function dmarcQuestion({ headerFrom, fromFields }: Signatures, { server, whole, resolver }: Proofs) {
  return {
    headerFrom,
    fromFields,
    spfDomains: server?.result === 'pass' ? [server.domain] : [],
    dkimDomains: whole.map(({ id, signingDomain = '', status }) => ({
      id,
      domain: signingDomain,
      aligned: status.aligned,
    })),
    resolver,
  }
}

interface Writing {
  /** The signing domains that are aligned; absent if the sender's domain publishes nothing about that. */
  dkimAligned: Awaited<ReturnType<typeof evaluateDmarc>>['dkimAligned']
  writer: string
}

/** Of the sender's own signatures, the one that covers most. */
function findOwn(whole: readonly Signature[], { dkimAligned, writer }: Writing): Signature | undefined {
  return whole
    .filter(({ signingDomain = '', status }) =>
      dkimAligned ? dkimAligned.has(signingDomain.toLowerCase()) : Boolean(status.aligned),
    )
    .filter(({ signingDomain = '' }) => speaksFor(signingDomain, writer))
    .toSorted((one, other) => coveredBy(other).length - coveredBy(one).length)[0]
}

type DmarcResponse = Awaited<ReturnType<typeof evaluateDmarc>>['response']

/** Returns false if the sender's domain publishes no DMARC record. */
function publishedDmarc(response: DmarcResponse): DmarcResponse {
  return response !== false && response.status.result !== 'none' && response
}

const chunkSize = 256 * 1024

/** A message of several megabytes built to be expensive takes seconds, so other work runs in between. */
async function* inTurns(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkSize) {
    yield bytes.subarray(at, at + chunkSize)
    await setImmediate()
  }
}

type Signatures = Awaited<ReturnType<typeof dkimVerify>>
type Signature = Signatures['results'][number]

/** Returns why a signature doesn't prove what is read, as the middle of a sentence; undefined if it does. */
function whyNotWhole(signature: Signature): string | undefined {
  const { status, signTime } = signature
  if (status.result !== 'pass') return `its signature is not valid (${status.comment ?? status.result})`
  // With `l=`, anything may have been added at the end.
  if (status.underSized) return 'its signature covers only a part of it'
  if (signTime && Date.parse(signTime) > Date.now() + clockTolerance) return 'its signature is dated in the future'
  return coveredBy(signature).includes('subject') ? undefined : `its signature doesn't cover its "subject" header`
}

/** Clocks of mail servers differ by this much. */
const clockTolerance = 5 * 60_000

/** The signature's list of headers as it was verified; empty if it has none or several. */
function coveredBy({ signingHeaders }: Signature): string[] {
  const hashed = Buffer.from(String(signingHeaders?.canonicalizedHeader ?? ''), 'base64').toString('latin1')
  // The covered headers, then the signature's own: what was verified, whatever other signatures the message carries.
  const own = hashed.split(/\r\n(?![ \t])/).at(-1) ?? ''
  const tags = own.slice(own.indexOf(':') + 1).split(';')
  const [list, ...others] = tags.flatMap((tag) => /^\s*h\s*=([\s\S]*)$/i.exec(tag)?.[1] ?? [])
  if (list === undefined || others.length > 0) return []
  return list.split(':').map((name) => name.trim().toLowerCase())
}

function signedHeaders(signature: Signature): SignedHeaders {
  const [header = 'simple', body = 'simple'] = String(signature.format || 'simple')
    .toLowerCase()
    .split('/')
  return {
    covered: coveredBy(signature),
    relaxed: { header: header.trim() === 'relaxed', body: body.trim() === 'relaxed' },
  }
}

function signatureProblem(results: readonly Signature[]): string {
  const [first] = results
  if (!first || first.status.result === 'none') return 'it has no signature'
  return whyNotWhole(first) ?? `it is signed by ${first.signingDomain}, which is not the sender's domain`
}

interface Vouching {
  trustedSealers: readonly string[]
  resolver: DnsResolver
}

/**
 * Only the newest seal counts: its sealer could have changed earlier ones. Its own signature must cover what is read, as
 * a court's must, and it must say that one of the sender's own servers delivered the message to the sealer.
 */
async function findVoucher(
  signatures: Signatures,
  { trustedSealers, resolver }: Vouching,
): Promise<Pick<SenderEvidence, 'vouchedBy' | 'vouched'>> {
  const { chain, lastEntry } = signatures.arc ?? {}
  const sealer = String(lastEntry?.['arc-seal']?.parsed?.d?.value ?? '').toLowerCase()
  if (!chain || !trustedSealers.some((domain) => domain.toLowerCase() === sealer)) return {}
  const { status } = await arc({ ...signatures.arc, chain }, { resolver })
  const signature = lastEntry?.messageSignature as Signature | undefined
  if (status.result !== 'pass' || !signature || whyNotWhole(signature) !== undefined) return {}
  const results = String(lastEntry?.['arc-authentication-results']?.original ?? '')
  if (!(await isDeliveredToSealer(results, { signatures, resolver }))) return {}
  return { vouchedBy: sealer, vouched: signedHeaders(signature) }
}

/**
 * Whether the results that a seal covers say that one of the sender's own servers delivered the message, with DMARC
 * passed for the domain in its From header. DMARC that passed by the sender's signature alone doesn't count: the sealer
 * signs what it received, and anyone may have put headers in front of what the sender had signed.
 */
async function isDeliveredToSealer(
  header: string,
  { signatures: { headerFrom, fromFields }, resolver }: { signatures: Signatures; resolver: DnsResolver },
): Promise<boolean> {
  const text = header.replace(/\r?\n(?=[ \t])/g, '').replace(/^[^:]*:\s*i=\d{1,2}\s*;/i, '')
  const results = parseAuthenticationResults(text)
  const found = results && findServerIn(results, headerFrom[0] ?? '')
  if (!found?.isByDmarc) return false
  const spfDomains = [found.domain]
  const { response } = await evaluateDmarc({ headerFrom, fromFields, spfDomains, dkimDomains: [], resolver })
  return isServerOf(headerFrom, { server: { result: 'pass', domain: found.domain }, dmarc: publishedDmarc(response) })
}

/** Signatures are computed over CRLF, which files from Unix programs have lost. */
function withInternetLineEnds(raw: Uint8Array): Buffer {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const feed = bytes.indexOf(0x0a)
  if (bytes[feed - 1] === 0x0d) return bytes
  return Buffer.from(bytes.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1')
}
