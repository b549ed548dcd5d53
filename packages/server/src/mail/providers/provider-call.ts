import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { CustomFetch } from 'openid-client'
import type { Services } from '../../base/services.ts'
import type { ProviderMailbox } from './provider-mailbox.ts'
import type { OpenAnswer } from './s3-object.ts'
import type { SnsCertificates } from './sns-certificate.ts'

/** A call as it arrives. */
interface ProviderCall {
  headers: IncomingHttpHeaders
  /** Reads the body, up to what the provider may send. */
  readBody: () => Promise<Buffer>
  /** Reads what a call leads to, up to the largest message that the firm accepts. */
  hold: (stream: Readable) => Promise<Buffer>
}

/** What a call that was proven to be the provider's brings. */
export type CallContent =
  | {
      kind: 'message'
      raw: Uint8Array
      /** What the provider calls this message; a second call with it brings nothing else. */
      key: string
      /** From when on the call would be refused for its age. */
      expiresAt: Date
    }
  /** The topic confirmed that it may call. */
  | { kind: 'confirmed' }
  /** Something else than an email. */
  | { kind: 'ignored' }

export interface ReaderDeps {
  services: Pick<Services, 'secrets'>
  fetch: CustomFetch
  /** Opens what is larger than `fetch` reads. */
  open: OpenAnswer
  certificates: SnsCertificates
  now: () => Date
}

/**
 * Checks that a call is the provider's and reads it. Throws a `CallRefusal` if it isn't proven to be, and a `CallProblem`
 * if it can't be received.
 */
export type ReadCall = (deps: ReaderDeps, mailbox: ProviderMailbox, call: ProviderCall) => Promise<CallContent>

/** How far the clocks of providers may be ahead of this server's, or behind it. */
export const clockToleranceMs = 5 * 60_000
