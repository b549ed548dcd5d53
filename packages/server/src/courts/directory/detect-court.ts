import type { CourtEvidence, Found } from '@courtcrier/contract/notice.ts'
import type { Message } from '../message/message.ts'
import { type Body, readBody } from '../text/body.ts'
import { findAddresses } from '../text/email-addresses.ts'
import { squeeze } from '../text/found.ts'
import { findOpaqueLink, unwrapLink } from '../text/link.ts'
import { parseWebAddress } from '../text/link-gateways.ts'
import { findNoticeStart, type NoticeStart } from '../text/notice-start.ts'
import { findUntitledTop } from '../text/untitled-notice.ts'
import type { Court } from './court.ts'
import { type HeadingKind, readHeadingLine } from './court-headings.ts'
import { findCourtByHost, findCourtBySenderDomain } from './directory.ts'

/** The court a message is from, and all evidence for it and for others, most likely court first. */
export interface CourtDetection {
  found?: Found<string>
  evidence: readonly CourtEvidence[]
}

/**
 * Detects the court that sent a message. Links outweigh everything else, because forwards preserve them and no one
 * gains by sending a notice with another court's links. Next are the sender, the Message-ID, addresses in a forward's
 * header block, and finally the court's name in the heading. What people wrote above a notice says nothing about it. If
 * the notice's heading or header block names another court than its links, or nothing shows which links are its own
 * and they lead to several courts, none is found, and a person chooses.
 */
export function detectCourt(message: Message): CourtDetection {
  const body = readBody(message)
  const start = findNoticeStart(body)
  const links = linkClues(body, start)
  const headers = headerClues(message)
  // The text of a court's own message could only confirm what a link says.
  const isSenders = leadToSender(links, headers)
  const texts = isSenders ? [] : start.headings.flatMap((from) => textClues(body, from))
  const isUnclear = !isSenders && start.own === undefined && areMixed(body, { links, start })
  const isContradicted = isUnclear || contradicts(links, texts)
  const clues = [...links, ...headers, ...(links.length === 0 || isContradicted ? texts : [])]
  const evidence = rank(clues).flatMap((candidate) => candidate.evidence)
  if (isContradicted) return { evidence }
  const top = topOfUntitled(body, start)
  const own = clues.filter(({ span }) => span === undefined || span[0] >= top)
  return { found: rank(own)[0]?.found, evidence }
}

/** Where a notice begins that has no title and isn't quoted: what is above is shown as evidence, and isn't believed. */
function topOfUntitled(body: Body, { own, isQuoted }: NoticeStart): number {
  return own === undefined && !isQuoted ? (findUntitledTop(body) ?? 0) : 0
}

/** The courts of the clues, most likely first. */
function rank(clues: readonly Clue[]): readonly Candidate[] {
  const candidates = new Map<string, Candidate>()
  for (const clue of clues) addClue(candidates, clue)
  return [...candidates.values()].sort((a, b) => b.weight - a.weight)
}

/** Whether the links lead to the court from whose address the message was sent. */
function leadToSender([link]: readonly Clue[], headers: readonly Clue[]): boolean {
  return headers.some(({ by, court }) => by === 'sender' && court !== undefined && court.id === link?.court?.id)
}

/** Whether the text names courts, and none of them is the one whose documents are linked. */
function contradicts(links: readonly Clue[], texts: readonly Clue[]): boolean {
  const linked = links[0]?.court?.id
  const named = texts.flatMap(({ court }) => court?.id ?? [])
  return linked !== undefined && named.length > 0 && !named.includes(linked)
}

/** Whether the links may be someone's note: they lead to several courts, or none is in the innermost quote. */
function areMixed(body: Body, { links, start }: { links: readonly Clue[]; start: NoticeStart }): boolean {
  if (links.some(({ court }) => court?.id !== links[0]?.court?.id)) return true
  const innermost = start.headings.at(-1) ?? 0
  return links.length > 0 && start.headings.length > 1 && linksFrom(body, innermost).length === 0
}

