import type { Found, NoticeLink } from '@courtcrier/contract/notice.ts'
import { isCourtHost } from '../../directory/directory.ts'
import type { Body } from '../../text/body.ts'
import { findWords } from '../../text/found.ts'
import { parseNoticeLink, unwrapLink } from '../../text/link.ts'
import type { VisibleLink } from '../../text/visible-text.ts'
import { findPattern, type WordPattern } from './word-pattern.ts'

export interface LinkRules {
  hosts: readonly string[]
  /** One of these must be in the text or address of each link; if there are none, every link to the hosts counts. */
  words: readonly WordPattern[]
}

export interface DocumentLink {
  link: NoticeLink
  /** The text shown for it; absent if only the address is shown. */
  title?: Found<string>
}

/** No notice has more. Reading stops there, and the result says so. */
export const mostLinks = 5_000
export const mostDocuments = 200

/**
 * Returns the links to documents, each address once. A link to a court's host counts only if the words single it out.
 */
export function findDocumentLinks(body: Body, rules: LinkRules): DocumentLink[] {
  const found = new Map<string, DocumentLink>()
  if (rules.hosts.length === 0 && rules.words.length === 0) return []
  for (const shown of body.links.slice(0, mostLinks)) {
    const url = unwrapLink(shown.href)
    const parsed = parseHttps(url)
    if (!parsed || !isMeant(parsed.hostname, rules)) continue
    const title = linkTitle(body, shown)
    if (rules.words.length > 0 && !rules.words.some((words) => hasWords(words, title?.value ?? '', url))) continue
    const known = found.get(url)
    if (known && (known.title || !title)) continue
    const link = known?.link ?? { ...linkOf(url, parsed), span: [shown.start, shown.end] as const }
    found.set(url, { link, ...(title && { title }) })
    if (found.size > mostDocuments) break
  }
  return [...found.values()]
}

const longestTitle = 500

/** The link's own words; in plain text, where links are bare addresses, the words before it on its line. */
export function linkTitle(body: Body, { start, end }: VisibleLink): Found<string> | undefined {
  const own = findWords(body, start, Math.min(end, start + longestTitle))
  if (own && !/^https?:\/\//i.test(own.value)) return own
  if (body.kind === 'html') return undefined
  const from = Math.max(0, start - longestTitle)
  const before = body.text.slice(from, start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const [mark = ''] = /^[>\s]{0,40}/.exec(line) ?? []
  const [, words = ''] = /^([\s\S]*?)[\s:<([-]{0,40}$/.exec(line.slice(mark.length)) ?? []
  const first = start - line.length + mark.length
  return findWords(body, first, first + words.length)
}

function isMeant(host: string, { hosts, words }: LinkRules): boolean {
  return hosts.includes(host) || (words.length > 0 && isCourtHost(host))
}

function hasWords(words: WordPattern, title: string, url: string): boolean {
  return findPattern(words, title) !== undefined || findPattern(words, url.slice(0, 2_000)) !== undefined
}

/** Addresses that retrieval would refuse anyway aren't document links. */
export function parseHttps(url: string): URL | undefined {
  const parsed = url.length > 4_000 ? null : URL.parse(url)
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return undefined
  return parsed.port === '' && parsed.username === '' && parsed.password === '' ? parsed : undefined
}

/** Any part of the address may identify the document, so everything after the host counts as its token. */
export function linkOf(url: string, parsed: URL): NoticeLink {
  const known = parseNoticeLink(url)
  if (known) return known
  const token = parsed.search.slice(1) || parsed.pathname.split('/').findLast((part) => part !== '')
  return { url, host: parsed.hostname, ...(token && { token }) }
}
