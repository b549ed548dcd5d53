import { announcedLength, type CourtAnswer } from './court-answer.ts'

/** One request to a court and its outcome, as recorded in the journal. */
export interface Exchange {
  url: string
  /**
   * - complete: the court's whole answer was received.
   * - cut: the court had begun to answer when the connection or this program ended.
   * - unanswered: the request may have been sent, and nothing was received.
   */
  state: 'complete' | 'cut' | 'unanswered'
  /** Absent if there was no answer. */
  answer?: CourtAnswer
}

/**
 * Record types of a journal. A record consists of its type (1 byte), the length of its content (4 bytes), and the
 * content.
 */
export const marks = { asked: 0x41, head: 0x48, data: 0x44, end: 0x45 } as const

export function recordHeader(mark: number, length: number): Buffer {
  const header = Buffer.alloc(5)
  header.writeUInt8(mark, 0)
  header.writeUInt32BE(length, 1)
  return header
}

/** Reads a journal. A last record torn when the program ended counts as far as it goes. */
export function readExchanges(file: Buffer): Exchange[] {
  const open: OpenExchange[] = []
  for (const record of records(file)) {
    if (record.mark === marks.asked) {
      const asked = parse(record)
      if (typeof asked.url === 'string') open.push({ url: asked.url, chunks: [] })
    }
    const exchange = open.at(-1)
    if (!exchange) continue
    if (record.mark === marks.head) exchange.head = readHead(parse(record))
    if (record.mark === marks.data) exchange.chunks.push(record.content)
    if (record.mark === marks.end) exchange.isComplete = parse(record).isComplete === true
  }
  return open.map(closeExchange)
}

/** Length of the journal's complete records, in bytes. */
export function wholeLength(file: Buffer): number {
  let length = 0
  for (const record of records(file)) if (!record.isTorn) length += 5 + record.content.byteLength
  return length
}

interface OpenExchange {
  url: string
  head?: { status: number; headers: Record<string, string> } | undefined
  chunks: Buffer[]
  isComplete?: boolean
}

interface JournalRecord {
  mark: number
  content: Buffer
  isTorn: boolean
}

function* records(file: Buffer): Generator<JournalRecord> {
  for (let at = 0; at + 5 <= file.byteLength; ) {
    const end = at + 5 + file.readUInt32BE(at + 1)
    yield { mark: file.readUInt8(at), content: file.subarray(at + 5, end), isTorn: end > file.byteLength }
    at = end
  }
}

/** The content of a JSON record; empty if the record is torn. */
function parse(record: JournalRecord): Record<string, unknown> {
  if (record.isTorn) return {}
  const value: unknown = JSON.parse(record.content.toString('utf8'))
  return isRecord(value) ? value : {}
}

function readHead(value: Record<string, unknown>): OpenExchange['head'] {
  const { status, headers } = value
  if (typeof status !== 'number' || !isRecord(headers)) return undefined
  const texts = Object.entries(headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return { status, headers: Object.fromEntries(texts) }
}

function closeExchange({ url, head, chunks, isComplete = false }: OpenExchange): Exchange {
  if (!head) return { url, state: 'unanswered' }
  // Most answers are a single chunk, which isn't copied.
  const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
  // The program can end after the last byte and before the end mark; then the announced length decides.
  const isWhole = isComplete || announcedLength(head.headers) === body.byteLength
  return { url, state: isWhole ? 'complete' : 'cut', answer: { url, ...head, body, isComplete: isWhole } }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
