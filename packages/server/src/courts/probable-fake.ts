import { short } from './directory/look-alike.ts'
import type { MailAttachment, Message } from './message/message.ts'
import { bodyToShow } from './message/mime.ts'
import { findBase, findFields, findUnusualHost, isAtDocument, linkSign } from './probable-fake-links.ts'
import { saysOther } from './rival-texts.ts'
import { type Body, readBody } from './text/body.ts'
import { findBroughtStyles } from './text/brought-fonts.ts'
import { squeeze } from './text/found.ts'
import { findHiddenWords, type HiddenWords } from './text/hidden-words.ts'
import { findNoticeStart } from './text/notice-start.ts'

/**
 * Returns signs of a fake notice, each as the middle of a sentence; empty for mail that doesn't claim to be from a
 * court. Real notices have no dangerous attachments, never pressure anyone, and link to hosts of the court (advice of
 * ord.uscourts.gov on fake notices). A court's own signature outweighs all of this, so call it only without one.
 * `ownDomains` are the firm's.
 */
export function findFakeSigns(message: Message, ownDomains: readonly string[] = []): readonly string[] {
  const body = readBody(message)
  const titles = `${message.subject.slice(0, longestTitle)}\n${(message.from?.name ?? '').slice(0, longestTitle)}`
  const opening = squeeze(`${titles}\n${openingOf(body)}`)
  if (!pretends.test(opening)) return []
  const { kind, source } = bodyToShow(message)
  const signs = [
    urgedSign(opening),
    linkSign(body, { ownDomains, base: kind === 'html' ? findBase(source) : undefined }),
    attachmentSign(message.attachments),
    hiddenSign(message, body),
    kind === 'html' ? styleSign(source, { body, ownDomains }) : undefined,
    charsetSign(message),
    rivalSign(message),
  ]
  return signs.filter((sign) => sign !== undefined)
}

const openingLength = 20_000
const longestTitle = 2_000

/** The body's first lines, joined with line breaks: the text itself has no white space at the page's line breaks. */
function openingOf({ text, lines }: Body): string {
  const first = lines.slice(0, openingLines).filter(({ start }) => start < openingLength)
  return first.map(({ start, end }) => text.slice(start, Math.min(end, openingLength))).join('\n')
}

const openingLines = 1_000
const pretends =
  /\b(?:courts?|cm\/?ecf|e-?fil(?:e|ed|ing)|nyscef|pacer|docket|activity in case|subpoena|summons(?:ed)?|lawsuit|hearing)\b/i

/**
 * Only phrases addressed to the reader, not about a party: a docket text ordering someone to pay at once isn't
 * pressure.
 */
const urgings: readonly RegExp[] = [
  /\b(?:click|log ?in|sign in|respond|reply|act|call us|open the attach\w+)(?: [a-z]+){0,3} (?:immediately|now|at once|within \d{1,2} hours)\b/i,
  /\bimmediately (?:click|log ?in|sign in|verify|confirm|open|download|respond|reply|call)\b/i,
  /\b(?:immediate|urgent) (?:action|attention|response) (?:is )?(?:required|needed)\b/i,
  /\b(?:act|reply) (?:now|immediately|at once)\b/i,
  /\byour (?:[a-z/]+ ){0,3}(?:account|access|profile|licen[cs]e|registration) (?:has been|will be|is|was) (?:[a-z]+ )?(?:suspended|blocked|locked|disabled|terminated|limited|deactivated)\b/i,
  /\b(?:click|tap|press)(?: on)? (?:here|below|the (?:link|button)|this link)[^.]{0,20} (?:to )?(?:verify|confirm|validate|unlock|restore|pay|avoid|keep|update)\b/i,
  /\b(?:verify|confirm|validate|update) your (?:[a-z/]+ ){0,2}(?:account|identity|password|credentials|login|e-?mail|information|billing)\b/i,
  /\bpay(?:ment)?(?: [a-z]+){0,6} (?:by|with|using|via|through|in) (?:a )?(?:gift ?cards?|bitcoins?|crypto\w*|wire transfer|zelle|western union)\b/i,
  /\b(?:purchase|buy|send|read)(?: us)?(?: [a-z]+){0,3} gift ?cards?\b/i,
  /\b(?:you must|you are required to|please) (?:immediately )?pay\b/i,
  /\bpay (?:it |now |online |your \w+ |the \w+ )?(?:now|here|online)\b/i,
  /\b(?:avoid|prevent) (?:your )?(?:arrest|suspension|default judgment against you)\b/i,
  /\bwarrant for your arrest\b/i,
]

function urgedSign(text: string): string | undefined {
  for (const pattern of urgings) {
    const words = findUrging(text, pattern)
    if (words) return `it urges you to act ("${short(words)}"), which courts' notices never do`
  }
  return undefined
}

/** The first words that fit the pattern and aren't part of a warning. */
function findUrging(text: string, pattern: RegExp): string | undefined {
  let from = 0
  for (let count = 0; count <= mostWarnings; count++) {
    const match = pattern.exec(text.slice(from))
    const at = from + (match?.index ?? 0)
    if (!match || count === mostWarnings || !warns(text, at)) return match?.[0]
    from = at + match[0].length
  }
  return undefined
}

/** More than gateways write. */
const mostWarnings = 20

