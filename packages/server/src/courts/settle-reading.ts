import type { SendingHabit } from './directory/sending-habits.ts'
import type { Message } from './message/message.ts'
import { bodyToShow, decodeMessage } from './message/mime.ts'
import {
  hasSoftBreaks,
  looksEncoded,
  possibleReadings,
  type SignedHeaders,
  type SignedReading,
  takeSigned,
} from './message/signed-reading.ts'
import { findOthersWords, type OthersWords } from './others-words.ts'
import type { CourtParser } from './parser.ts'
import { parseNotice } from './registry.ts'
import { findNotices } from './split-notices.ts'

/** A signed message as it is read, or why it can't be read with certainty, as the middle of a sentence. */
export type SettledReading =
  | {
      reading: SignedReading
      message: Message
      /** Whether the mail as delivered shows something else. */
      isChanged: boolean
      /** What `findOthersWords` says of it. */
      othersWords: OthersWords | undefined
    }
  | { problem: string }

interface Signed {
  raw: Uint8Array
  /** The message as it was delivered. */
  delivered: Message
  signed: SignedHeaders
  habit?: SendingHabit | undefined
  formats: readonly CourtParser[]
}

/**
 * Reads what was signed: the covered headers and body, and nothing else. If the signature covers no encoding, the body
 * may be well-formed in several. The one that gives a notice counts; if two give different notices, none does, and nor
 * does one by an encoding that nothing but its words shows.
 */
export async function settleReading({ raw, delivered, signed, habit, formats }: Signed): Promise<SettledReading> {
  const possible = possibleReadings(raw, signed)
  if ('problem' in possible) return possible
  const usual = possible.filter((reading) => isUsual(reading, habit))
  const isEncoded = possible.some(({ encoding }) => encoding === 'quoted-printable') && hasSoftBreaks(raw, signed)
  if (isEncoded && !usual.some(({ encoding }) => encoding === 'quoted-printable')) return { problem: unusuallyEncoded }
  const readings: Candidate[] = []
  for (const reading of usual) {
    const decoded = await decodeMessage(takeSigned(raw, reading), true)
    if ('message' in decoded) readings.push({ reading, message: decoded.message })
  }
  const [first, ...others] = readings
  if (!first) return { problem: 'what its signature covers cannot be read as its sender writes' }
  const chosen = others.length === 0 ? first : chooseByNotice(readings, formats)
  const isDecoded = chosen?.reading.encoding === 'quoted-printable' && others.length > 0
  if (isDecoded && !looksEncoded(raw, signed)) return { problem: twoNotices }
  if (!chosen) return { problem: twoNotices }
  const othersWords = findOthersWords(chosen.message, formats)
  return { ...chosen, isChanged: showsOther(delivered, chosen.message), othersWords }
}

/** A court may begin to write differently; read as before, its own words would be something else. */
const unusuallyEncoded =
  'its signature doesn\'t cover its "content-transfer-encoding" header, and its body looks encoded, which its sender doesn\'t do'

const twoNotices =
  'its signature doesn\'t cover its "content-transfer-encoding" header, and its body says different things in different encodings'

interface Candidate {
  reading: SignedReading
  message: Message
}

function isUsual({ type, encoding }: SignedReading, habit: SendingHabit | undefined): boolean {
  if (!habit) return true
  const { types, encodings } = habit
  return !(type && types?.includes(type) === false) && !(encoding && encodings?.includes(encoding) === false)
}

function chooseByNotice(candidates: readonly Candidate[], formats: readonly CourtParser[]): Candidate | undefined {
  const noticed = candidates.flatMap((candidate) => {
    const notice = noticeOf(candidate.message, formats)
    return notice === undefined ? [] : [{ candidate, notice }]
  })
  if (new Set(noticed.map(({ notice }) => notice)).size > 1) return undefined
  return noticed[0]?.candidate ?? candidates[0]
}

/** What the message says as a notice, without the positions at which it says so; undefined if it isn't one. */
function noticeOf(message: Message, formats: readonly CourtParser[]): string | undefined {
  const parts = findNotices(message, formats)
  const parsed = parseNotice(message, undefined, formats)
  const { cases = [], ...understood } = 'notice' in parsed ? parsed.notice : parsed.understood
  // The subject is the same in every encoding.
  const isInBody = cases.some(({ docketNumber }) => docketNumber.from !== 'subject')
  if (parts.length < 2 && !('notice' in parsed) && !isInBody) return undefined
  return JSON.stringify([parts.length, cases, understood], (key, value: unknown) =>
    key === 'span' ? undefined : value,
  )
}

/**
 * Whether the mail as delivered shows a reader something else. Headers that aren't covered are just absent, and white
 * space doesn't count: signatures allow it to change.
 */
function showsOther(delivered: Message, believed: Message): boolean {
  const views: ((message: Message) => unknown)[] = [
    ({ subject }) => subject,
    ({ attachments }) => attachments.map(({ content }) => content.byteLength),
    shownText,
  ]
  if (believed.date) views.push(({ date }) => date)
  if (believed.to.length > 0) views.push(({ to }) => to)
  if (believed.cc.length > 0) views.push(({ cc }) => cc)
  return views.some((view) => JSON.stringify(view(delivered)) !== JSON.stringify(view(believed)))
}

function shownText(message: Message): string {
  return bodyToShow(message).source.replace(/\s+/g, '')
}
