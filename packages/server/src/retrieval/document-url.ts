import type { NoticeLink } from '@courtcrier/contract/notice.ts'

/**
 * The address to request for a document, always https. A CM/ECF link is rebuilt from its parts, because the one in the
 * message leads through a menu, a receipt or a confirmation page. Any other link is requested as is.
 */
export function documentUrl(link: NoticeLink): string {
  const system = linkSystem(link)
  if (system === 'district') return districtUrl(link, '1')
  if (system === 'appellate') return appellateUrl(link, '1')
  return asHttps(link.url)
}

/**
 * The address of the attachment menu; undefined if there is none. If the filing has a single document, a court answers
 * with that document.
 */
export function menuUrl(link: NoticeLink): string | undefined {
  // A short id has no fourth digit to replace (see `withFourthDigit`), so the menu can't be requested.
  if (!hasSpareDigit(documentId(link))) return undefined
  const system = linkSystem(link)
  if (system === 'district') return districtUrl(link, '0')
  return system === 'appellate' ? appellateUrl(link, '0') : undefined
}

/** Whether only the menu shows which documents there are, because appellate notices don't list them. */
export function isMenuNeeded(link: NoticeLink): boolean {
  return linkSystem(link) === 'appellate'
}

/** Why a link can't be opened free of charge, known before any request; undefined if it can. */
export function whyNotOpened(link: NoticeLink): { verdict: 'none' | 'unavailable'; sentence: string } | undefined {
  if (linkSystem(link) === 'other') return undefined
  if (!link.token) {
    return { verdict: 'none', sentence: 'The court gave no free access with this link, so it was not opened.' }
  }
  // Bankruptcy courts write some ids as only the court's prefix (`1180`, courtlistener issue 4830). With the case and
  // the sequence, a court still finds the document (`0920`, juriscraper issue 1088); without them it can't.
  if (isShortId(documentId(link)) && !(link.courtCaseId && link.sequence)) {
    const sentence = "The court's link doesn't say which document it means, so it was not opened."
    return { verdict: 'unavailable', sentence: `${sentence} Find the document on the court's docket.` }
  }
  return undefined
}

/** The same link for another document of the filing: a filing's token opens all of its documents. */
export function linkToDocument(link: NoticeLink, document: MenuDocument): NoticeLink {
  const url = new URL(document.path, `https://${link.host}`)
  const { courtDocumentId, courtCaseId, sequence } = document
  return { courtCaseId, sequence, ...link, url: url.href, courtDocumentId }
}

/** A document's location according to a court's menu. */
export interface MenuDocument {
  courtDocumentId: string
  /** `/doc1/09511786991` */
  path: string
  courtCaseId?: string
  sequence?: string
}

/** The court's document id in a `/doc1/` or `/docs1/` address, with 0 as its fourth digit. */
export function courtDocumentIdOf(url: string): string | undefined {
  const id = /\/docs?1\/(\d+)/.exec(url)?.[1]
  return id === undefined ? undefined : withFourthDigit(id, '0')
}

function linkSystem(link: NoticeLink): 'district' | 'appellate' | 'other' {
  if (/\/doc1\/\d+/.test(link.url)) return 'district'
  if (/\/docs1\/\d+/.test(link.url)) return 'appellate'
  return 'other'
}

/**
 * `use_magic=1` answers the "free look" confirmation page in advance; otherwise some courts never send the document
 * (juriscraper issue 663). Others fail without `caseid` and `de_seq_num` (issue 1088).
 */
function districtUrl(link: NoticeLink, fourthDigit: '0' | '1'): string {
  const url = new URL(`https://${link.host}/doc1/${withFourthDigit(documentId(link), fourthDigit)}`)
  if (link.courtCaseId) url.searchParams.set('caseid', link.courtCaseId)
  if (link.sequence) url.searchParams.set('de_seq_num', link.sequence)
  if (link.token) url.searchParams.set('magic_num', link.token)
  url.searchParams.set('use_magic', '1')
  return url.href
}

function appellateUrl(link: NoticeLink, fourthDigit: '0' | '1'): string {
  const url = new URL(`https://${link.host}/docs1/${withFourthDigit(documentId(link), fourthDigit)}`)
  if (link.token) url.searchParams.set('uid', link.token)
  return url.href
}

function documentId(link: NoticeLink): string {
  return link.courtDocumentId ?? /\/docs?1\/(\d+)/.exec(link.url)?.[1] ?? ''
}

/** The fourth digit selects the menu (0) or the document (1); the rest identifies the document. */
function withFourthDigit(id: string, digit: '0' | '1'): string {
  return hasSpareDigit(id) ? `${id.slice(0, 3)}${digit}${id.slice(4)}` : id
}

function hasSpareDigit(id: string): boolean {
  return id.length > 4
}

function isShortId(id: string): boolean {
  return id !== '' && id.length <= 4
}

function asHttps(url: string): string {
  return url.replace(/^http:/i, 'https:')
}
