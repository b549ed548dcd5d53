import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth'
import type { Resolve } from '../dns-gateway.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
/** Signs for every domain of `makeDns`. */
export const testPrivateKey: string = privateKey
const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')

/** The mail server of the courts in these tests; they use no other. */
export const courtServer = { ip: '198.51.100.7', helo: 'mx.uscourts.gov' } as const

/**
 * For checks of senders, in milliseconds: longer than usual, because a busy machine may take long for what is about
 * something else.
 */
export const timeoutMs = 200_000

export interface TestMail {
  from?: string
  /** By default an address of the firm in these tests. */
  to?: string
  subject?: string
  messageId?: string
  /** Further header lines. */
  headers?: readonly string[]
  body?: string
  /** The signing domain; unsigned when absent. */
  signedBy?: string
  /** Signs only this many bytes of the body. */
  signedLength?: number
}

let serial = 0

/** A message as courts write them, optionally signed. No two are the same. */
export async function makeMail({
  from = 'ECF-CAND@cand.uscourts.gov',
  to = 'efiling@firm.example',
  subject = 'Activity in Case 3:26-cv-04417-RS Doe v. Acme Motion to Dismiss',
  messageId = `<${++serial}@cand.uscourts.gov>`,
  headers = [],
  body = '<p>Docket Text:<b> MOTION to Dismiss </b></p>\r\n',
  signedBy,
  signedLength,
}: TestMail = {}): Promise<Buffer> {
  const lines = [
    `From: ${from}`,
    ...(to === '' ? [] : [`To: ${to}`]),
    `Subject: ${subject}`,
    `Message-ID: ${messageId}`,
    'Date: Mon, 7 Sep 2026 10:00:00 -0700',
    'MIME-Version: 1.0',
    ...(headers.some((line) => /^content-type:/i.test(line)) ? [] : ['Content-Type: text/html']),
    ...headers,
  ]
  const message = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
  return signedBy === undefined ? message : sign(message, signedBy, signedLength)
}

/** Prepends a domain's DKIM signature to a message. */
export async function sign(message: Buffer, domain: string, maxBodyLength?: number): Promise<Buffer> {
  const signature = { signingDomain: domain, selector: 'test', privateKey }
  const limit = maxBodyLength === undefined ? {} : { maxBodyLength }
  const result = await dkimSign(message, { ...signature, signatureData: [{ ...signature, ...limit }], ...limit })
  if (result.signatures === '') throw new Error('the test message could not be signed', { cause: result.errors?.[0] })
  return Buffer.concat([Buffer.from(result.signatures), message])
}

export interface TestDns {
  resolve: Resolve
  /** The queries so far. */
  asked: string[]
  /** While true, no question is answered. */
  isDown: boolean
}

/** A DNS with the courts' own records, and with other domains that sign but don't authorize the court's server. */
export function makeDns(extra: Readonly<Record<string, string>> = {}): TestDns {
  const dns: TestDns = {
    asked: [],
    isDown: false,
    resolve: async (name, type) => {
      dns.asked.push(`${type} ${name}`)
      if (dns.isDown) throw Object.assign(new Error('no answer'), { code: 'ETIMEOUT' })
      const text = type === 'TXT' ? (extra[name] ?? recordOf(name)) : undefined
      if (text === undefined) throw Object.assign(new Error(`no ${type} of ${name}`), { code: 'ENOTFOUND' })
      return [text.match(/.{1,250}/g)]
    },
  }
  return dns
}

function recordOf(name: string): string | undefined {
  if (name.startsWith('test._domainkey.')) return `v=DKIM1; k=rsa; p=${publicKey}`
  if (/^[a-z0-9]+\.uscourts\.gov$/.test(name) && !name.startsWith('_')) return `v=spf1 ip4:${courtServer.ip} -all`
  return name === '_dmarc.uscourts.gov' ? 'v=DMARC1; p=reject; sp=reject' : undefined
}
