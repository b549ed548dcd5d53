import { findEfilingSite, isCourtHost } from './directory/directory.ts'
import { isCourtDomain, short } from './directory/look-alike.ts'
import { isCourtDocument } from './document-address.ts'
import { notesAt } from './message/attached-words.ts'
import type { Message } from './message/message.ts'
import { isAtDocument } from './probable-fake-links.ts'
import { type Body, readBody } from './text/body.ts'
import { squeeze } from './text/found.ts'
import { findOpaqueLink, type OpaqueLink, unwrapLink } from './text/link.ts'
import { parseWebAddress } from './text/link-gateways.ts'
import { findNoticeTop } from './text/notice-start.ts'

/**
 * Says, as a sentence, why a notice has no link to its documents although the court gave one: it was replaced or made
 * unusable on the way, or it may be in something that can't be opened, as all files are that Outlook sends in its own
 * format. Undefined if there is no sign of that.
 */
export function whyLinksLost(message: Message): string | undefined {
  const body = readBody(message)
  const top = findNoticeTop(body)
  return replacedLink(body, top) ?? brokenAddress(body, top) ?? inWrapping(message, body, top)
}

/** What can't be opened, unless the court says that there is nothing to be found in it. */
function inWrapping(message: Message, body: Body, top: number): string | undefined {
  return /\(no document attached\)/i.test(body.text.slice(top)) ? undefined : notesAt(message, body, top)[0]
}

const mostLinks = 200
const longestShown = 200

/** The sentence of a link that a gateway replaced, on words by which courts link documents. */
function replacedLink(body: Body, top: number): string | undefined {
  for (const link of body.links.slice(0, mostLinks)) {
    if (link.start < top || !isAtDocument(body, link.start)) continue
    const why = whyElsewhere(link.href)
    if (why && documentWords.test(wordsOf(body, link))) return why
  }
  return undefined
}

/** A link's words: in plain text those in front of its address, behind a label (`Document Number: 7<https://…>`). */
function wordsOf(body: Body, { start, end }: Body['links'][number]): string {
  if (body.kind === 'html') return squeeze(body.text.slice(start, Math.min(end, start + longestShown)))
  const above = squeeze(body.text.slice(Math.max(0, start - longestShown), start))
  if (/\bto view the document:?$/i.test(above)) return 'document'
  return squeeze(above.slice(above.lastIndexOf(':') + 1))
}

/** Why a link on such words isn't the court's any more; undefined if it is one, or may be. */
function whyElsewhere(href: string): string | undefined {
  const opaque = findOpaqueLink(href)
  if (opaque) return opaque.host === undefined || isCourtHost(opaque.host) ? whyReplaced(opaque) : undefined
  const host = parseWebAddress(unwrapLink(href))?.hostname
  if (host === undefined || isCourtHost(host) || isCourtDomain(host) || findEfilingSite(host)) return undefined
  return `The link of this document leads to ${short(host)} instead of the court, as if a mail gateway had replaced it, and Courtcrier doesn't open it: have mail from courts left unchanged, and download this document yourself.`
}

/** Why a link that a gateway replaced isn't opened, and what to do, as sentences. */
export function whyReplaced({ gateway }: OpaqueLink): string {
  return `${gateway} replaced the court's link by one of its own, which can't be undone without opening it, and opening it may use up the free look. Courtcrier doesn't open it: have ${gateway} leave mail from courts unchanged, and download this document yourself.`
}

/** A document's number, or the words of a link to one. */
const documentWords =
  /^(?:\d{1,7}(?:-\d{1,4})?|(?:(?:view|download|open) )?(?:the |this )?(?:served |file[- ]stamped )?(?:documents?|copy))$/i

/** An address of a document that was written so that no program makes a link of it: `hxxps://ecf[.]cand…`. */
function brokenAddress(body: Body, top: number): string | undefined {
  const hrefs = body.links.slice(0, mostLinks).flatMap(({ href, start }) => (start < top ? [] : href))
  const addresses = body.text.slice(top).match(anyAddress) ?? []
  for (const written of [...hrefs, ...addresses].slice(0, mostLinks)) {
    const address = mended(written)
    if (address === written || !isCourtDocument(address)) continue
    return `The addresses of ${new URL(address).hostname} in this notice were made unusable on the way (such as "hxxps" or "[.]"), by a mail gateway or by someone who forwarded it, and Courtcrier doesn't open them: have mail from courts left unchanged, and download this document yourself.`
  }
  return undefined
}

const anyAddress = /\bh(?:xx|tt|\*\*)ps?(?:\[:\]|:)\/\/[^\s<>"]{1,2000}/gi

function mended(address: string): string {
  return address
    .trim()
    .slice(0, 2_000)
    .replace(/^h..p(s?)/i, 'http$1')
    .replaceAll('[:]', ':')
    .replace(/[[({](?:\.|dot)[\])}]/gi, '.')
}
