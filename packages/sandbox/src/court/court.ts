import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { makeDocument } from '../documents/make-document.ts'
import type { Filing } from '../filings/filing.ts'
import type { FilingStore } from '../filings/filing-store.ts'
import { allCourts } from '../world/courts.ts'
import type { Court } from '../world/make-court.ts'
import type { World } from '../world/world.ts'
import type { Faults } from './faults.ts'
import { findTarget, type Target } from './find-target.ts'
import { handOver } from './handover.ts'
import type { LateStamps } from './late-stamps.ts'
import type { Ledger, SpendOn } from './ledger.ts'
import { menuPage } from './menu-page.ts'
import { courtTitle, page } from './page.ts'
import { errorPage, loginPage, refusalPage } from './refusal-pages.ts'
import { type DocumentRequest, readDocumentRequest } from './request.ts'

export interface CourtDeps {
  world: World
  filings: FilingStore
  ledger: Ledger
  faults: Faults
  lateStamps: LateStamps
  spendOn: SpendOn
  /** Pause between the chunks of a slow response. */
  slowPauseMs: number
}

/** The website of all courts: responds to requests to a court's host. */
export interface CourtSite {
  answer(court: Court, request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** Returns the court with this host, or one of those that share it; undefined when the request is for the sandbox itself. */
export function findCourtByHost(hostHeader: string | undefined): Court | undefined {
  const host = hostHeader?.toLowerCase().replace(/:\d+$/, '')
  return allCourts.find((court) => court.host === host)
}

export function makeCourtSite(deps: CourtDeps): CourtSite {
  const temporary = new Map<string, Target>()
  return {
    answer: async (court, request, response) => {
      const file = temporaryFile(request.url)
      if (file !== undefined) return answerTemporary({ deps, court, request, response, target: temporary.get(file) })
      const asked = await readDocumentRequest(request)
      if (asked === undefined) return sendPage(response, 404, refusalPage(court, 'notAvailable'))
      const found = findTarget(deps.filings, court, asked)
      if (found === undefined) return sendPage(response, 200, loginPage())
      await answerDocument({ deps, court, request, response, asked, temporary, target: found })
    },
  }
}

interface Answer {
  deps: CourtDeps
  court: Court
  request: IncomingMessage
  response: ServerResponse
  target: Target
}

interface DocumentAnswer extends Answer {
  asked: DocumentRequest
  temporary: Map<string, Target>
}

async function answerDocument(answer: DocumentAnswer): Promise<void> {
  const { deps, court, response, asked, target } = answer
  const { behaviour } = target.filing
  deps.ledger.noteRequest(target.key)
  if (behaviour.refusal === 'away') return sendAway(response)
  if (behaviour.refusal !== undefined) return sendPage(response, 200, refusalPage(court, behaviour.refusal))
  if (isExpired(target.filing)) return sendPage(response, 200, loginPage())
  if (deps.faults.isSpentBefore(target.filing.number, target.notice.token)) return sendPage(response, 200, loginPage())
  if (behaviour.needsSequence && (!asked.caseId || !asked.sequence))
    return sendPage(response, 200, refusalPage(court, 'notAvailable'))
  if (wantsMenu(asked, target)) return sendPage(response, 200, menuFor(answer))
  if (behaviour.sealed.includes(target.document.index)) return sendPage(response, 200, refusalPage(court, 'sealed'))
  if (deps.lateStamps.isFor(court.kind === 'state')) return answerLate(answer)
  if (deps.ledger.isSpent(target.key)) return sendPage(response, 200, loginPage())
  if (behaviour.confirmsFreeLook && asked.isDirect && !asked.isConfirmed)
    return sendPage(response, 200, confirmation(answer))
  await answerInItsWay(answer)
}

/** The link isn't used up: the stamped document follows at the same address. */
async function answerLate({ deps, request, target }: Answer): Promise<void> {
  await handOver(request.socket, { body: deps.lateStamps.look(target), contentType: 'application/pdf' })
}

async function answerInItsWay(answer: DocumentAnswer): Promise<void> {
  const { deps, court, response, target } = answer
  const { way } = target.filing.behaviour
  if (way === 'direct') return answerPdf(answer)
  if (way === 'in-page')
    return sendPage(response, 200, inPage(court, makeDocument(deps.world, target.filing, target.document)))
  const address = temporaryAddress(answer)
  if (address === undefined) return sendPage(response, 200, loginPage())
  sendPage(response, 200, way === 'frame' ? framePage(court, address) : redirectPage(court, address))
}

function isExpired({ behaviour, enteredAt }: Filing): boolean {
  const { expiresAfterDays: days } = behaviour
  return days !== undefined && Date.now() - Date.parse(enteredAt) > days * 86_400_000
}

function wantsMenu(asked: DocumentRequest, { filing, document }: Target): boolean {
  return !asked.isDirect && document.index === 0 && filing.documents.length > 1
}

/**
 * Returns the menu page, which stays open until the last document was served, so that an interrupted fetch can
 * continue.
 */
function menuFor({ deps, target }: Answer): string {
  const { filing, notice } = target
  const keys = filing.documents.map((document) => ({ ...target.key, courtDocumentId: document.courtDocumentId }))
  if (keys.every((key) => deps.ledger.isSpent(key))) return loginPage()
  const sizes = filing.documents.map((document) => makeDocument(deps.world, filing, document).length)
  return menuPage({ filing, notice, sizes })
}

function confirmation({ court, asked, target }: DocumentAnswer): string {
  return freeLookPage(court, {
    path: `/doc1/${asked.courtDocumentId}`,
    fields: [
      ['caseid', target.filing.courtCaseId],
      ['de_seq_num', target.filing.sequence],
      ['magic_num', target.notice.token],
    ],
  })
}

/**
 * Returns an address that works until the document was served; if the request uses up the link, only the first one
 * works.
 */
function temporaryAddress({ deps, target, temporary }: DocumentAnswer): string | undefined {
  const file = createHash('sha256')
    .update(`${target.key.courtDocumentId}/${target.notice.token}`)
    .digest('hex')
    .slice(0, 16)
  if (deps.spendOn === 'request' && temporary.has(file)) return undefined
  temporary.set(file, target)
  return `/cgi-bin/show_temp.pl?file=${file}.pdf&type=application/pdf`
}

function temporaryFile(url: string | undefined): string | undefined {
  return /^\/cgi-bin\/show_temp\.pl\?file=([0-9a-f]{16})\.pdf/.exec(url ?? '')?.[1]
}

async function answerTemporary(answer: Omit<Answer, 'target'> & { target: Target | undefined }): Promise<void> {
  const { target } = answer
  if (target === undefined) return sendPage(answer.response, 200, loginPage())
  answer.deps.ledger.noteRequest(target.key)
  await answerPdf({ ...answer, target })
}

async function answerPdf({ deps, request, response, target }: Answer): Promise<void> {
  if (!deps.ledger.take(target.key)) return sendPage(response, 200, loginPage())
  const fault = deps.faults.next(target.key, target.filing.behaviour.fault)
  if (fault === 'serverError' || fault === 'busy') {
    deps.ledger.settle(target.key, 'refused')
    return fault === 'busy' ? sendBusy(response) : sendPage(response, 500, errorPage())
  }
  const body = makeDocument(deps.world, target.filing, target.document)
  const isDelivered = await handOver(request.socket, {
    body,
    contentType: 'application/pdf',
    isCutOff: fault === 'cutOff',
    pauseMs: fault === 'slow' ? deps.slowPauseMs : 0,
  })
  const sha256 = createHash('sha256').update(body).digest('hex')
  deps.ledger.settle(target.key, isDelivered ? { bytes: body.length, sha256 } : 'broken')
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html', server: 'Apache', 'cache-control': 'no-store' })
  response.end(html)
}

function sendBusy(response: ServerResponse): void {
  response.writeHead(503, { 'content-type': 'text/html', server: 'Apache', 'retry-after': '1' })
  response.end('<html><body><h1>Service Temporarily Unavailable</h1></body></html>\n')
}

/** Redirects to a host that isn't a court's: following it reveals the address with its token. */
function sendAway(response: ServerResponse): void {
  response.writeHead(302, { location: 'https://documents.elsewhere.example/view.pdf', server: 'Apache' })
  response.end()
}

/** Returns the frame page of some courts: the PDF is in the frame, under a temporary address. */
function framePage(court: Court, temporaryUrl: string): string {
  return page(courtTitle(court), [`<iframe src="${temporaryUrl}" width="100%" height="100%" frameborder="0"></iframe>`])
}

/** Returns the same detour as a script that only sets the location. */
function redirectPage(court: Court, temporaryUrl: string): string {
  return page(courtTitle(court), [`<script language="JavaScript">window.location="${temporaryUrl}";</script>`])
}

/** Returns a page into which the court's server printed the PDF, damaging it beyond use. */
function inPage(court: Court, pdf: Buffer): string {
  return page(courtTitle(court), ['<p>', pdf.toString('latin1'), '</p>'])
}

/** Returns the page for a link without `use_magic=1`. Submitting its form is free and shows the document. */
function freeLookPage(court: Court, input: { path: string; fields: readonly (readonly [string, string])[] }): string {
  const fields = [...input.fields, ['use_magic', '1'] as const]
  return page(courtTitle(court), [
    '<p><b>Free Look</b></p><p>This is your one free look at this document. You will not be billed.</p>',
    `<form action="${input.path}" method="post">`,
    ...fields.map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`),
    '<input type="submit" value="View Document"></form>',
  ])
}