interface Clue {
  court: Court | undefined
  weight: number
  by: CourtEvidence['by']
  from: Found<string>['from']
  span?: Found<string>['span']
}

interface Candidate {
  weight: number
  found: Found<string>
  evidence: CourtEvidence[]
}

const weights = { firstLink: 100, otherLink: 1, sender: 40, messageId: 20, forwardedSender: 20, heading: 10 }

function addClue(candidates: Map<string, Candidate>, { court, weight, by, from, span }: Clue): void {
  if (!court) return
  const evidence = { courtId: court.id, by, weight, ...(span && { span }) }
  const known = candidates.get(court.id)
  if (!known) {
    const found = { value: court.id, from, ...(span && { span }) }
    candidates.set(court.id, { weight, found, evidence: [evidence] })
    return
  }
  known.weight += weight
  // A dozen links to one court count as evidence once.
  if (!known.evidence.some((entry) => entry.by === by)) known.evidence.push(evidence)
}

/** A spread entry has dozens of links to one court; further ones add nothing. */
const mostLinks = 50

/** The notice's own links; if it has none below its top, those from its heading on. */
function linkClues(body: Body, { headings, own }: NoticeStart): Clue[] {
  const within = own === undefined ? [] : linksFrom(body, own)
  return within.length > 0 ? within : linksFrom(body, headings[0] ?? 0)
}

function linksFrom(body: Body, from: number): Clue[] {
  const clues: Clue[] = []
  for (const link of body.links) {
    if (clues.length >= mostLinks) break
    if (link.start < from) continue
    const court = courtOfLink(link.href)
    if (!court) continue
    const weight = clues.length === 0 ? weights.firstLink : weights.otherLink
    clues.push({ court, weight, by: 'link', from: 'body', span: [link.start, link.end] })
  }
  return clues
}

function courtOfLink(href: string): Court | undefined {
  const host = parseWebAddress(unwrapLink(href))?.hostname
  // A gateway's hint at the host proves nothing, but it is where the sender's link led.
  const served = (host && findCourtByHost(host)) || findCourtByHost(findOpaqueLink(href)?.host ?? '')
  return served || undefined
}

function headerClues(message: Message): Clue[] {
  const domains = [message.from, message.sender].map((mailbox) => domainOf(mailbox?.address))
  return [
    ...domains.map((domain) => ({
      court: findCourtBySenderDomain(domain),
      weight: weights.sender,
      by: 'sender' as const,
      from: 'header' as const,
    })),
    {
      court: findCourtBySenderDomain(domainOf(message.messageId)),
      weight: weights.messageId,
      by: 'message-id',
      from: 'header',
    },
  ]
}

function domainOf(address: string | undefined): string {
  return address?.slice(address.lastIndexOf('@') + 1).split('>', 1)[0] ?? ''
}

/** A notice's heading and header block come first, so nothing further down is searched. */
const headingLines = 80
const longestLine = 400

function textClues(body: Body, from: number): Clue[] {
  const clues: Clue[] = []
  let kind: HeadingKind | undefined
  for (const line of body.lines.filter(({ start }) => start >= from).slice(0, headingLines)) {
    if (line.end - line.start > longestLine) continue
    const text = body.text.slice(line.start, line.end)
    for (const { address, start, end } of findAddresses(text)) {
      const span = [line.start + start, line.start + end] as const
      clues.push({
        court: findCourtBySenderDomain(domainOf(address)),
        weight: weights.forwardedSender,
        by: 'sender',
        from: 'body',
        span,
      })
    }
    const heading = readHeadingLine(squeeze(text), kind)
    kind = heading?.kind ?? kind
    clues.push({
      court: heading?.court,
      weight: weights.heading,
      by: 'text',
      from: 'body',
      span: [line.start, line.end],
    })
    if (/the following transaction/i.test(text)) break
  }
  return clues
}