/** Whether the words before these make them a warning, as mail gateways write it above messages from outside. */
function warns(text: string, at: number): boolean {
  return warning.test(text.slice(Math.max(0, at - longestWarning), at))
}

const longestWarning = 80
/** Within the same part of a sentence, and not "Do not delay and verify …". */
const warning =
  /\b(?:do not|don['\u2019]t|never|should not|asks? you to|asking you to)(?: (?!(?:delay|wait|hesitate|ignore|fail|miss|forget|be|let|lose)\b)[a-z]{1,15}){0,6} ?$/i

function charsetSign({ doubtfulCharsets: [charset] = [] }: Message): string | undefined {
  if (charset === undefined) return undefined
  return `it is written in the charset ${charset}, which mail programs show in different words`
}

function rivalSign({ rivals = [] }: Message): string | undefined {
  if (!rivals.slice(0, mostRivals).some(saysOther) && rivals.length <= mostRivals) return undefined
  return 'it says other things in its HTML than in the plain text behind it, and mail programs show one or the other'
}

/** No program writes as many. */
const mostRivals = 20

/** Words in the notice itself: signatures and what programs add around it may hide some. */
function hiddenSign(message: Message, body: Body): string | undefined {
  const { source, kind } = bodyToShow(message)
  const turn = body.text.indexOf(rightToLeft)
  if (turn < 0 && (kind !== 'html' || !hides.test(source))) return undefined
  const titled = findNoticeStart(body).own
  const [own, end] = titled === undefined ? (findFields(body) ?? []) : [titled, body.text.length]
  if (own === undefined || end === undefined) return undefined
  const last = body.text.lastIndexOf(rightToLeft)
  if (last >= own) return turnedSign(body.text.slice(last, last + longestTurned))
  const found = findHiddenWords(source.slice(0, longestHiding)).find(
    ({ text, start, isMoved, isOfSome }) =>
      // E-filing services write buttons for Outlook, and pictures.
      (isMoved ? start : start + text.length) > own &&
      start <= end &&
      isAtDocument(body, start) &&
      (!isOfSome || titled !== undefined),
  )
  return found && saidOf(found)
}

/** Federal notices have no fonts or style sheets from elsewhere; those of e-filing services may. */
function styleSign(html: string, { body, ownDomains }: { body: Body; ownDomains: readonly string[] }) {
  if (!bringsStyle.test(html) || findNoticeStart(body).own === undefined) return undefined
  const hosts = findBroughtStyles(html.slice(0, longestHiding)).map((address) => findUnusualHost(address, ownDomains))
  const host = hosts.find((each) => each !== undefined)
  if (host === undefined) return undefined
  const from = host === '' ? ' of its own' : ` from ${short(host)}`
  return `it has a font or style sheet${from}, which can show other words than are written`
}

const bringsStyle = /<(?:link|style)\b/i

function saidOf({ text, isTurned, isMoved, isAdded, isOfSome }: HiddenWords): string {
  if (isTurned) return turnedSign(text)
  const what = isMoved
    ? 'shows words in its notice elsewhere than they are written'
    : isAdded
      ? 'shows words in its notice that only a style adds'
      : isOfSome
        ? 'has words in its notice that only some mail programs show'
        : 'hides words in its notice'
  return `it ${what} ("${short(text)}"), which courts' notices never do`
}

/** Every mail program shows what follows from right to left (RLO, Unicode UAX #9). */
const rightToLeft = '\u202e'
const longestTurned = 200

function turnedSign(text: string): string {
  return `it shows words in its notice from right to left ("${short(text)}"), which courts' notices never do`
}

const longestHiding = 1_000_000
/** Most messages have none of these. */
const hides =
  /style|hidden|size|color|text=|\[if\b|<(?:bdo|details|dialog|datalist|canvas|object|audio|video|meter|progress|rp|img|input|svg|math|noscript)\b|popover/i

/** Executables, containers that can hide them, and pages that can ask for a password. */
const dangerousNames =
  /\.(?:exe|scr|pif|com|bat|cmd|msi|js|jse|vbs|vbe|wsf|hta|lnk|jar|ps1|iso|img|vhdx?|zip|rar|7z|gz|cab|ace|html?|xhtml|shtml|svg|docm|xlsm|pptm|one)$/i
const dangerousTypes =
  /^(?:application\/(?:zip|x-(?:zip|rar|7z|msdownload|dosexec|msdos-program|iso9660)\S*|hta|java-archive)|text\/html)$/

function attachmentSign(attachments: readonly MailAttachment[]): string | undefined {
  const dangerous = attachments.find(isDangerous)
  if (!dangerous) return undefined
  return `it has the attachment ${short(dangerous.fileName ?? dangerous.mediaType)}, a kind that courts never attach`
}

function isDangerous({ fileName = '', mediaType, content }: MailAttachment): boolean {
  if (dangerousNames.test(fileName.trim()) || dangerousTypes.test(mediaType)) return true
  const start = Buffer.from(content.buffer, content.byteOffset, Math.min(4, content.byteLength)).toString('latin1')
  // Office files are ZIP archives too.
  return start.startsWith('MZ') || (start === 'PK\x03\x04' && !/\.(?:docx|xlsx|pptx|od[tsp])$/i.test(fileName))
}
