import { counted } from '@courtcrier/lib/counted.ts'
import { findMenuRows, type MenuRow } from './attachment-menu.ts'
import { announcedLength, bodyText, type CourtAnswer, decodedBody } from './court-answer.ts'
import { type CourtPage, readPage } from './court-page.ts'
import { outageAddress, saysDown } from './outage-phrases.ts'
import { findPageVerdict, loginAddress, loginSentence } from './page-phrases.ts'
import { isPdf, pdfShape } from './pdf-shape.ts'

/** The classification of a court's answer to one request, which determines the next step. */
export type AnswerKind =
  | { kind: 'document'; body: Uint8Array }
  | { kind: 'menu'; rows: readonly MenuRow[] }
  /** The document or another page is at this address. */
  | { kind: 'next'; url: string }
  /**
   * No document. `body` is set if a file was received that a person may still want to see; `isCut` if it may have been
   * cut off by the end of the connection, which nothing else would show.
   */
  | { kind: 'verdict'; verdict: NegativeVerdict; sentence: string; body?: Uint8Array; isCut?: true }
  /** The court or the connection failed; the link may be unused. */
  | { kind: 'retry'; sentence: string; because?: 'error' | 'down' }
  /** Not in the court's own words, so that it may come from whatever answers while the court's system is down. */
  | Unclear

/** What an answer means if it stays like this. */
interface Unclear {
  kind: 'unclear'
  verdict: 'unavailable' | 'broken' | 'refused'
  sentence: string
}

type Verdict = Extract<AnswerKind, { kind: 'verdict' }>

export type NegativeVerdict = 'spent' | 'sealed' | 'restricted' | 'login' | 'unavailable' | 'broken' | 'refused'

/** Classifies an answer. Does no I/O and never throws. */
export function readAnswer(answer: CourtAnswer, maxBytes = defaultMaxBytes): AnswerKind {
  if (isRedirect(answer)) return readRedirect(answer)
  if (transientStatus.has(answer.status)) {
    const sentence = `The court's server answered with an error (${answer.status}).`
    return { kind: 'retry', sentence, ...(answer.status >= 500 && { because: 'error' }) }
  }
  const length = announcedLength(answer.headers)
  if (length !== undefined && answer.body.byteLength < length) return cut(answer.body, length)
  const body = decode(answer, maxBytes)
  if (!body) return broken("The court's answer can't be unpacked.", answer.body)
  return isPdf(body) && !isPage(body) ? readPdf(body, answer) : readOther(body, answer)
}

export function isRedirect({ status }: CourtAnswer): boolean {
  return status >= 300 && status < 400
}

/** Larger than any court's limit for a document (300 MB in nyed). */
const defaultMaxBytes = 512 * 1024 * 1024

/** Timeout, too early, too many requests, and server errors. */
const transientStatus = new Set([408, 425, 429, 500, 502, 503, 504, 507, 520, 521, 522, 523, 524])

function readRedirect(answer: CourtAnswer): AnswerKind {
  const target = resolve(answer.headers.location ?? '', answer.url)
  if (target === undefined) return unclear(`The court's server answered with ${answer.status} and nothing else.`)
  return redirectTo(target, answer.url)
}

/** Where a page or a status sends everyone may be where the court sends everyone while its system is down. */
function redirectTo(target: string, from: string): AnswerKind {
  const { host, pathname } = new URL(target)
  if (outageAddress.test(`${host}${pathname}`)) return down()
  if (target === from) return unclear(pageSentence)
  const led = followTo(target, from)
  return led.kind === 'verdict' && led.verdict === 'refused' ? unclear(led.sentence, 'refused') : led
}

/** Only the court's own host is opened, because the document's address would carry the token elsewhere. */
function followTo(target: string, from: string): AnswerKind {
  if (loginAddress.test(target)) return { kind: 'verdict', verdict: 'login', sentence: loginSentence }
  const { host } = new URL(target)
  if (host === new URL(from).host) return { kind: 'next', url: target }
  return { kind: 'verdict', verdict: 'refused', sentence: `The court's link leads to ${host}, which was not opened.` }
}

function readPdf(body: Uint8Array, answer: CourtAnswer): AnswerKind {
  if (pdfShape(body) === 'cut') return endsWithConnection(answer) ? { ...cut(body), isCut: true } : cut(body)
  // Without an announced length, only the end mark shows that a broken connection had delivered everything.
  if (!answer.isComplete && announcedLength(answer.headers) === undefined && !endsInMark(body)) return cut(body)
  return { kind: 'document', body }
}

/** A page with a short head can contain a PDF within the first 1,024 bytes, where readers look for its mark. */
function isPage(body: Uint8Array): boolean {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 256)).toString('latin1')
  return /^[\s\u00ef\u00bb\u00bf]*<(?:!doctype|html|head|body)\b/i.test(start)
}

function endsInMark(body: Uint8Array): boolean {
  return /%%EOF\s*$/.test(Buffer.from(body.subarray(-16)).toString('latin1'))
}

