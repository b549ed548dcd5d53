import { parseWebAddress, unwrapOnce } from './link-gateways.ts'
import type { VisibleBody } from './visible-text.ts'

/**
 * Blanks what gateways write beside a link that they rewrote: the host that it leads to, as in `7 [ecf.cand.uscourts.gov]`
 * or, in plain text, `[ecf[.]cand[.]uscourts[.]gov]` (Proofpoint URL Defense). It would be part of a document's or case's
 * number. Offsets are preserved. A name that isn't the link's own host stays: someone else wrote it.
 */
export function withoutHostLabels<Body extends VisibleBody>(body: Body): Body {
  const found = body.links.map((link) => ({ link, label: findLabel(body.text, link) }))
  const labels = found.flatMap(({ label }) => (label ? [label] : []))
  if (labels.length === 0) return body
  const pieces: string[] = []
  let at = 0
  for (const [start, end] of labels) {
    if (start < at) continue
    pieces.push(body.text.slice(at, start), ' '.repeat(end - start))
    at = end
  }
  const text = pieces.join('') + body.text.slice(at)
  return { ...body, text, links: found.map(({ link, label }) => withoutLabel(link, { label, text })) }
}

/** The link with its own words alone, so that it stays within a cell or line whose words end there. */
function withoutLabel(link: Link, { label, text }: { label: Stretch | undefined; text: string }): Link {
  if (!label || label[0] <= link.start || label[1] > link.end) return link
  return { ...link, end: Math.max(link.start, endOfWords(text, label[0])) }
}

type Link = VisibleBody['links'][number]
type Stretch = readonly [start: number, end: number]

/** At the end of the link's words, which in plain text are in front of its address, or behind it. */
function findLabel(text: string, { href, start, end }: Link): Stretch | undefined {
  for (const label of labelsOf(href)) {
    for (const place of [end, start]) {
      const last = endOfWords(text, place)
      if (last - label.length >= 0 && isAt(text, last - label.length, label)) return [last - label.length, last]
    }
    const first = text.charAt(end) === ' ' ? end + 1 : end
    if (isAt(text, first, label)) return [first, first + label.length]
  }
  return undefined
}

/** Whether a text has these words, in lower case, at a place. */
export function isAt(text: string, place: number, label: string): boolean {
  return text.slice(place, place + label.length).toLowerCase() === label
}

function endOfWords(text: string, place: number): number {
  let end = place
  while (end > 0 && place - end < mostSpaces && /\s/.test(text.charAt(end - 1))) end--
  return end
}

/** A line end and the indentation of the next line. */
const mostSpaces = 20

/** How the hosts are written that a rewritten link leads to, one for each gateway; none for any other link. */
export function labelsOf(href: string): readonly string[] {
  const labels: string[] = []
  let url = unwrapOnce(href.trim())
  for (let depth = 0; url !== undefined && depth < mostGateways; depth++) {
    const host = parseWebAddress(url)?.hostname
    if (host !== undefined) labels.push(`[${host}]`, `[${host.replaceAll('.', '[.]')}]`)
    url = unwrapOnce(url)
  }
  return labels
}

const mostGateways = 4
