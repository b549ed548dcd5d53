import type { Message } from '../../mail/message.ts'
import { type Body, readBody } from '../body.ts'
import { readEfilingNotice } from '../efiling-notice.ts'
import { readEfilingRows } from '../efiling-rows.ts'
import { findSubject } from '../efiling-subject.ts'
import { squeeze } from '../found.ts'
import { unwrapLink } from '../link.ts'
import type { CourtParser, KnownCourt, Reading } from '../parser.ts'
import { stateOfHost, stateOfSiteName, stateOfSites } from '../state-names.ts'
import { tylerLabels } from './labels.ts'
import { isTylerSubject, kindOfTitle, readTylerSubject } from './subject.ts'

/**
 * Messages of Tyler's eFile & Serve (Odyssey File & Serve) of any state: filings submitted, accepted and returned, and
 * notifications and copies of service. The layout of "Filing Accepted" is that of Illinois' messages of 2025 published
 * as tests of a public program; all other messages are read as public programs and the help pages describe them, and no
 * real one was seen (docs/notices.md).
 */
export const tylerEfile: CourtParser = { name: 'tyler-efile', score, read }

/** The service's domains; the first since 2021. */
const domains = ['tylertech.cloud', 'tylerhost.net']

function score(message: Message): number {
  const body = readBody(message)
  if (findSubject(message, body, isTylerSubject)) return isFromService(message) || hasFilingDetails(body) ? 1 : 0.6
  if (isFromService(message)) return titleOf(body) ? 0.7 : 0
  return hasFilingDetails(body) && titleOf(body) ? 0.6 : 0
}

function read(message: Message, known: KnownCourt): Reading {
  const body = readBody(message)
  const subject = findSubject(message, body, isTylerSubject)
  const kind = kindOfTitle(subject?.text ?? '') ?? kindOfTitle(titleOf(body) ?? '')
  const state = findState(message, body)
  return readEfilingNotice({
    body,
    rows: readEfilingRows(body, tylerLabels),
    ...(kind && { kind }),
    subject: readTylerSubject(subject),
    known,
    ...(state && { state }),
    isDocumentLink,
  })
}

/** `ViewDocuments.aspx` and `ViewServiceDocuments.aspx` lead to documents; everything else to help and surveys. */
function isDocumentLink(href: string): boolean {
  return /^https?:\/\/[\w.-]{1,255}\/(?:[\w-]{1,40}\/){0,3}view(?:service)?documents\.aspx\?/i.test(unwrapLink(href))
}

function findState(message: Message, body: Body): string | undefined {
  const sender = senderDomain(message)
  const own = domains.some((domain) => sender.endsWith(`.${domain}`)) ? stateOfHost(sender) : undefined
  return (
    stateOfSites(body) ??
    own ??
    stateOfLogo(message) ??
    stateOfSiteName(`${body.text.slice(0, 20_000)} ${message.from?.name ?? ''}`)
  )
}

/** Messages without a document show the state's logo from the state's own host. */
function stateOfLogo({ html = '' }: Message): string | undefined {
  const host = /<img [^>]{0,300}\bsrc="https:\/\/([\w-]{1,60})\.(?:tylertech\.cloud|tylerhost\.net)\//i.exec(
    html.slice(0, 20_000),
  )?.[1]
  return host && stateOfHost(host)
}

function senderDomain({ from }: Message): string {
  return from?.address.slice(from.address.lastIndexOf('@') + 1).toLowerCase() ?? ''
}

function isFromService(message: Message): boolean {
  const sender = senderDomain(message)
  return domains.some((domain) => sender === domain || sender.endsWith(`.${domain}`))
}

const openingLines = 60

/** The line near the top that says what kind of message this is. */
function titleOf(body: Body): string | undefined {
  for (const { start, end } of body.lines.slice(0, openingLines)) {
    const text = end - start > 100 ? '' : squeeze(body.text.slice(start, end))
    if (kindOfTitle(text) && text.length <= 60) return text
  }
  return undefined
}

function hasFilingDetails(body: Body): boolean {
  const opening = body.text.slice(0, 20_000)
  return /Filing\s+Details/i.test(opening) || /Envelope\s+(?:Number|#)/i.test(opening)
}
