import { counted } from '@courtcrier/lib/counted.ts'
import { readHtmlEvents } from '@courtcrier/lib/html-events.ts'
import type { Content, DocumentDefinition } from 'pdfmake'
import type { MailAddress, Message } from '../../courts/message/message.ts'
import { bodyToShow } from '../../courts/message/mime.ts'
import { noSubject } from '../preview.ts'
import { type Block, limits, type PrintedBody } from './blocks.ts'
import { type DecodedPrint, decodePrinted, type Printed } from './decode-printed.ts'
import { readHtmlBody } from './html-body.ts'
import { contentOf, defaultStyle, muted, page, rule } from './page-content.ts'
import { openParagraphs, plainLook } from './paragraphs.ts'
import { inFonts, printable } from './printable.ts'

/** Short enough to be laid out in every case. */
const longest = 40_000

const lineEnds = new Set(['br', 'p', 'div', 'tr', 'td', 'th', 'li', 'table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr'])

export interface PrintTask extends Printed {
  /** SHA-256 of the whole message. The PDF states it so that anyone can tell which message it shows. */
  sha256: string
  /** The firm's time zone, used to show times. */
  timeZone: string
  /** ISO time used as the date of a message that has none. */
  receivedAt: string
  /** Why only the text is printed, without the layout; absent if the layout is printed. */
  plainBecause?: string
}

/** Lays out a message as pages: headers, body and attachment names. The same task always produces the same pages. */
export async function pagesOf(task: PrintTask): Promise<DocumentDefinition> {
  const decoded = await decodePrinted(task)
  const message = 'message' in decoded ? decoded.message : unreadable
  const { body, remarks } = bodyOf(task, decoded)
  const subject = lineOf(message.subject) || noSubject
  return {
    version: '1.7',
    subset: 'PDF/A-2b',
    language: 'en-US',
    displayTitle: true,
    pageSize: page.size,
    pageMargins: [page.margin, page.margin, page.margin, page.margin + 12],
    info: infoOf(subject, message, task),
    defaultStyle,
    content: [
      { text: inFonts(subject), fontSize: 14, bold: true, margin: [0, 0, 0, 8] },
      headerTable(headersOf(message, task)),
      rule(page.width),
      ...remarks.map((text) => ({ text: inFonts(text), italics: true, color: muted, margin: [0, 0, 0, 8] as const })),
      ...contentOf(body.blocks, page.width),
      ...(body.isCut ? [cutRemark] : []),
    ],
    footer: (current, count) => footer(subject, `Page ${current} of ${count}`),
  }
}

/** The date is the message's own, because the time of printing would make every PDF of it a different file. */
function infoOf(subject: string, { date }: Message, { sha256, receivedAt }: PrintTask): DocumentDefinition['info'] {
  return {
    title: inMetadata(subject),
    creator: 'Courtcrier',
    producer: 'Courtcrier',
    keywords: `SHA-256 of the message: ${sha256}`,
    creationDate: new Date(date ?? receivedAt),
  }
}

const unreadable: Message = { to: [], cc: [], subject: '', headers: [], attachments: [] }

const cutRemark: Content = {
  text: 'The message is longer than what is printed here. The original message has all of it.',
  italics: true,
  color: muted,
  margin: [0, 8, 0, 0],
}

function bodyOf(task: PrintTask, decoded: DecodedPrint): { body: PrintedBody; remarks: string[] } {
  const because = task.plainBecause ? [task.plainBecause] : []
  if ('problem' in decoded) {
    const text =
      task.part || task.originalId !== undefined
        ? ''
        : new TextDecoder('latin1').decode(task.raw.subarray(0, longestUnread))
    const remarks = [...because, decoded.problem, 'It is shown as received.']
    return { body: readTextBody(text), remarks: [remarks.join(' ')] }
  }
  const { kind, source } = bodyToShow(decoded.message)
  const notes = (decoded.message.notes ?? []).map((note) => printable(note))
  return { body: readBody(kind, source, decoded.message, task), remarks: [...because, ...notes] }
}

/** For data that isn't a message: enough to show what it is. */
const longestUnread = 50_000

