import type { EfilingEntry } from './directory/data/listed-court.ts'
import { findEfilingSite, isCourtHost } from './directory/directory.ts'
import { parseNoticeLink } from './text/link.ts'

/**
 * Whether an address on a court's host is a document's, in a form of the system that the host runs; undefined for other
 * hosts. Nothing else on a court's host may be requested: opening an address there can do something (a confirmation, an
 * unsubscription) or cost a fee.
 */
export function isCourtDocument(address: string): boolean | undefined {
  const url = URL.parse(address)
  if (!url || !isCourtHost(url.hostname)) return undefined
  const efiling = findEfilingSite(url.hostname)
  if (efiling) return forms[efiling.system]?.test(url.pathname + url.search) === true
  if (!parseNoticeLink(address)) return false
  return /^ecf\./i.test(url.hostname) ? /^\/docs?1\//.test(url.pathname) : /^\/NDA\//i.test(url.pathname)
}

/** Of DAWSON and File & ServeXpress, every document is behind a login. */
const forms: Readonly<Partial<Record<EfilingEntry['system'], RegExp>>> = {
  ODYSSEY: /^\/(?:[\w-]{1,40}\/){0,3}view[a-z]{0,20}documents?\.aspx\?./i,
  FLORIDA: /^\/document\/serve\?./i,
  NYSCEF: /^\/nyscef\/ViewDocument\?./i,
  TAMES: /^\/(?:[\w-]{1,40}\/)?SearchMedia\.aspx\?./i,
  SCOTUS: /^\/[^?]{1,1000}\.pdf(?:\?|$)/i,
}
