import type { X509Certificate } from 'node:crypto'
import type { CustomFetch } from 'openid-client'
import { CallProblem, CallRefusal } from './call-problem.ts'
import { followChain, isValid, parseCertificates } from './sns-chain.ts'
import { type SnsTopic, urlAtTopic } from './sns-topic.ts'

export interface SnsCertificates {
  /** Returns the certificate at an address that a message of the topic names. Throws if SNS doesn't sign with it. */
  find: (address: string, asking: Asking) => Promise<X509Certificate>
}

interface Asking {
  topic: SnsTopic
  /** Whose requests are counted: calls for one mailbox must not keep the messages of others waiting. */
  mailboxId: string
}

/** A certificate is in use for about a year; one that was withdrawn isn't believed for longer than this. */
const keptMs = 24 * 60 * 60_000
/** SNS has one or two per region. */
const mostKept = 50
/** Anyone who knows a mailbox's address could name any number of them. */
const mostPerMinute = 10

interface Kept {
  certificate: Promise<X509Certificate>
  until: number
}

interface CertificateOptions {
  fetch: CustomFetch
  now: () => Date
  /** Who is trusted to issue them; if absent, everyone Node trusts. */
  roots?: readonly X509Certificate[]
}

/** Opens the certificates of Amazon SNS: each is requested once a day, from the topic's own host only. */
export function openSnsCertificates({ fetch, now, roots }: CertificateOptions): SnsCertificates {
  const kept = new Map<string, Kept>()
  const requests = limitRequests(now)
  const request = (url: URL, { topic, mailboxId }: Asking) => {
    if (!requests.count(mailboxId))
      throw new CallRefusal('Messages name more signing certificates of Amazon SNS than there are.', passing)
    return requestCertificate(url, { topic, fetch, roots, now: now() })
  }
  return {
    find: async (address, asking) => {
      const url = certificateUrl(address, asking.topic)
      const at = now().getTime()
      const known = kept.get(url.href)
      if (known && known.until > at) return demandValid(await known.certificate, now())
      const certificate = request(url, asking)
      const [oldest] = kept.keys()
      if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
      kept.set(url.href, { certificate, until: at + keptMs })
      // Another message asks again.
      certificate.catch(() => kept.delete(url.href))
      return demandValid(await certificate, now())
    },
  }
}

/** What is at Amazon's own host is no caller's fault: something between, or a clock, is wrong, and may be right soon. */
const passing = { isPassing: true }

function limitRequests(now: () => Date) {
  const recent = new Map<string, readonly number[]>()
  return {
    /** Returns false if a mailbox had as many requests within a minute as it may. */
    count: (mailboxId: string) => {
      const at = now().getTime()
      const isRecent = (time: number) => at - time < 60_000
      for (const [id, times] of recent) if (!times.some(isRecent)) recent.delete(id)
      const times = (recent.get(mailboxId) ?? []).filter(isRecent)
      if (times.length >= mostPerMinute) return false
      recent.set(mailboxId, [...times, at])
      return true
    },
  }
}

function certificateUrl(address: string, topic: SnsTopic): URL {
  const url = urlAtTopic(address, topic)
  const isCertificate =
    url && /^\/SimpleNotificationService-[\da-f]{8,64}\.pem$/.test(url.pathname) && url.search === '' && url.hash === ''
  if (!isCertificate) throw new CallRefusal('A message names a signing certificate that is not at Amazon SNS.')
  return url
}

interface Request extends Pick<CertificateOptions, 'fetch' | 'roots'> {
  topic: SnsTopic
  now: Date
}

async function requestCertificate(url: URL, { topic, ...trust }: Request): Promise<X509Certificate> {
  const { status, text } = await readText(url, trust.fetch)
  if (status === 403 || status === 404)
    throw new CallRefusal('A message names a signing certificate that Amazon SNS does not have.', passing)
  if (status !== 200) throw unreadable(url)
  const certificates = parseCertificates(text) ?? []
  const [certificate] = certificates
  if (!certificate || !isOfSns(certificate, topic))
    throw new CallRefusal('The signing certificate of a message was not issued to Amazon SNS.', passing)
  // One whose issuer isn't known is believed for the encrypted connection to the topic's own host.
  if ((await followChain(certificates, trust)) === 'broken')
    throw new CallRefusal('The signing certificate of a message was not issued by anyone this server trusts.', passing)
  return certificate
}

async function readText(url: URL, fetch: CustomFetch): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url.href, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' })
    return { status: answer.status, text: await answer.text() }
  } catch (cause) {
    throw unreadable(url, cause)
  }
}

function unreadable({ hostname }: URL, cause?: unknown): CallProblem {
  const sentence = `The signing certificate of Amazon SNS could not be read from ${hostname}. Allow this server to connect there.`
  return new CallProblem(sentence, { cause })
}

/**
 * Whether it is SNS's, to sign with. The names are `sns.amazonaws.com`, and `sns-signing.` or `sns-` with the region in
 * some regions.
 */
function isOfSns(certificate: X509Certificate, { host }: SnsTopic): boolean {
  const suffix = host.endsWith('.cn') ? 'amazonaws.com.cn' : 'amazonaws.com'
  const name = /^CN=(\S+)$/m.exec(certificate.subject)?.[1]?.toLowerCase() ?? ''
  const isNamed = /^sns[.-]/.test(name) && name.endsWith(`.${suffix}`)
  const { publicKey, subject, issuer, ca } = certificate
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0
  return isNamed && !ca && subject !== issuer && publicKey.asymmetricKeyType === 'rsa' && bits >= 2048
}

function demandValid(certificate: X509Certificate, now: Date): X509Certificate {
  if (!isValid(certificate, now))
    throw new CallRefusal('The signing certificate of a message is not valid now.', passing)
  return certificate
}
