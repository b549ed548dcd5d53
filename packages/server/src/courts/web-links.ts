import type { NoticeLink } from '@courtcrier/contract/notice.ts'
import { isCourtDocument } from './document-address.ts'
import { showsAddress } from './families/own-links.ts'
import { linkOf, linkTitle, mostLinks, parseHttps } from './formats/firm-format/document-links.ts'
import type { Message } from './message/message.ts'
import { readBody } from './text/body.ts'
import { findCourtCaseId, parseNoticeLink, unwrapLink } from './text/link.ts'

/** A link in a notice's text. */
export interface WebLink {
  link: NoticeLink
  /** The link's words or, without any, its file's name. */
  title: string
  /** Whether its address is a document's, and not a docket's, a login's or a home page's. */
  isDocument: boolean
  /** Whether only its address is shown, as of one that someone typed; in plain text, always. */
  isTyped: boolean
}

/**
 * Returns the links to websites in a message's text, each address once. Those to a case's docket, which every notice
 * has, are left out. Says nothing about whether a link may be opened.
 */
export function findWebLinks(message: Message): readonly WebLink[] {
  const body = readBody(message)
  const found = new Map<string, WebLink>()
  for (const shown of body.links.slice(0, mostLinks)) {
    const url = unwrapLink(shown.href)
    const parsed = parseHttps(url)
    const host = parsed?.hostname ?? hostOf(url)
    if (host === undefined || findCourtCaseId(url) !== undefined) continue
    const words = linkTitle(body, shown)?.value
    const address = addressOf(url)
    const known = found.get(address)
    const isTyped = known?.isTyped !== false && (body.kind === 'text' || showsAddress(body, shown))
    if (known && !words) {
      found.set(address, { ...known, isTyped })
      continue
    }
    const link = known?.link ?? (parsed ? linkOf(url, parsed) : { url, host })
    const title = words ?? fileNameOf(url) ?? host
    found.set(address, { link, title, isDocument: parsed !== undefined && isDocumentAddress(parsed), isTyped })
  }
  return [...found.values()]
}

/** What distinguishes the pages that addresses lead to: neither their scheme nor the place on a page. */
export function addressOf(url: string): string {
  return url.replace(/^https?:/i, '').replace(/#.*$/s, '')
}

/** Of the web only, also where retrieval refuses it for a port or a login in it. */
function hostOf(url: string): string | undefined {
  const parsed = URL.parse(url)
  return parsed && /^https?:$/.test(parsed.protocol) && parsed.hostname !== '' ? parsed.hostname : undefined
}

/** On courts' hosts their own forms only; elsewhere also a PDF, or a page that is called a document and names one. */
function isDocumentAddress({ href, pathname, search }: URL): boolean {
  const ofCourt = isCourtDocument(href)
  if (ofCourt !== undefined) return ofCourt
  if (parseNoticeLink(href)) return true
  if (actions.test(pathname)) return false
  if (/\.pdf$/i.test(pathname)) return true
  return documentWords.test(pathname + search) && /\d|=./.test(pathname + search)
}

/** Opening one of these could do more than show something. */
const actions =
  /log-?(?:in|out)|sign-?(?:in|up)|unsubscribe|register|pay(?:ment)?\b|checkout|purchase|\bcart\b|delete|accept/i

const documentWords = /document|docket-?pdf|searchmedia|\/download|[?&]doc(?:id|index)?=/i

function fileNameOf(url: string): string | undefined {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  const [, name] = /^([\w.-]{1,200})\.pdf$/i.exec(last) ?? []
  return name
}
