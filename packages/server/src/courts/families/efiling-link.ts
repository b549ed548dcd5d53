import type { NoticeLink } from '@courtcrier/contract/notice.ts'
import type { Body } from '../text/body.ts'
import { trimSpan } from '../text/found.ts'
import { unwrapLink } from '../text/link.ts'

/**
 * Parses a link of an e-filing service: host, address, and the secret in its query if there is one. Whether it may be
 * opened is for `isCourtHost` to say. Undefined for anything but http and https.
 */
export function readEfilingLink(body: Body, { href, start, end }: Body['links'][number]): NoticeLink | undefined {
  // In plain text, the address includes the punctuation that follows it.
  const written = body.kind === 'text' ? href.replace(/[).,;\]]{1,5}$/, '') : href
  const url = unwrapLink(written)
  const parsed = url.length > longestLink ? undefined : URL.parse(url)
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return undefined
  const token = findToken(parsed)
  const span = trimSpan(body.text, start, end - (href.length - written.length))
  return { url, host: parsed.hostname, ...(token && { token }), ...(span[0] < span[1] && { span }) }
}

const longestLink = 8_000

/** Services use different parameter names (`FID`, `SID`, `docIndex`), but the value is always long and meaningless. */
function findToken({ searchParams }: URL): string | undefined {
  for (const value of searchParams.values()) {
    if (/^[\w+/=.~-]{16,512}$/.test(value) && /\d/.test(value)) return value
  }
  return undefined
}
