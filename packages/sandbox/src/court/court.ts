import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { makeDocument } from '../documents/make-document.ts'
import type { Filing, FilingDocument, FilingNotice } from '../filings/filing.ts'
import type { FilingStore } from '../filings/filing-store.ts'
import { type Court, courts } from '../world/courts.ts'
import type { World } from '../world/world.ts'
import type { Faults } from './faults.ts'
import { handOver } from './handover.ts'
import type { Ledger, LinkKey, SpendOn } from './ledger.ts'
import { errorPage, framePage, freeLookPage, loginPage, menuPage, sealedPage, unavailablePage } from './pages.ts'
import { type DocumentRequest, readDocumentRequest } from './request.ts'

export interface CourtDeps {
  world: World
  filings: FilingStore
  ledger: Ledger
  faults: Faults
  spendOn: SpendOn
  /** Pause between the pieces of a slow answer. */
  slowPauseMs: number
}

/** The web site of all courts: answers one request that came to a court's host. */
export interface CourtSite {
  answer(court: Court, request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** The court whose host this is, or undefined when the request is for the sandbox itself. */
export function findCourtByHost(hostHeader: string | undefined): Court | undefined {
  const host = hostHeader?.toLowerCase().replace(/:\d+$/, '')
  return courts.find((court) => court.host === host)
}

export function makeCourtSite(deps: CourtDeps): CourtSite {
  const temporary = new Map<string, Target>()
  return {
    answer: async (court, request, response) => {
      const file = temporaryFile(request.url)
      if (file !== undefined) return answerTemporary({ deps, court, request, response, target: temporary.get(file) })
      const asked = await readDocumentRequest(request)
      if (asked === undefined) return sendPage(response, 404, unavailablePage(court))
      const found = findTarget(deps, court, asked)
      if (found === undefined) return sendPage(response, 200, loginPage())
      await answerDocument({ deps, court, request, response, asked, temporary, target: found })
    },
  }
}

/** A document somebody may ask for with a valid token. */
interface Target {
  filing: Filing
  notice: FilingNotice
  document: FilingDocument
  key: LinkKey
}

interface Answer {
  deps: CourtDeps
  court: Court
  request: IncomingMessage
  response: ServerResponse
  target: Target
}

/** Token, case and sequence must all fit, as at the courts that check them. */
function findTarget(deps: CourtDeps, court: Court, asked: DocumentRequest): Target | undefined {
  const found = deps.filings.findByDocumentId(asked.courtDocumentId)
  if (found === undefined || found.filing.courtId !== court.id || asked.token === '') return undefined
  const { filing, index } = found
  if (asked.caseId !== undefined && asked.caseId !== filing.courtCaseId) return undefined
  if (asked.sequence !== undefined && asked.sequence !== filing.sequence) return undefined
  const notice = filing.notices.find((candidate) => candidate.token === asked.token)
  const document = filing.documents[index]
  if (notice === undefined || document === undefined) return undefined
  const key = {
    filing: filing.number,
    token: asked.token,
    courtDocumentId: document.courtDocumentId,
    documentIndex: index,
  }
  return { filing, notice, document, key }
}

interface DocumentAnswer extends Answer {
  asked: DocumentRequest
  temporary: Map<string, Target>
}

async function answerDocument(answer: DocumentAnswer): Promise<void> {
  const { deps, court, response, asked, target } = answer
  deps.ledger.noteRequest(target.key)
  if (target.filing.isSealed) return sendPage(response, 200, sealedPage(court))
  if (deps.faults.isSpentBefore(target.filing.number, target.notice.token)) return sendPage(response, 200, loginPage())
  if (wantsMenu(asked, target)) return sendPage(response, 200, menuFor(answer))
  if (deps.ledger.isSpent(target.key)) return sendPage(response, 200, loginPage())
  if (court.confirmsFreeLook && asked.isDirect && !asked.isConfirmed)
    return sendPage(response, 200, confirmation(answer))
  if (court.usesFrame) return sendPage(response, 200, frameFor(answer))
  await answerPdf(answer)
}

function wantsMenu(asked: DocumentRequest, { filing, document }: Target): boolean {
  return !asked.isDirect && document.index === 0 && filing.documents.length > 1
}

/** The menu stays open until the last document was taken, so a fetch that was interrupted can go on. */
function menuFor({ deps, target }: Answer): string {
  const { filing, notice } = target
  const keys = filing.documents.map((document) => ({ ...target.key, courtDocumentId: document.courtDocumentId }))
  if (keys.every((key) => deps.ledger.isSpent(key))) return loginPage()
  const sizes = filing.documents.map((document) => makeDocument(deps.world, filing, document).length)
  return menuPage(filing, notice, sizes)
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

/** The frame's address works until the document was taken; where asking spends the link, only the first frame is given. */
function frameFor({ deps, court, target, temporary }: DocumentAnswer): string {
  const file = createHash('sha256')
    .update(`${target.key.courtDocumentId}/${target.notice.token}`)
    .digest('hex')
    .slice(0, 16)
  if (deps.spendOn === 'request' && temporary.has(file)) return loginPage()
  temporary.set(file, target)
  return framePage(court, `/cgi-bin/show_temp.pl?file=${file}.pdf&type=application/pdf`)
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
  const fault = deps.faults.next(target.key)
  if (fault === 'serverError') {
    deps.ledger.settle(target.key, 'refused')
    return sendPage(response, 500, errorPage())
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