function readOther(body: Uint8Array, answer: CourtAnswer): AnswerKind {
  if (body.byteLength === 0) {
    return answer.status >= 400 ? withoutWords(answer.status) : unclear('The court sent an empty answer.', 'broken')
  }
  const name = fileKinds.find(({ magic }) => Buffer.from(body.subarray(0, 8)).includes(magic))?.name
  if (name !== undefined) return broken(`The court sent ${name} in place of a PDF.`, body)
  const text = bodyText(body, answer.headers)
  if (!answer.isComplete) return broken("The court's response was cut off.")
  if (!looksLikeHtml(text, answer)) return readPlain(text, { answer, body })
  if (/pdf:Producer|%PDF-\d/.test(text))
    return broken(
      'The court sent the PDF inside a web page, where it is damaged. Get it from the filer, and upload it.',
      body,
    )
  return readCourtPage(readPage(text), answer)
}

/** Servers in front of the court's also answer in plain text or JSON. */
function readPlain(text: string, { answer, body }: { answer: CourtAnswer; body: Uint8Array }): AnswerKind {
  const isMessage = /^(?:text\/|application\/json)/i.test(answer.headers['content-type'] ?? '')
  if (isMessage && saysDown({ title: '', text: text.slice(0, 4096) })) return down()
  return answer.status >= 400 ? withoutWords(answer.status) : broken("The court sent a file that isn't a PDF.", body)
}

function readCourtPage(page: CourtPage, answer: CourtAnswer): AnswerKind {
  const rows = findMenuRows(page)
  if (rows) return { kind: 'menu', rows }
  // A receipt page has its own frames (ctd), so only a frame that serves documents counts.
  const frame = page.frames.find((address) => /show_temp\.pl/i.test(address))
  const target = frame === undefined ? undefined : resolve(frame, answer.url)
  if (target !== undefined) return followTo(target, answer.url)
  const said = findPageVerdict(page)
  if (said) return { kind: 'verdict', ...said }
  if (saysDown(page)) return down()
  const redirect = page.redirect === undefined ? undefined : resolve(page.redirect, answer.url)
  if (redirect !== undefined) return redirectTo(redirect, answer.url)
  return answer.status >= 400 ? withoutWords(answer.status) : unclear(pageSentence)
}

const pageSentence =
  "The court sent a page without a document, and it doesn't say why. Open the link yourself to see it."

/**
 * A status without the court's words. Of CM/ECF's own pages none has one (a used link leads to the login), and during
 * outages its servers answer 404 (nyed, August 2025). Only 401 and 410 mean what they say.
 */
function withoutWords(status: number): AnswerKind {
  const sentence =
    status === 401 || status === 403
      ? `The court's server refused the request (${status}).`
      : `The court's server has no document at this address (${status}).`
  if (status !== 401 && status !== 410) return unclear(sentence)
  return { kind: 'verdict', verdict: 'unavailable', sentence }
}

function resolve(address: string, base: string): string | undefined {
  if (address === '') return undefined
  const url = URL.parse(address, base)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href.replace(/^http:/, 'https:') : undefined
}

function looksLikeHtml(text: string, answer: CourtAnswer): boolean {
  return (
    /html/i.test(answer.headers['content-type'] ?? '') ||
    /<(?:!doctype|html|head|body|table|p|script)\b/i.test(text.slice(0, 4096))
  )
}

const fileKinds = [
  { magic: 'PK\x03\x04', name: 'a ZIP file' },
  { magic: 'Rar!', name: 'a RAR archive' },
  { magic: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), name: 'an Office document' },
  { magic: Buffer.from([0x89, 0x50, 0x4e, 0x47]), name: 'an image' },
  { magic: Buffer.from([0xff, 0xd8, 0xff]), name: 'an image' },
]

function decode(answer: CourtAnswer, maxBytes: number): Uint8Array | undefined {
  try {
    return decodedBody(answer, maxBytes)
  } catch {
    // Damaged compression, or more than `maxBytes` once unpacked; both are a broken answer.
    return undefined
  }
}

/** RFC 9112, 6.3: without a length and chunks, a body ends where the connection does, for whatever reason. */
function endsWithConnection({ headers }: CourtAnswer): boolean {
  return announcedLength(headers) === undefined && headers['transfer-encoding'] === undefined
}

function cut(body: Uint8Array, length?: number): Verdict {
  const amount = length === undefined ? '' : ` after ${body.byteLength} of ${counted(length, 'byte')}`
  return broken(`The court's response was cut off${amount}.`, body)
}

function broken(sentence: string, body?: Uint8Array): Verdict {
  return { kind: 'verdict', verdict: 'broken', sentence, ...(body && body.byteLength > 0 && { body }) }
}

function unclear(sentence: string, verdict: Unclear['verdict'] = 'unavailable'): AnswerKind {
  return { kind: 'unclear', verdict, sentence }
}

function down(): AnswerKind {
  return { kind: 'retry', because: 'down', sentence: "The court's page says that its system is down." }
}
