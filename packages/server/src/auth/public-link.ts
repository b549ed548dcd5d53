import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'

/** What a public link says: whoever holds it may see this document until then. Everything else is looked up. */
export interface PublicLink {
  firmId: number
  documentId: string
  issuedAt: Date
  expiresAt: Date
  /** Who made it; absent in the mails of the program itself. */
  userId?: string
}

declare module '../base/services.ts' {
  interface Services {
    publicLinks: PublicLinks
  }
}

export interface PublicLinks {
  /** The token of a new link that is good for `publicLinkDays`. */
  issue: (link: Pick<PublicLink, 'firmId' | 'documentId' | 'userId'>, now: Date) => string
  /** What a token says that this installation issued, expired or not; undefined for every other text. */
  read: (token: string) => PublicLink | undefined
}

/** How long a link is good: as long as people look for a mail they got. */
export const publicLinkDays = 30

/** The console's page that shows the document of a token. */
export function publicLinkPath(token: string): string {
  return `/public-document/${token}`
}

/**
 * Makes and reads the tokens of public links: `payload.signature`, HMAC-SHA-256 with a key of its own, derived from the
 * installation's secret key. Nothing is kept of a link, so nothing has to be cleaned up.
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

/** What was signed was written above; ids are looked at all the same, since they go into queries. */
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