function readBody(kind: 'html' | 'text', source: string, { text }: Message, { plainBecause }: PrintTask): PrintedBody {
  if (plainBecause) return readPlainBody(kind, source)
  if (kind === 'text') return readTextBody(source)
  const body = readHtmlBody(source)
  return body.blocks.length === 0 && text ? readTextBody(text) : body
}

/** Plain text as is, line by line. Empty lines end paragraphs. */
function readTextBody(text: string, most: number = limits.characters): PrintedBody {
  const look = { ...plainLook, preformatted: true }
  const blocks: Block[] = []
  const paragraphs = openParagraphs(blocks)
  for (const paragraph of text
    .slice(0, most)
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)) {
    if (paragraphs.isFull()) break
    paragraphs.add(paragraph, look)
    paragraphs.end(look)
  }
  return { blocks, isCut: text.length > most || paragraphs.isFull() }
}

function headersOf(message: Message, { timeZone }: PrintTask): [name: string, value: string][] {
  const files = message.attachments.map(
    ({ fileName, mediaType, content }) => `${lineOf(fileName) || 'unnamed'} (${mediaType}, ${sizeOf(content.length)})`,
  )
  const all: [string, string][] = [
    ['From', addresses(message.from ? [message.from] : [])],
    ['To', addresses(message.to)],
    ['Cc', addresses(message.cc)],
    ['Date', message.date ? timeOf(message.date, timeZone) : 'The message does not say.'],
    ['Subject', lineOf(message.subject)],
    ['Message-ID', lineOf(message.messageId)],
    [files.length === 1 ? 'Attachment' : 'Attachments', some(files, '\n')],
  ]
  return all.filter(([, value]) => value !== '').map(([name, value]) => [name, printable(value)])
}

function addresses(list: readonly MailAddress[]): string {
  return some(
    list.map(({ name, address }) => (name ? `${lineOf(name)} <${lineOf(address)}>` : lineOf(address))),
    ', ',
  )
}

const mostListed = 100

function some(values: readonly string[], separator: string): string {
  const rest = values.length - mostListed
  return [...values.slice(0, mostListed), ...(rest > 0 ? [`and ${rest} more`] : [])].join(separator)
}

const longestLine = 1000

function lineOf(text = ''): string {
  const line = printable(
    text
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 2 * longestLine),
  )
  return line.length > longestLine ? `${line.slice(0, longestLine)}…` : line
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

function timeOf(isoTime: string, timeZone: string): string {
  return new Date(isoTime).toLocaleString('en-US', { dateStyle: 'full', timeStyle: 'long', timeZone })
}

function headerTable(headers: readonly (readonly [string, string])[]): Content {
  const nameWidth = 66
  return {
    table: {
      widths: [nameWidth, page.width - nameWidth - 8],
      body: headers.map(([name, value]) => [{ text: name, color: muted }, { text: inFonts(value) }]),
    },
    layout: 'mailHeaders',
    margin: [0, 0, 0, 4],
  }
}

function footer(subject: string, pages: string): Content {
  const short = subject.length > 90 ? `${subject.slice(0, 89)}…` : subject
  return {
    columns: [
      { text: inFonts(short), width: '*', color: muted, fontSize: 8 },
      { text: pages, width: 80, alignment: 'right', color: muted, fontSize: 8 },
    ],
    margin: [page.margin, 18, page.margin, 0],
  }
}

/** pdfkit writes this into XML unescaped, so markup characters are replaced. */
function inMetadata(text: string): string {
  return text.replaceAll('&', 'and').replaceAll('<', '(').replaceAll('>', ')')
}

/** Only the text, for a message whose layout couldn't be made. */
function readPlainBody(kind: 'html' | 'text', source: string): PrintedBody {
  return readTextBody(kind === 'html' ? textOf(source.slice(0, 1_000_000)) : source, longest)
}

function textOf(html: string): string {
  const pieces: string[] = []
  let isUnread = false
  readHtmlEvents(html, {
    open(name) {
      isUnread ||= name === 'script' || name === 'style'
      if (lineEnds.has(name)) pieces.push('\n')
    },
    close(name) {
      if (name === 'script' || name === 'style') isUnread = false
    },
    text(text) {
      if (!isUnread) pieces.push(text.replace(/\s+/g, ' '))
    },
  })
  return pieces
    .join('')
    .replace(/(?<! ) *\n[ \n]*/g, '\n')
    .trim()
}
