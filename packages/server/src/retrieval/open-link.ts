import type { NoticeLink } from '@courtcrier/contract/notice.ts'
import { StorageError } from '@courtcrier/lib/storage-error.ts'
import { isCourtDocument } from '../courts/document-address.ts'
import type { MenuRow } from './attachment-menu.ts'
import type { CourtHttp, GetResult } from './court-http.ts'
import { whyNotOpened } from './document-url.ts'
import {
  isCut,
  isServerError,
  ledToOutage,
  readExchange,
  readTwiceCut,
  sinceOnlyStart,
  wasCut,
} from './earlier-answers.ts'
import { type ExchangeWriter, type FetchJournal, type JournalEntry, journalKey } from './fetch-journal.ts'
import type { Exchange } from './journal-format.ts'
import { type AnswerKind, type NegativeVerdict, readAnswer } from './read-answer.ts'

/** The result of opening a link. */
export type OpenedLink =
  | { verdict: 'fetched'; body: Uint8Array; sentence: string }
  | { verdict: 'menu'; rows: readonly MenuRow[]; sentence: string }
  | { verdict: NegativeVerdict; sentence: string; body?: Uint8Array }
  /** The court gave no token, so there is nothing to open. */
  | { verdict: 'none'; sentence: string }
  /** Try again later; as far as can be known, the link is unused. */
  | { verdict: 'retry'; sentence: string }

export interface LinkDeps {
  http: CourtHttp
  journal: FetchJournal
  isAllowedHost: (host: string) => boolean
  /** Whether an unclear answer is asked for again later; otherwise it is final. */
  awaitsClearAnswer?: boolean
  now: () => Date
  log: RetrievalLog
  /** Called for every request sent to a court, for metrics. */
  onRequest?: (request: CountedRequest) => void
}

export interface RetrievalLog {
  info: (details: Record<string, unknown>, message: string) => void
  warn: (details: Record<string, unknown>, message: string) => void
}

export interface CountedRequest {
  host: string
  /** `next` is a page that leads to the document. */
  verdict: OpenedLink['verdict'] | 'next'
  milliseconds: number
}

/**
 * Opens one address of a link and follows it to a document, a menu or a reason. Answers from earlier runs are read from
 * the journal instead of being requested again.
 */
export async function openLink(link: NoticeLink, url: string, deps: LinkDeps): Promise<OpenedLink> {
  const unopened = whyNotOpened(link)
  if (unopened) return unopened
  if (!deps.isAllowedHost(link.host)) {
    return {
      verdict: 'refused',
      sentence: `${link.host} isn't a court's address that Courtcrier knows, so it was not opened. If it is one, open the link yourself.`,
    }
  }
  if (isCourtDocument(link.url) === false) {
    return {
      verdict: 'refused',
      sentence: `${link.host} has its documents at other addresses, so the link was not opened. Opening it could do something else: look at it yourself.`,
    }
  }
  try {
    const opened = await deps.journal.withClaim(journalKey(link), (entry) => follow({ link, entry, deps }, url))
    return opened === 'busy' ? { verdict: 'retry', sentence: 'Another process is opening this link.' } : opened
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    deps.log.warn({ error, host: link.host }, 'link left unopened')
    return { verdict: 'retry', sentence: `The link waits until there is room for its document: ${error.message}` }
  }
}

interface Opening {
  link: NoticeLink
  entry: JournalEntry
  deps: LinkDeps
  /** Answers from earlier runs no longer count. */
  isAnew?: boolean
}

/** A menu or a frame is one step, and a script that sets the location is another; more than that is a loop. */
const maxSteps = 4

type LastReading = Exclude<AnswerKind, { kind: 'next' }>

/** Follows pages to the end, once more from the start if what an earlier run reached is of no use by now. */
async function follow(opening: Opening, start: string): Promise<OpenedLink> {
  const since = sinceOnlyStart(opening.entry.exchanges(), start)
  const anew = async () => toOpened(await walk({ ...opening, isAnew: true }, start), opening.deps)
  // A court that is overloaded (503) is left alone for a while, so the next request must be the one for the start.
  if (since && since.filter(isServerError).length > 1) return anew()
  const reading = await walk(opening, start)
  return since && isStale(reading) ? anew() : toOpened(reading, opening.deps)
}

/**
 * Whether a page's document is gone: courts keep the files behind their frames for only minutes, and some answer with a
 * server error from then on.
 */
function isStale(reading: LastReading): boolean {
  if (reading.kind === 'verdict') return goneVerdicts.has(reading.verdict)
  return reading.kind === 'unclear' || (reading.kind === 'retry' && reading.because !== undefined)
}

