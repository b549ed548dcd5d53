import type { Body } from '../text/body.ts'
import { linksWithin } from '../text/visible-text.ts'
import type { EfilingKey, EfilingRow } from './efiling-rows.ts'

type Link = Body['links'][number]

/**
 * The links of a service in a place where a filer's words stand too, such as a document's title. A service links words
 * or, in plain text, writes its address behind them or on a line of its own; a filer can only type an address among them.
 */
export function ownLinks(body: Body, start: number, end: number): readonly Link[] {
  const links = linksWithin(body, start, end)
  const worded = links.filter((link) => !showsAddress(body, link))
  if (worded.length > 0) return body.kind === 'text' ? worded.slice(-1) : worded
  return links.filter((link) => body.text.slice(start, end).trim() === body.text.slice(link.start, link.end).trim())
}

/** The links of a row of links. In plain text its label may be one: "Download Document" below "File Stamped Copy". */
export function linksOfRow(body: Body, { labelStart, end }: EfilingRow): readonly Link[] {
  return linksWithin(body, labelStart, end)
}

/** Whether what is shown of a link is its address, which programs also make of an address that someone typed. */
export function showsAddress(body: Body, { start, end }: Link): boolean {
  return /^\s{0,40}[<([]?\s{0,9}(?:https?:\/\/|www\.)/i.test(body.text.slice(start, Math.min(end, start + 100)))
}

/** Whether a link outside the rows of links is the service's own: its words are no one else's, nor is its place. */
export function isOutsideTyped(body: Body, rows: readonly EfilingRow[], link: Link): boolean {
  if (body.kind === 'html' && !showsAddress(body, link)) return true
  return !rows.some((row, at) => {
    if (!typed.has(row.key)) return false
    // Below a value in plain text, any line may be more of it.
    const end = row.isCell ? row.end : (rows[at + 1]?.labelStart ?? body.text.length)
    return link.start >= row.labelStart && link.start < end
  })
}

/** What people type when they file something or review it. */
const typed: ReadonlySet<EfilingKey> = new Set([
  ...(['description', 'comments', 'reason', 'name', 'filed by', 'filer', 'attorney'] as const),
  ...(['document', 'attachment'] as const),
])

/**
 * Whether documents and their links stand in several places of a plain text, or there are more links than documents. A
 * line of what a filer typed can look like a row with a link, so that it isn't clear which are the service's.
 */
export function hasScatteredLinks(body: Body, rows: readonly EfilingRow[]): boolean {
  const places: Place[] = []
  let isOpen = false
  for (const row of rows) {
    if (row.isCell) continue
    const links = row.key === 'link' ? linksOfRow(body, row) : []
    const isName = row.key === 'document' || row.key === 'attachment'
    const isPart: boolean = isName || row.key === 'link' || (isOpen && besides.has(row.key))
    if (isPart && !isOpen) places.push({ names: 0, linked: 0, hasLinkRow: false })
    isOpen = isPart
    const place = places.at(-1)
    if (!isPart || !place) continue
    if (isName) place.names += row.lines.length
    if (row.key === 'link') place.hasLinkRow = true
    if (links.length > 0) place.linked += 1
  }
  if (!places.some(({ hasLinkRow }) => hasLinkRow)) return false
  return places.length > 1 || places.some(({ names, linked }) => names > 0 && linked > names)
}

interface Place {
  names: number
  linked: number
  hasLinkRow: boolean
}

/** What else is said of a document where it is listed. */
const besides: ReadonlySet<EfilingKey> = new Set(['other', 'code', 'type', 'description'])
