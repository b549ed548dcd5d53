import type { LabeledLine } from './labeled-lines.ts'
import { findMailWords, isMailWords } from './mail-words.ts'

/** "Subject" as mail programs write it above what they quote, in the languages of firms and their clients. */
const subjectWords =
  'Subject|Betreff|Objet|Sujet|Asunto|Assunto|Assumpte|Oggetto|Onderwerp|Ämne|Emne|Aihe|Temat|Předmět|Tárgy|Subiect|Subjek|' +
  'Тема|Θέμα|Konu|Chủ đề|Tiêu đề|Paksa|主题|主題|主旨|件名|제목|เรื่อง|विषय|נושא|الموضوع|موضوع'

const senderWords =
  'From|Von|De|Da|Mittente|Van|Från|Fra|Lähettäjä|Od|Feladó|De la|Dari|От|Від|Από|Kimden|Gönderen|Từ|Mula kay|' +
  '发件人|寄件者|寄件人|差出人|送信元|보낸 사람|보낸사람|จาก|प्रेषक|מאת|من|از'

/** Of the lines below the sender's. */
const otherWords =
  'To|Sent|Date|Cc|An|Gesendet|Datum|À|Pour|Envoyé|Para|Enviado|Enviada|Fecha|Data|Inviato|Aan|Verzonden|Till|Skickat|Til|' +
  'Sendt|Кому|Отправлено|收件人|收件者|发送时间|宛先|送信日時|받는 사람|보낸 날짜|Đến|Đã gửi'

/** French puts a space before a colon, and Chinese and Japanese programs write a wide one. */
const colon = '[*\\s]{0,3}[:：]'

/** A quoted "Subject:" line. */
export const subjectLine = new RegExp(`^[>|*\\s]{0,12}(?:${subjectWords})${colon}[*\\s]{0,3}`, 'iu')

const senderLine = new RegExp(`^[>|*\\s]{0,12}(?:${senderWords})${colon}`, 'iu')

const apart = '(?<![\\p{L}\\p{N}])'

/** The label before a quoted sender, wherever it is in a line. */
export const senderLabel = new RegExp(`${apart}(?:${senderWords})${colon}`, 'giu')

/** A label that ends what is said of the sender. */
export const nextLabel = new RegExp(`${apart}(?:${otherWords}|${subjectWords})${colon}`, 'iu')

/** Whether a text may have a header block; most notices have none, and need not be read for that. */
export const subjectWord = new RegExp(`${apart}(?:${subjectWords})(?![\\p{L}\\p{N}])`, 'iu')

/**
 * Whether a forward's header block starts at this line: "From:" and "Subject:" close to each other. Outlook, Gmail and
 * Apple Mail begin with the sender, Thunderbird with the subject, and HTML may show the values on lines of their own.
 */
function opensHeaderBlock(texts: readonly string[], place: number): boolean {
  const text = texts[place] ?? ''
  const other = senderLine.test(text) ? subjectLine : subjectLine.test(text) ? senderLine : undefined
  return other !== undefined && texts.slice(place + 1, place + longestBlock).some((next) => other.test(next))
}

const longestBlock = 12

/**
 * Whether what someone else wrote is quoted from this line on: below a header block, below a line such as "On Tuesday,
 * March 3, 2026 … wrote:", or below a mark of forwarding whose headers aren't on lines of their own (Yahoo).
 */
export function opensQuote(texts: readonly string[], place: number): boolean {
  if (opensHeaderBlock(texts, place) || opensReply(texts, place)) return true
  if (!forwardMark.test(texts[place] ?? '')) return false
  return !texts.slice(place + 1, place + 1 + farthestBlock).some((_, at) => opensHeaderBlock(texts, place + 1 + at))
}

const farthestBlock = 4

/**
 * Returns the place of the first line below a notice's lists of people with which someone else's words begin: a quote, a
 * footer, a signature. Without lists, which the clerk's own words may look like them, only what no court writes counts,
 * below the first line of the last labeled value. The number of lines if there is none.
 */
export function findWordsBelow(lines: readonly BelowLine[], list: number): number {
  if (list < 0) return findMailWords(lines, findWordsOfLabel(lines) + 1)
  const texts = lines.map(({ text }) => text)
  for (let place = list + 1; place < texts.length; place++) {
    const text = texts[place] ?? ''
    if (isMailWords(text) || ofOthers.test(text) || opensQuote(texts, place)) return place
  }
  return lines.length
}

type BelowLine = Pick<LabeledLine, 'text' | 'label' | 'breaks'>

/** The line on which the words of the last label begin: its own, or the one below. */
function findWordsOfLabel(lines: readonly BelowLine[]): number {
  const place = lines.findLastIndex(({ label }) => label !== undefined)
  if (place < 0) return lines.length
  return /:\W{0,6}$/.test(lines[place]?.text ?? '') ? place + 1 : place
}

/** A line across, or how other footers of firms begin. */
const ofOthers =
  /^[>|*\s]{0,12}(?:_{20,99}$|\[?(?:confidential(?:ity)?|legal|privacy|irs circular 230)\]? (?:and privileged )?(?:notice|note|statement|disclaimer|disclosure)\b|(?:disclaimer|privileged and confidential|attorney[- ]client privilege)\b|(?:this|the information (?:contained )?in this) (?:e-?mail|message|communication|transmission)\b)/i

/** The line above a forwarded message, in the words of Gmail, Apple Mail, Outlook, Thunderbird, Yahoo and MailMate. */
const forwardMark = new RegExp(
  `^[>|*\\s]{0,12}(?:-{2,20}\\s{0,3}(?:${[
    '(?:forwarded|original) message',
    'mensaje (?:reenviado|original)',
    'mensagem (?:encaminhada|reencaminhada|original)',
    "message (?:transféré|transmis|d['’]origine)",
    '(?:weitergeleitete|ursprüngliche) nachricht',
    'messaggio (?:inoltrato|originale)',
  ].join('|')})|(?:begin )?forwarded message\\s?:|inicio del mensaje reenviado\\s?:)`,
  'i',
)

/** Long names and addresses wrap the line. */
const mostReplyLines = 3
const longestReplyLine = 600

function opensReply(texts: readonly string[], place: number): boolean {
  if (!replyStart.test(texts[place] ?? '')) return false
  let text = ''
  for (const next of texts.slice(place, place + mostReplyLines)) {
    text += ` ${next}`
    if (text.length > longestReplyLine) return false
    if (/\d/.test(text) && (replyEnd.test(text) || (text.endsWith(':') && /\bschrieb\b/i.test(text)))) return true
  }
  return false
}

const replyStart = /^[>|*\s]{0,12}(?:On|El|Le|Am|Em|Il)\s/i
const replyEnd = /(?:wrote|escribió|a écrit|escreveu|ha scritto)\s?:[*\s]{0,3}$/i

/** Returns the first of the lines directly above a header block that belong to it. */
export function findBlockTop(texts: readonly string[], above: Above): number {
  return findTop(texts, above, (text) => line.test(text) || forwardMark.test(text))
}

const line = /^[>|*\s]{0,12}(?:-{2,}|_{5,}|Begin forwarded message|.{0,9}(?:original|forwarded) message)/i

export interface Above {
  place: number
  /** The first line that may belong to it. */
  last: number
}

/** Returns the first of the few lines directly above a place that all belong to it, and name no address. */
export function findTop(texts: readonly string[], { place, last }: Above, belongs: (text: string) => boolean): number {
  let first = place
  while (first > last && place - first < 6 && belongs(texts[first - 1] ?? '') && !/@/.test(texts[first - 1] ?? ''))
    first--
  return first
}
