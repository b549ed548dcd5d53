import type { NoticeLink } from '@courtcrier/contract/notice.ts'
import type { Body } from './body.ts'
import { trimSpan } from './found.ts'
import { unwrapLink } from './link.ts'

/**
 * A link of an e-filing service, taken apart: host, address and the secret in its query, if it has one. Nothing is
 * said of whether it may be opened; ask `isCourtHost`. Undefined for anything but http and https.
 */
export function readEfilingLink(body: Body, { href, start, end }: Body['links'][number]): NoticeLink | undefined {
  // In plain text the address runs into the punctuation that follows it.
  const written = body.kind === 'text' ? href.replace(/[).,;\]]{1,5}$/, '') : href
  const url = unwrapLink(written)
  const parsed = url.length > longestLink ? undefined : URL.parse(url)
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return undefined
  const token = findToken(parsed)
  const span = trimSpan(body.text, start, end - (href.length - written.length))
  return { url, host: parsed.hostname, ...(token && { token }), ...(span[0] < span[1] && { span }) }
}

const longestLink = 8_000

/** Services name the parameter each their own way (`FID`, `SID`, `docIndex`), but it is always long and meaningless. */
function findToken({ searchParams }: URL): string | undefined {
  for (const value of searchParams.values()) {
    if (/^[\w+/=.~-]{16,512}$/.test(value) && /\d/.test(value)) return value
  }
  return undefined
}