const goneVerdicts = new Set<NegativeVerdict>(['spent', 'login', 'unavailable', 'broken'])

async function walk(opening: Opening, start: string): Promise<LastReading> {
  let url = start
  for (let step = 0; step < maxSteps; step++) {
    const reading = await ask(opening, url)
    if (reading.kind !== 'next') return reading
    url = reading.url
  }
  const sentence = "The court's pages lead from one to the next and never to the document."
  return { kind: 'verdict', verdict: 'broken', sentence }
}

/** Reads an earlier answer from the journal, or requests the address. */
async function ask(opening: Opening, url: string): Promise<AnswerKind> {
  const exchanges = opening.entry.exchanges()
  const earlier = exchanges.filter((exchange) => exchange.url === url)
  const counted = earlier.filter((exchange) => !ledToOutage(exchange, exchanges))
  const known = counted.map(readExchange).findLast((reading) => reading !== undefined)
  const final = opening.isAnew ? undefined : (known ?? readTwiceCut(counted))
  return explain(final ?? (await request(opening, url)), earlier)
}

async function request({ link, entry, deps }: Opening, url: string): Promise<AnswerKind> {
  const startedAt = deps.now().getTime()
  let writer: ExchangeWriter | undefined
  const begin = () => {
    writer = entry.begin(url)
    return writer
  }
  const result = await deps.http.get(url, begin, deps.isAllowedHost)
  // Nothing was sent to the court, so the link is unused and there is nothing to count.
  if (!writer) return readResult(result, entry, url)
  writer.end({ isComplete: result.outcome === 'answered', reason: result.sentence })
  const reading = readResult(result, entry, url)
  const { host } = new URL(url)
  const milliseconds = deps.now().getTime() - startedAt
  const verdict = countedAs(reading, deps)
  deps.onRequest?.({ host, verdict, milliseconds })
  // Neither the address nor the token is logged: anyone reading the log could use up the link.
  deps.log.info({ host, document: link.courtDocumentId, verdict, milliseconds }, 'document requested from court')
  return reading
}

function readResult({ outcome, sentence }: GetResult, entry: JournalEntry, url: string): AnswerKind {
  if (outcome === 'refused') return { kind: 'verdict', verdict: 'refused', sentence }
  if (outcome === 'unanswered' || outcome === 'postponed') return { kind: 'retry', sentence }
  const exchanges = entry.exchanges().filter((exchange) => exchange.url === url)
  const last = exchanges.at(-1)
  if (!last?.answer) throw new Error("The journal doesn't hold the answer that was just written to it.")
  const reading = readAnswer(last.answer)
  if (outcome === 'answered' && !isCut(reading)) return reading
  // Try once more later, because some courts count a link as used only when the whole document has been sent. But only
  // once.
  const isFirst = exchanges.filter(wasCut).length < 2
  const said = sentence === '' && reading.kind === 'verdict' ? reading.sentence : sentence
  return readExchange(last) ?? (isFirst ? { kind: 'retry', sentence: said } : reading)
}

/** After an interrupted request, a login page means that the court counted it as the one use. */
function explain(reading: AnswerKind, earlier: readonly Exchange[]): AnswerKind {
  const wasInterrupted = earlier.some((exchange) => exchange.state !== 'complete' || wasCut(exchange))
  if (!wasInterrupted || reading.kind !== 'verdict') return reading
  if (reading.verdict !== 'login' && reading.verdict !== 'spent') return reading
  return {
    ...reading,
    verdict: 'spent',
    sentence: 'The free look was used up by a response that was cut off.',
  }
}

function toOpened(reading: LastReading, { awaitsClearAnswer = false }: LinkDeps): OpenedLink {
  if (reading.kind === 'document')
    return { verdict: 'fetched', body: reading.body, sentence: 'Retrieved from the court.' }
  if (reading.kind === 'menu')
    return { verdict: 'menu', rows: reading.rows, sentence: 'The court lists several documents.' }
  if (reading.kind === 'retry') return { verdict: 'retry', sentence: reading.sentence }
  if (reading.kind === 'unclear' && awaitsClearAnswer) return { verdict: 'retry', sentence: unclearSentence }
  const { verdict, sentence } = reading
  return { verdict, sentence, ...('body' in reading && reading.body && { body: reading.body }) }
}

const unclearSentence =
  "The court's answer doesn't say whether there is a document. Its system may be down, so Courtcrier tries again."

function countedAs(reading: AnswerKind, deps: LinkDeps): CountedRequest['verdict'] {
  return reading.kind === 'next' ? 'next' : toOpened(reading, deps).verdict
}
