import { readBody } from '../text/body.ts'
import { subjectWord } from '../text/header-block.ts'
import { findNoticeStart } from '../text/notice-start.ts'
import type { Message } from './message.ts'
import { bodyToShow } from './mime.ts'

/**
 * Whether a message answers or forwards another one, by its subject or because the notice in it is quoted. Courts' systems
 * write neither, but people at courts answer what anyone writes to them, and their mail programs quote it.
 */
export function isAnswer(message: Message): boolean {
  const { subject } = message
  if (answerSubject.test(subject) || returnedSubject.test(subject)) return true
  return mayQuote(message) && findNoticeStart(readBody(message)).isQuoted
}

/** As mail programs write it in front, also behind what a mail gateway put there. */
const answerSubject =
  /^\s{0,9}(?:\[[^\]]{1,60}\]\s{0,9}){0,3}(?:re|fwd?|aw|wg|rv|tr|automatic reply|auto(?:matic)?[- ]?response|res(?:puesta|posta) autom[aá]tica|r[eé]ponse automatique)\s{0,3}(?:\[\d{1,3}\])?\s{0,3}:/i

/** Whether a subject is that of an answer, and not of a forward, as mail programs write it in front. */
export function isReplySubject(subject: string): boolean {
  return replySubject.test(subject)
}

const replySubject =
  /^\s{0,9}(?:\[[^\]]{1,60}\]\s{0,9}){0,3}(?:re|aw|sv|antw|odp|ynt|res|rif|回复|答复|回覆)\s{0,3}(?:\[\d{1,3}\])?\s{0,3}[:：]/i

/** Of a mail server's report, which repeats the message that it couldn't deliver. */
const returnedSubject =
  /^(?:undeliver(?:able|ed)\b|returned mail:|mail delivery (?:failed|failure|system)\b|delivery (?:status notification|failure)\b|failure notice$)/i

/** Whether it has a word of those that stand above a quote: most notices don't, and need not be read for that. */
function mayQuote(message: Message): boolean {
  const { source } = bodyToShow(message)
  return quoteWord.test(source) || subjectWord.test(source)
}

const quoteWord =
  /wrote|escribi|crit\b|escreveu|scritto|schrieb|forwarded|original message|mensaje|mensagem|transf|transmis|origine|nachricht|messaggio/i
