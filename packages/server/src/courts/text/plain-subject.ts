/**
 * Removes what gateways and mail programs add to a subject: `[EXTERNAL]`, `(External)`, `EXTERNAL:`, `***SPAM***`,
 * `Re:`, `Fwd:`, in any order and number. "Re-send:" is the court's own and stays.
 */
export function plainSubject(subject: string): string {
  return withoutEnd(withoutFront(subject.slice(0, longestSubject).replace(/\s+/g, ' ').trim()))
}

const longestSubject = 2_000
const mostTags = 12

/** A phrase in brackets or before a colon that contains one of these words is a gateway's. */
const tagWord =
  'external|extern|externe|externo|ext|outside|spam|junk|bulk|phish(?:ing)?|suspicious|suspected|untrusted|unverified|caution|warning|secured?|encrypted|encrypt|inbound|internet|newsletter|marketing|non-firm'
const phrase = `(?:[a-z-]{1,15}[ _]){0,3}(?:${tagWord})(?:[ _-][a-z-]{1,15}){0,4}!{0,3}`
/** In the languages in which a quoted header block is recognized. */
const replyWords =
  're|ref|fwd?|aw|wg|sv|vs|vb|tr|rv|enc|antw|doorst|i|r|rif|res|vl|pd|odp|ynt|ilt|回复|答复|回覆|转发|轉寄|轉發|返信|転送|회신|전달|НА|ПЕР|ΑΠ|ΠΡΘ'
const reply = String.raw`(?:${replyWords})(?:\[\d{1,3}\])?\s?[:\uFF1A]`

const frontPatterns = [
  new RegExp(`^${reply}`, 'iu'),
  /** Anything in brackets before a court's own words isn't the court's, unless it is a number or says "sealed". */
  /^[[{](?![^\]}]{0,60}(?:\d[:-]\d|sealed))[^[\]{}]{1,60}[\]}]\s?[:|-]?/i,
  new RegExp(String.raw`^[(<*#|~!=+_]{1,5}\s?${phrase}\s?[)>*#|~!=+_]{1,5}\s?[:|-]?`, 'i'),
  /** Without brackets, only with a colon, or in capitals with a dash. */
  new RegExp(String.raw`^(?:${phrase})\s?:{1,2}`, 'i'),
  /^(?:EXTERNAL|EXT|SPAM)(?: (?:E-?MAIL|SENDER|MESSAGE))?\s?[-|>\u2013]{1,2}(?=\s)/,
]

function withoutFront(subject: string): string {
  let text = subject
  for (let count = 0; count < mostTags; count++) {
    const found = frontPatterns.map((pattern) => pattern.exec(text)?.[0].length ?? 0).find((length) => length > 0)
    // A subject that consists only of a tag stays, because it would be lost.
    const rest = found ? text.slice(found).trimStart() : ''
    if (rest === '') return text
    text = rest
  }
  return text
}

/** After the court's words, only what is certainly a gateway's is removed, because events may end in brackets too. */
const endWord = 'external|extern|externe|externo|ext|outside|spam|junk|phish(?:ing)?|untrusted|unverified'
const endPhrase = `(?:[a-z-]{1,15}[ _]){0,3}(?:${endWord})(?:[ _-][a-z-]{1,15}){0,4}!{0,3}`
const endPatterns = [
  new RegExp(String.raw`[(<*#|~!=+_{[]{1,5}\s?${endPhrase}\s?[)>*#|~!=+_}\]]{1,5}$`, 'i'),
  /[[{](?:secured?|encrypted|encrypt|caution|warning|inbound|firm|it|mail|e-?mail)(?:[ _-][a-z]{1,15}){0,3}[\]}]$/i,
  /** Of a service desk, so that answers find their ticket. */
  /[[(]ref:[!\w.:]{3,60}:ref[\])]$/i,
  /\s[-|]\s?(?:EXTERNAL|External)(?: (?:E-?MAIL|Email|SENDER|Sender))?$/,
]
/** Longer tags aren't searched for. */
const longestTag = 100

function withoutEnd(subject: string): string {
  let text = subject
  for (let count = 0; count < mostTags; count++) {
    const from = Math.max(0, text.length - longestTag)
    const tail = text.slice(from)
    const found = endPatterns.map((pattern) => pattern.exec(tail)).find((match) => match !== null)
    const rest = found ? text.slice(0, from + found.index).trimEnd() : ''
    if (rest === '') return text
    text = rest
  }
  return text
}
