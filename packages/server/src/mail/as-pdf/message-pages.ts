import type { Content, DocumentDefinition } from 'pdfmake'
import type { MailAddress, Message } from '../message.ts'
import { bodyToShow, decodeMessage } from '../mime.ts'
import type { Body } from './blocks.ts'
import { readHtmlBody } from './html-body.ts'
import { contentOf, defaultStyle, muted, page, rule } from './page-content.ts'
import { readPlainBody } from './plain-body.ts'
import { inFonts, printable } from './printable.ts'
import { readTextBody } from './text-body.ts'

/** What is to be printed. */
export interface PrintTask {
  raw: Uint8Array
  /** SHA-256 of the whole message; the PDF names it, so that anyone can tell which message it shows. */
  sha256: string
  /** Of the firm; times are shown in it. */
  timeZone: string
  /** Stands for the date of a message that has none. ISO. */
  receivedAt: string
  /** Why only the text is printed, and not the layout; absent when all is. */
  plainBecause?: string
}

/** The message as pages: its headers, what it says, its attachments by name. The same for the same task, always. */
export async function pagesOf(task: PrintTask): Promise<DocumentDefinition> {
  const decoded = await decodeMessage(task.raw)
  const message = 'message' in decoded ? decoded.message : unreadable
  const { body, remarks } = bodyOf(task, decoded)
  const subject = lineOf(message.subject) || '(no subject)'
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

/** The date is the message's own, since a time of printing would make every PDF of it another file. */
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
  text: 'The message goes on; it is longer than what is printed. The message itself has all of it.',
  italics: true,
  color: muted,
  margin: [0, 8, 0, 0],
}

type Decoded = Awaited<ReturnType<typeof decodeMessage>>

function bodyOf(task: PrintTask, decoded: Decoded): { body: Body; remarks: string[] } {
  const because = task.plainBecause ? [task.plainBecause] : []
  if ('problem' in decoded) {
    const text = new TextDecoder('latin1').decode(task.raw.subarray(0, longestUnread))
    const remarks = [...because, decoded.problem, 'It is shown as it came.']
    return { body: readTextBody(text), remarks: [remarks.join(' ')] }
  }
  const { kind, source } = bodyToShow(decoded.message)
  const notes = (decoded.message.notes ?? []).map((note) => printable(note))
  return { body: readBody(kind, source, decoded.message, task), remarks: [...because, ...notes] }
}

/** Of a message that is none: enough to see what it is. */
const longestUnread = 50_000

function readBody(kind: 'html' | 'text', source: string, { text }: Message, { plainBecause }: PrintTask): Body {
  if (plainBecause) return readPlainBody(kind, source)
  if (kind === 'text') return readTextBody(source)
  const body = readHtmlBody(source)
  return body.blocks.length === 0 && text ? readTextBody(text) : body
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
  if (bytes < 1000) return `${bytes} bytes`
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

/** pdfkit writes it into XML as it is, so what is markup there is written otherwise. */
function inMetadata(text: string): string {
  return text.replaceAll('&', 'and').replaceAll('<', '(').replaceAll('>', ')')
}
