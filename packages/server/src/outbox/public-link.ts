import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { isUuid } from '@courtcrier/contract/uuid.ts'

/**
 * The content of a public link: anyone with the link may view the document until it expires. Everything else is looked
 * up.
 */
export interface PublicLink {
  firmId: number
  documentId: string
  issuedAt: Date
  expiresAt: Date
  /** Who created it; absent in emails that Courtcrier sends itself. */
  userId?: string
}

declare module '../base/services.ts' {
  interface Services {
    publicLinks: PublicLinks
  }
}

export interface PublicLinks {
  /** Returns the token of a new link, valid for `publicLinkDays`. */
  issue: (link: Pick<PublicLink, 'firmId' | 'documentId' | 'userId'>, now: Date) => string
  /** Returns the content of a token issued by this installation, expired or not; undefined for any other text. */
  read: (token: string) => PublicLink | undefined
}

/** How long a link is valid: about as long as people go back to an email they received. */
export const publicLinkDays = 30

/** The console page that shows the document of a token. */
export function publicLinkPath(token: string): string {
  return `/public-document/${token}`
}

/**
 * Creates and reads the tokens of public links: `payload.signature`, HMAC-SHA-256 with a key of its own, derived from
 * the installation's secret key. Nothing is stored for a link, so nothing has to be cleaned up.
 */
export function makePublicLinks(secretKey: Uint8Array): PublicLinks {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', 'courtcrier public document link v1', 32))
  const sign = (payload: string) => createHmac('sha256', key).update(payload).digest()
  return {
    issue: ({ firmId, documentId, userId }, now) => {
      const expires = now.getTime() + publicLinkDays * 86_400_000
      const said: Payload = [firmId, documentId, now.getTime(), expires, ...(userId ? [userId] : [])]
      const payload = Buffer.from(JSON.stringify(said)).toString('base64url')
      return `${payload}.${sign(payload).toString('base64url')}`
    },
    read: (token) => {
      const [, payload = '', signature = ''] = /^([\w-]{1,400})\.([\w-]{43})$/.exec(token) ?? []
      const given = Buffer.from(signature, 'base64url')
      const right = sign(payload)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      return linkOf(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Payload)
    },
  }
}

type Payload = readonly (number | string)[]

/** The payload is signed, so it is what `issue` wrote; its IDs are checked anyway, since they go into queries. */
function linkOf([firmId, documentId, issued, expires, userId]: Payload): PublicLink | undefined {
  if (!Number.isSafeInteger(firmId) || !isUuid(String(documentId))) return undefined
  return {
    firmId: Number(firmId),
    documentId: String(documentId),
    issuedAt: new Date(Number(issued)),
    expiresAt: new Date(Number(expires)),
    ...(userId ? { userId: String(userId) } : {}),
  }
}
